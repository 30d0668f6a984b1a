/** What Discord shows as a link. The part before the first slash names the host. */
const LINK = /https?:\/\/[^\s<>"\\^`{|}]+/gi;
/** More links than this in one message are not looked at: it is treated as one with a forbidden link. */
const MAX_LINKS = 50;
const HOST = /^[\p{L}\p{M}\p{N}\p{Cf}.。．｡:[\]-]+/u;

/** Hosts from the text of a setting, separated by commas, spaces or lines; of an address its host. */
export function hostsIn(setting: string): ReadonlySet<string> {
  const entries = setting.toLowerCase().split(/[\s,]+/);
  return new Set(
    entries.map((entry) => hostOf(entry.includes('://') ? entry : `https://${entry}`) ?? '').filter((host) => host !== ''),
  );
}

/** Whether a text has a link to a host that is neither allowed nor below an allowed one. */
export function hasForbiddenLink(text: string, allowed: ReadonlySet<string>): boolean {
  // The cheap question first: most messages have none.
  if (!text.includes('://')) return false;
  let found = 0;
  for (const [link] of text.matchAll(LINK)) {
    found += 1;
    const host = hostOf(link);
    if (host !== null && (found > MAX_LINKS || !isAllowed(host, allowed))) return true;
  }
  return false;
}

/** The host that a browser would open, in ASCII and without `www.`; null when it would open none. */
function hostOf(link: string): string | null {
  const authority = link.slice(link.indexOf('//') + 2).split(/[/?#]/, 1)[0] ?? '';
  // What comes before an @ is a user name, and what cannot be part of a host is punctuation of the sentence around it.
  const [host = ''] = HOST.exec(authority.slice(authority.lastIndexOf('@') + 1)) ?? [];
  const address = `https://${host}`;
  return URL.canParse(address) ? new URL(address).hostname.replace(/\.$/, '').replace(/^www\./, '') || null : null;
}

function isAllowed(host: string, allowed: ReadonlySet<string>): boolean {
  if (allowed.has(host)) return true;
  for (let dot = host.indexOf('.'); dot !== -1; dot = host.indexOf('.', dot + 1))
    if (allowed.has(host.slice(dot + 1))) return true;
  return false;
}
