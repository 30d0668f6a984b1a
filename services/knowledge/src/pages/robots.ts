/** What a website lets programs read, as its robots.txt says (RFC 9309). */
export interface Robots {
  /** `path`: with its query. */
  isAllowed(path: string): boolean;
  /** The addresses of its sitemaps, as they are written. */
  readonly sitemaps: readonly string[];
}

interface Rule {
  readonly isAllowed: boolean;
  /** Of the pattern as it is written. */
  readonly length: number;
  /** What stands between the `*` of the pattern. */
  readonly parts: readonly string[];
  /** Whether the path must end where the pattern ends. */
  readonly isWhole: boolean;
}

const NAME = 'kith';
const MAX_RULES = 500;
const MAX_SITEMAPS = 100;
/** Further ones are left out, so that a hostile file takes no time from others. */
const MAX_LINES = 20_000;
/** Longer ones, which are longer than any address that is read, are left out. */
const MAX_PATTERN_CHARS = 2000;
/** Patterns with more `*` are left out: each is looked for in every address. */
const MAX_WILDCARDS = 20;

export const ALL_ALLOWED: Robots = { isAllowed: () => true, sitemaps: [] };

/** By the rules for `kith`, or else those for everyone. The longest pattern that matches decides; of two equal ones the one that allows. */
export function parseRobots(text: string): Robots {
  const rules: Record<'own' | 'common', Rule[] | undefined> = { own: undefined, common: undefined };
  const sitemaps: string[] = [];
  let [isOwn, isCommon, isReadingAgents] = [false, false, false];
  let lines = 0;
  for (const [line] of text.matchAll(/[^\r\n]+/g)) {
    lines += 1;
    if (lines > MAX_LINES) break;
    const [, key = '', value = ''] = /^\s*([a-z-]+)\s*:([^#]*)/i.exec(line) ?? [];
    const name = key.toLowerCase();
    if (name === 'sitemap' && sitemaps.length < MAX_SITEMAPS) sitemaps.push(value.trim());
    if (name === 'user-agent') {
      const agent = value.trim().toLowerCase();
      isOwn = agent === NAME || (isReadingAgents && isOwn);
      isCommon = agent === '*' || (isReadingAgents && isCommon);
      if (isOwn) rules.own ??= [];
      if (isCommon) rules.common ??= [];
    }
    if (name !== 'sitemap' && name !== '') isReadingAgents = name === 'user-agent';
    if (name !== 'allow' && name !== 'disallow') continue;
    const rule = toRule(name === 'allow', value.trim());
    if (rule && isOwn) rules.own?.push(rule);
    if (rule && isCommon) rules.common?.push(rule);
  }
  const binding = (rules.own ?? rules.common ?? [])
    .slice(0, MAX_RULES)
    .toSorted((one, other) => other.length - one.length || Number(other.isAllowed) - Number(one.isAllowed));
  return { isAllowed: (path) => binding.find((rule) => matches(rule, path))?.isAllowed ?? true, sitemaps };
}

/** Undefined for a pattern that is left out, and for an empty one, which matches nothing. */
function toRule(isAllowed: boolean, pattern: string): Rule | undefined {
  if (pattern === '' || pattern.length > MAX_PATTERN_CHARS) return undefined;
  const isWhole = pattern.endsWith('$');
  const parts = (isWhole ? pattern.slice(0, -1) : pattern).split(/\*+/);
  return parts.length > MAX_WILDCARDS + 1 ? undefined : { isAllowed, length: pattern.length, parts, isWhole };
}

/** Whether the path begins with the pattern, in which `*` stands for any characters and `$` at its end for the end of the path. */
function matches({ parts: [first = '', ...parts], isWhole }: Rule, path: string): boolean {
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
