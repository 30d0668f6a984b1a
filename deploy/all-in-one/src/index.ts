export { startAll, type RunningProcess } from './start-all.js';
