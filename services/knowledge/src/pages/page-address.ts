import { isIP } from 'node:net';
import { AppError } from '@kith/proto';

/** Names that mean this machine or its network, whatever a resolver makes of them. */
const LOCAL_NAME = /(^|\.)(localhost|local|localdomain|internal|intranet|lan|home|corp|home\.arpa|onion)$/;
const NOT_PUBLIC = 'This address is not on the public internet.';

export interface AddressRules {
  isAllowed(address: string): boolean;
  readonly ports: readonly number[];
}

/** The address to read, in the one spelling that is connected to. UNSUPPORTED_MEDIA, in words, for any that is not public http(s). */
export function parsePageAddress(address: string, { isAllowed, ports }: AddressRules, base?: URL): URL {
  const url = URL.parse(address, base?.href);
  if (!url) throw refusal('This is not a valid address.');
  if (url.protocol !== 'http:' && url.protocol !== 'https:') throw refusal('Only http and https addresses can be read.');
  if (url.username !== '' || url.password !== '') throw refusal('Addresses with a user name or password are not read.');
  const port = Number(url.port || (url.protocol === 'https:' ? 443 : 80));
  if (!ports.includes(port)) throw refusal('Only addresses on the usual ports (80 and 443) can be read.');
  // The parser has turned all spellings of an IP address (octal, hexadecimal, full-width, shortened) into one.
  const host = url.hostname.replace(/^\[|\]$/g, '').replace(/\.+$/, '');
  if (isIP(host) > 0 ? !isAllowed(host) : !host.includes('.') || LOCAL_NAME.test(host)) throw refusal(NOT_PUBLIC);
  url.hash = '';
  return url;
}

/** A page that cannot or must not be read, in the words that its owner sees. */
export const refusal = (words: string): AppError => new AppError('UNSUPPORTED_MEDIA', words);

export const notPublic = (): AppError => refusal(NOT_PUBLIC);
