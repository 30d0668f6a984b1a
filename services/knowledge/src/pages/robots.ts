/** What a website lets programs read, as its robots.txt says (RFC 9309). */
export interface Robots {
  /** `path`: with its query. */
  isAllowed(path: string): boolean;
  /** The addresses of its sitemaps, as they are written. */
  readonly sitemaps: readonly string[];
}

interface Rule {
  readonly isAllowed: boolean;
  readonly pattern: string;
}

const NAME = 'kith';
const MAX_RULES = 500;
/** Longer ones, which are longer than any address that is read, are left out. */
const MAX_PATTERN_CHARS = 2000;

export const ALL_ALLOWED: Robots = { isAllowed: () => true, sitemaps: [] };

/** By the rules for `kith`, or else those for everyone. The longest pattern that matches decides; of two equal ones the one that allows. */
export function parseRobots(text: string): Robots {
  const rules: Record<'own' | 'common', Rule[] | undefined> = { own: undefined, common: undefined };
  const sitemaps: string[] = [];
  let [isOwn, isCommon, isReadingAgents] = [false, false, false];
  for (const line of text.split(/\r\n?|\n/)) {
    const [, key = '', value = ''] = /^\s*([a-z-]+)\s*:([^#]*)/i.exec(line) ?? [];
    const name = key.toLowerCase();
    if (name === 'sitemap') sitemaps.push(value.trim());
    if (name === 'user-agent') {
      const agent = value.trim().toLowerCase();
      isOwn = agent === NAME || (isReadingAgents && isOwn);
      isCommon = agent === '*' || (isReadingAgents && isCommon);
      if (isOwn) rules.own ??= [];
      if (isCommon) rules.common ??= [];
    }
    if (name !== 'sitemap' && name !== '') isReadingAgents = name === 'user-agent';
    const pattern = value.trim();
    // An empty pattern matches nothing.
    if ((name !== 'allow' && name !== 'disallow') || pattern === '' || pattern.length > MAX_PATTERN_CHARS) continue;
    const rule = { isAllowed: name === 'allow', pattern };
    if (isOwn) rules.own?.push(rule);
    if (isCommon) rules.common?.push(rule);
  }
  const binding = (rules.own ?? rules.common ?? []).slice(0, MAX_RULES);
  return { isAllowed: (path) => decide(binding, path), sitemaps };
}

function decide(rules: readonly Rule[], path: string): boolean {
  const [longest] = rules
    .filter(({ pattern }) => matches(pattern, path))
    .toSorted((one, other) => other.pattern.length - one.pattern.length || Number(other.isAllowed) - Number(one.isAllowed));
  return longest?.isAllowed ?? true;
}

/** Whether the path begins with the pattern, in which `*` stands for any characters and `$` at its end for the end of the path. */
function matches(pattern: string, path: string): boolean {
  const isWhole = pattern.endsWith('$');
  const [first = '', ...parts] = (isWhole ? pattern.slice(0, -1) : pattern).split('*');
  if (!path.startsWith(first)) return false;
  let at = first.length;
  for (const part of parts) {
    const found = path.indexOf(part, at);
    if (found === -1) return false;
    at = found + part.length;
  }
  const last = parts.at(-1);
  return !isWhole || at === path.length || (last !== undefined && path.length - last.length >= at && path.endsWith(last));
}
