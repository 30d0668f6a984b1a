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

/** The text of the message catalogue under a key like `form.name`. */
export async function webMessage(key: string): Promise<string> {
  const { en } = (await import(MESSAGES)) as { readonly en: unknown };
  const text = key.split('.').reduce<unknown>((part, name) => (part as Record<string, unknown> | undefined)?.[name], en);
  if (typeof text !== 'string') throw new Error(`the message catalogue has no text ${key}`);
  return text;
}
