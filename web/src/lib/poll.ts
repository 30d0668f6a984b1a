/** How often status and usage are asked for (specification, part 1, section 9). */
export const POLL_MS = 5000;
