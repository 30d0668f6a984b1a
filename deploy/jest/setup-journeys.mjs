import { provideChromium } from '../infrastructure.mjs';
import { setupStack } from './setup-stack.mjs';

/** Postgres, Redis, and Chromium, whose path the journeys read from CHROMIUM_PATH. */
export default async function setupJourneys(globalConfig) {
  process.env.CHROMIUM_PATH = await provideChromium({ log: console.log });
  await setupStack(globalConfig);
}
