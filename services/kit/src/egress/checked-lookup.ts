import { lookup, type LookupAddress } from 'node:dns';
import { isIP, type LookupFunction } from 'node:net';

/** Resolves a name to all of its addresses. */
export type Lookup = (host: string, answer: (error: Error | null, addresses: readonly LookupAddress[]) => void) => void;

export interface LookupRules {
  readonly lookup: Lookup;
  isAllowed(address: string): boolean;
}

/** Never shown: it would tell which names exist in the network of this machine. */
const NOT_ALLOWED = 'an address that is not allowed';

export const systemLookup: Lookup = (host, answer) => lookup(host, { all: true, verbatim: true }, answer);

/**
 * For the connections of a client: a name with one address that is not allowed among several is refused, because any of them may be connected to. A client
 * does not ask for the address of an address: what is no name has to be checked before.
 */
export function checkedLookup(rules: LookupRules): LookupFunction {
  return (host, { all }, callback) => {
    rules.lookup(host, (error, addresses) => {
      const [first] = addresses ?? [];
      if (error || !first) return callback(error ?? new Error('no address'), '', 0);
      if (!addresses.every(({ address }) => isIP(address) > 0 && rules.isAllowed(address)))
        return callback(new Error(NOT_ALLOWED), '', 0);
      return all ? callback(null, [...addresses]) : callback(null, first.address, first.family);
    });
  };
}

/**
 * For connections through a proxy, which resolves the name again: rejects for a name that leads to an address that is not allowed, because the proxy may
 * reach the internal network. A name that cannot be resolved here is left to the proxy, because in containers only the proxy can.
 */
export function requireAllowedName(host: string, { lookup, isAllowed }: LookupRules, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    signal.addEventListener('abort', () => reject(new Error('the name was not resolved in time')), { once: true });
    lookup(host, (error, addresses) => {
      if (error || addresses.every(({ address }) => isAllowed(address))) resolve();
      else reject(new Error(NOT_ALLOWED));
    });
  });
}
