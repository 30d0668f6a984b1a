// One private Postgres and one Redis for the whole run; workers read the addresses from the environment.
import { provideInfrastructure } from '../infrastructure.mjs';

const STACK = Symbol.for('kith.test-stack');

/** Starts both servers unless their addresses are given or TEST_STACK=off. */
export async function setupStack() {
  if (process.env.TEST_STACK === 'off' || globalThis[STACK]) return;
  const stack = await provideInfrastructure({ mode: 'test', log: console.log });
  globalThis[STACK] = stack;
  process.env.DATABASE_URL = stack.databaseUrl;
  process.env.REDIS_URL = stack.redisUrl;
}

export async function teardownStack() {
  await globalThis[STACK]?.stop();
  delete globalThis[STACK];
}

export default setupStack;
