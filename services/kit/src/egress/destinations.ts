/** Where one service may connect to. */
export interface Destinations {
  /** Whether a connection to this host and port is allowed, and whether only to a public address. */
  find(host: string, port: number): 'any address' | 'public address' | undefined;
  /** As people read them: `example.org`, `example.org:8000`, `*.example.org`; `public` for all public hosts. */
  readonly hosts: readonly string[];
}

const DEFAULT_PORTS: Readonly<Record<string, number>> = { 'http:': 80, 'https:': 443, 'smtp:': 587, 'smtps:': 465 };
const WEB_PORTS = new Set([80, 443]);
/** In the place of a URL: every public host on the ports of the web. */
const PUBLIC_WEB = 'public';
const ALL_SUBDOMAINS = /^\*\./;

/**
 * Reads a list of URLs, separated by blanks, of which host and port count. `https://*.example.org` stands for every name below it, and
 * `public` for every public host on ports 80 and 443; both lead to public addresses only. A host that is named may have a private address,
 * because the operator has named it. Throws for anything else, without the URL, which may contain a password.
 */
export function parseDestinations(list: string): Destinations {
  const words = list.split(/\s+/).filter(Boolean);
  const rules = words.filter((word) => word !== PUBLIC_WEB).map(parseRule);
  const isPublicWeb = words.includes(PUBLIC_WEB);
  return {
    hosts: [...new Set([...(isPublicWeb ? [PUBLIC_WEB] : []), ...rules.map(({ host }) => host)])],
    find(host, port) {
      const known = host.toLowerCase().replace(/\.$/, '');
      const matching = rules.filter((rule) => rule.port === port && rule.matches(known));
      if (matching.some((rule) => rule.isExact)) return 'any address';
      return matching.length > 0 || (isPublicWeb && WEB_PORTS.has(port)) ? 'public address' : undefined;
    },
  };
}

interface Rule {
  readonly port: number;
  readonly isExact: boolean;
  readonly host: string;
  matches(name: string): boolean;
}

function parseRule(word: string, index: number): Rule {
  const [, scheme = '', rest = ''] = /^([a-z]+):\/\/(.*)$/.exec(word) ?? [];
  const isWildcard = ALL_SUBDOMAINS.test(rest);
  const url = URL.parse(`${scheme}://${rest.replace(ALL_SUBDOMAINS, '')}`);
  const port = Number(url?.port || DEFAULT_PORTS[url?.protocol ?? '']);
  if (!url || url.hostname === '' || !Number.isInteger(port) || url.hostname.includes('*'))
    throw new Error(`EGRESS_ALLOW: entry ${index + 1} is neither a URL nor "${PUBLIC_WEB}"`);
  const known = url.hostname.replace(/^\[|\]$/g, '').toLowerCase();
  const matches = (name: string): boolean => (isWildcard ? name.endsWith(`.${known}`) : name === known);
  const host = `${isWildcard ? '*.' : ''}${url.hostname}${port === DEFAULT_PORTS['https:'] ? '' : `:${port}`}`;
  return { port, isExact: !isWildcard, host, matches };
}
