import { lookup as systemLookup, type LookupAddress } from 'node:dns';
import { isIP, type LookupFunction } from 'node:net';
import { AppError } from '@kith/proto';
import { Agent, buildConnector, fetch, type Response } from 'undici';
import type { SourceDocument } from '../extraction/extractor.js';
import { notPublic, parsePageAddress, refusal, type AddressRules } from './page-address.js';
import { isPublicAddress } from './public-address.js';

/** Where pages may be read from, and how long that may take. */
export interface Network extends AddressRules {
  readonly lookup: Lookup;
  readonly timeoutMs: number;
}
export type Lookup = (host: string, answer: (error: Error | null, addresses: readonly LookupAddress[]) => void) => void;

/** Decision W4. */
export const INTERNET: Network = {
  isAllowed: isPublicAddress,
  ports: [80, 443],
  lookup: (host, answer) => systemLookup(host, { all: true, verbatim: true }, answer),
  timeoutMs: 10_000,
};

const MAX_BYTES = 2 * 1024 * 1024;
const MAX_REDIRECTS = 3;
const REDIRECTS = new Set([301, 302, 303, 307, 308]);
const FORMATS: Readonly<Record<string, SourceDocument['format']>> = {
  'text/html': 'html',
  'application/xhtml+xml': 'html',
  'text/plain': 'text',
  'text/markdown': 'text',
  'text/csv': 'text',
  'application/json': 'text',
  'application/pdf': 'pdf',
};
const HEADERS = {
  'user-agent': 'Kith (knowledge reader)',
  accept: 'text/html,application/xhtml+xml,text/plain,text/markdown,text/csv,application/json,application/pdf',
  'accept-encoding': 'gzip, deflate, br',
};

/** Reads pages of the public internet, and nothing else: which address a name has is checked by whoever connects, on each redirect. */
export class PageFetcher {
  constructor(private readonly network: Network = INTERNET) {}

  /** UNSUPPORTED_MEDIA with the reason in words, whatever is wrong with the address, its server or its answer. */
  async fetch(address: string): Promise<SourceDocument> {
    const signal = AbortSignal.timeout(this.network.timeoutMs);
    const agent = this.agent(signal);
    try {
      const response = await this.follow(address, agent, signal);
      if (!response.ok) throw refusal(`The server of this address answered with an error (${response.status}).`);
      const [mediaType = '', ...parameters] = (response.headers.get('content-type') ?? '').toLowerCase().split(';');
      const format = FORMATS[mediaType.trim()];
      if (!format) throw refusal('There is neither a page nor a text nor a PDF at this address.');
      const charset = /^\s*charset="?([\w-]{1,40})/.exec(parameters.join(';'))?.[1];
      return { bytes: await bodyOf(response), format, charset };
    } catch (error) {
      if (signal.aborted) throw refusal('This address took too long to answer.');
      throw inWords(error);
    } finally {
      await agent.destroy();
    }
  }

  private async follow(address: string, agent: Agent, signal: AbortSignal): Promise<Response> {
    let url = parsePageAddress(address, this.network);
    for (let redirects = 0; ; redirects += 1) {
      // One after the other: each answer says where to go next.
      // oxlint-disable-next-line no-await-in-loop
      const response = await fetch(url, { dispatcher: agent, redirect: 'manual', signal, headers: HEADERS });
      const location = REDIRECTS.has(response.status) ? response.headers.get('location') : null;
      if (location === null) return response;
      if (redirects === MAX_REDIRECTS) throw refusal('This address leads to another one too many times.');
      url = parsePageAddress(location, this.network, url);
    }
  }

  private agent(signal: AbortSignal): Agent {
    const { timeoutMs } = this.network;
    // The signal ends a connection that is not there yet: no agent knows of it.
    const connect = buildConnector({ lookup: this.publicLookup, timeout: timeoutMs, signal });
    return new Agent({
      connect: (options, callback) =>
        connect(options, (error, socket) => {
          if (error) return callback(error, null);
          if (this.network.isAllowed(socket.remoteAddress ?? '')) return callback(null, socket);
          socket.destroy();
          return callback(notPublic(), null);
        }),
      headersTimeout: timeoutMs,
      bodyTimeout: timeoutMs,
    });
  }

  /** One private address among several refuses the name: which one is taken is nobody's choice. */
  private readonly publicLookup: LookupFunction = (host, { all }, callback) => {
    this.network.lookup(host, (error, addresses) => {
      const [first] = addresses ?? [];
      if (error || !first) return callback(error ?? new Error('no address'), '', 0);
      if (!addresses.every(({ address }) => isIP(address) > 0 && this.network.isAllowed(address))) {
        return callback(notPublic(), '', 0);
      }
      return all ? callback(null, [...addresses]) : callback(null, first.address, first.family);
    });
  };
}

/** What came, unpacked; stops at the limit however much more would follow. */
async function bodyOf({ body }: Response): Promise<Buffer> {
  const pieces: Uint8Array[] = [];
  let bytes = 0;
  for await (const piece of body ?? []) {
    bytes += piece.length;
    if (bytes > MAX_BYTES) throw refusal('This page is larger than 2 MB.');
    pieces.push(piece);
  }
  return Buffer.concat(pieces);
}

/** Nothing of the network's own words: they name hosts and addresses. */
function inWords(error: unknown): AppError {
  for (let cause = error; typeof cause === 'object' && cause !== null; cause = 'cause' in cause ? cause.cause : undefined) {
    if (cause instanceof AppError) return cause;
  }
  return refusal('This address could not be reached.');
}
