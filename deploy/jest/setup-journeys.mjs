import { provideChromium } from '../infrastructure.mjs';
import { setupStack } from './setup-stack.mjs';

/** The stack, and a Chromium whose path the journeys read from CHROMIUM_PATH. */
export default async function setupJourneys() {
  process.env.CHROMIUM_PATH = await provideChromium({ say: console.log });
  await setupStack();
}
