const PLAN_CATALOGUE = new URL('../../../../web/src/lib/messages/en.ts', import.meta.url).href;

/** Every text of the web app's catalogue; what is filled in stands as `{name}`, as in the specification. */
export async function webTexts(): Promise<ReadonlySet<string>> {
  const { en } = (await import(PLAN_CATALOGUE)) as { readonly en: unknown };
  return new Set(leavesOf(en).map((text) => text.replace(/\{\{(\w+)[^}]*\}\}/g, '{$1}')));
}

function leavesOf(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(leavesOf) : [];
}
