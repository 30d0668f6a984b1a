import { useLiveState } from './live-state.js';

/** How often status and usage are asked for (specification, part 1, section 9). */
export const POLL_MS = 5000;

/** How often to ask for what the live connection tells: not at all while it stands (decision M15). */
export const usePollMs = (): number => (useLiveState() === 'live' ? 0 : POLL_MS);
