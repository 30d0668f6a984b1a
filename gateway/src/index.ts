export { ALL_ROUTES } from './docs/all-routes.js';
export { startGateway, type RunningGateway } from './gateway.js';
