const MAX_LENGTH = 500;
// Browsers ignore tabs and line breaks in an address and read a backslash as a slash.
const IGNORED_OR_SLASH = /[\p{Cc}\\]/u;
// The sign-in page would lead to itself.
const SIGN_IN = /^\/auth(?:\/|$)/;

/** The path on this site that `value` names, with query and hash; undefined for an address of another site or of the sign-in page. */
export function returnPath(value: string | null): string | undefined {
  if (value === null || value.length > MAX_LENGTH || !value.startsWith('/') || IGNORED_OR_SLASH.test(value)) return undefined;
  if (!URL.canParse(value, location.origin)) return undefined;
  const { origin, pathname, search, hash } = new URL(value, location.origin);
  // `/.//host` has the path `//host`, which is an address of another site.
  if (origin !== location.origin || pathname.startsWith('//') || SIGN_IN.test(pathname)) return undefined;
  return pathname + search + hash;
}
