const MESSAGES = new URL('../../../../web/src/lib/messages/en.ts', import.meta.url).href;

/** Every text of the web app's message catalogue. */
export async function webMessages(): Promise<string[]> {
  const { en } = (await import(MESSAGES)) as { readonly en: unknown };
  return leavesOf(en);
}

function leavesOf(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(leavesOf) : [];
}
