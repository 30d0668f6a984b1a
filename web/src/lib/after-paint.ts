// A tab that is left meanwhile paints nothing.
const LATEST_MS = 100;

/** Resolves when the browser has shown what was just changed. */
export const afterPaint = (): Promise<void> =>
  new Promise((resolve) => {
    setTimeout(resolve, LATEST_MS);
    requestAnimationFrame(() => setTimeout(resolve));
  });
