export { ApiClient, type Answer } from './client.js';
export { startReplica, type Replica } from './replica.js';
export { aStack, startStack, type DiscordControl, type Stack } from './stack.js';
