import { describe, expect, it } from '@jest/globals';
import type { Lookup } from '@kith/kit';
import { RadioConnections } from './radio-connections.js';
import { STATION_TEXTS } from './station-problem.js';

const RADIO_ALLOW = 'https://radio.example.org https://*.example.net:8443 https://10.0.0.5:8000';

class Connections extends RadioConnections {
  readonly asked: string[] = [];
  constructor(
    addresses: readonly string[],
    options: ConstructorParameters<typeof RadioConnections>[0] = { RADIO_ALLOW, HTTPS_PROXY: undefined },
  ) {
    super(options);
    Object.assign(this, {
      unreachableAfterMs: 1,
      lookup: ((host, answer) => {
        this.asked.push(host);
        answer(
          null,
          addresses.map((address) => ({ address, family: 4 })),
        );
      }) satisfies Lookup,
    });
  }
}
const open = (connections: RadioConnections, address: string) => connections.open(address, AbortSignal.timeout(5000));

describe('the address of a radio station', () => {
  it.each([
    ['http://radio.example.org/live', STATION_TEXTS.notHttps],
    ['file:///etc/passwd', STATION_TEXTS.notHttps],
    ['not an address', STATION_TEXTS.noAddress],
    ['https://user:word@radio.example.org/', STATION_TEXTS.password],
    ['https://radio.example.org:8000/', STATION_TEXTS.notAllowed],
    ['https://other.example.org/', STATION_TEXTS.notAllowed],
    ['https://radio.example.org.evil.test/', STATION_TEXTS.notAllowed],
    ['https://example.net:8443/', STATION_TEXTS.notAllowed],
    ['https://127.0.0.1/', STATION_TEXTS.notAllowed],
    ['https://2130706433/', STATION_TEXTS.notAllowed],
    ['https://[::1]:8000/', STATION_TEXTS.notAllowed],
  ])('is refused without a request: %s [S50]', async (address, problem) => {
    const connections = new Connections(['93.184.216.34']);
    expect(() => connections.check(address)).toThrow(problem);
    await expect(open(connections, address)).rejects.toThrow(problem);
    expect(connections.asked).toEqual([]);
  });

  it('is allowed when the operator named its host and port, or a name above it, and kept in its normalised notation', () => {
    const connections = new Connections([]);
    expect(connections.check('https://RADIO.example.org/a b#top')).toBe('https://radio.example.org/a%20b');
    expect(connections.check('https://a.b.example.net:8443/x')).toBe('https://a.b.example.net:8443/x');
    expect(connections.check('https://10.0.0.5:8000/')).toBe('https://10.0.0.5:8000/');
    expect(connections.allowedHosts).toEqual(['radio.example.org', '*.example.net:8443', '10.0.0.5:8000']);
    expect(new Connections([], { RADIO_ALLOW: '', HTTPS_PROXY: undefined }).allowedHosts).toEqual([]);
  });

  it.each([
    ['directly', undefined],
    ['through a proxy', 'http://127.0.0.1:1'],
  ])(
    'whose name leads to a private address below a wildcard is not connected to %s, alone or beside a public one [S50]',
    async (_how, HTTPS_PROXY) => {
      for (const addresses of [['10.0.0.1'], ['93.184.216.34', '127.0.0.1']]) {
        const connections = new Connections(addresses, { RADIO_ALLOW, HTTPS_PROXY });
        await expect(open(connections, 'https://a.example.net:8443/')).rejects.toThrow(STATION_TEXTS.unreachable);
        expect(connections.asked).toEqual(['a.example.net']);
      }
    },
  );
});
