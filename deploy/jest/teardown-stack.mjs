export { teardownStack as default } from './setup-stack.mjs';
