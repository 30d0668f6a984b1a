import { isIP } from 'node:net';
import { AppError } from '@kith/proto';

/** Names of this machine or its network, whatever address a resolver returns for them. */
const LOCAL_NAME = /(^|\.)(localhost|local|localdomain|internal|intranet|lan|home|corp|home\.arpa|onion)$/;
const NOT_PUBLIC = 'This address is not on the public internet.';

export interface AddressRules {
  isAllowed(address: string): boolean;
  readonly ports: readonly number[];
}

/** The normalised URL to connect to. UNSUPPORTED_MEDIA with a text for the owner for anything but a public http(s) URL. */
export function parsePageAddress(address: string, { isAllowed, ports }: AddressRules, base?: URL): URL {
  const url = URL.parse(address, base?.href);
  if (!url) throw pageError('This is not a valid address.');
  if (url.protocol !== 'http:' && url.protocol !== 'https:') throw pageError('Only http and https addresses can be read.');
  if (url.username !== '' || url.password !== '') throw pageError('Addresses with a user name or password are not read.');
  const port = Number(url.port || (url.protocol === 'https:' ? 443 : 80));
  if (!ports.includes(port)) throw pageError('Only addresses on the usual ports (80 and 443) can be read.');
  // The URL parser has normalised all notations of an IP address (octal, hexadecimal, full-width, shortened).
  const host = url.hostname.replace(/^\[|\]$/g, '').replace(/\.+$/, '');
  if (isIP(host) > 0 ? !isAllowed(host) : !host.includes('.') || LOCAL_NAME.test(host)) throw pageError(NOT_PUBLIC);
  url.hash = '';
  return url;
}

/** The same as `pageError` for a reason that may pass: an outage, a server that is slow or busy. */
export class PageOutage extends AppError {
  constructor(message: string) {
    super('UNSUPPORTED_MEDIA', message);
  }
}

/** The error for a page that cannot or must not be read; the message is shown to the owner. */
export const pageError = (message: string): AppError => new AppError('UNSUPPORTED_MEDIA', message);
