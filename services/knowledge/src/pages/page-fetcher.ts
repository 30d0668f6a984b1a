import { createHash } from 'node:crypto';
import { setTimeout as after } from 'node:timers/promises';
import { checkedLookup, isPublicAddress, requireAllowedName, systemLookup, type LookupRules } from '@kith/kit';
import { AppError } from '@kith/proto';
import type { Dispatcher, Response } from 'undici';
import type { SourceDocument } from '../extraction/extractor.js';
import { PageOutage, parsePageAddress, pageError, type AddressRules } from './page-address.js';

/** Which addresses pages may be read from, how names are resolved, and the times. */
export interface NetworkRules extends AddressRules, LookupRules {
  readonly timeoutMs: number;
  /** How long a request that does not reach a server takes at least. */
  readonly unreachableAfterMs: number;
}

/** What is read, and how. */
export interface WebRequest {
  readonly address: string;
  readonly headers: Readonly<Record<string, string>>;
  /** Asked for the address and each redirect. */
  readonly isAllowedHost: (host: string) => boolean;
  /** Called before the request to the address and to each redirect; an AppError that it throws is that of the request. */
  readonly beforeRequest?: (url: URL) => Promise<void>;
  /** Default: that of the network. */
  readonly timeoutMs?: number;
  /** Default: GET. Only a GET follows redirects. */
  readonly method?: 'GET' | 'POST' | 'DELETE';
  readonly body?: string | undefined;
}

/** Where a page may be read from. */
export type RequestRules = Pick<WebRequest, 'isAllowedHost' | 'beforeRequest'>;

/** By what a server, or we ourselves, recognize that a page is the one that was read; null for what is not known. */
export interface PageVersion {
  readonly etag: string | null;
  readonly lastModified: string | null;
  /** The SHA-256 of its format, declared character set and bytes, in base64. Many servers name no version. */
  readonly digest: string | null;
}

export const NO_VERSION: PageVersion = { etag: null, lastModified: null, digest: null };

export interface FetchedPage {
  readonly document: SourceDocument;
  readonly version: PageVersion;
}

type HttpClient = typeof import('undici');

interface Sending {
  readonly agent: Dispatcher;
  readonly signal: AbortSignal;
  readonly headers: Readonly<Record<string, string>>;
  readonly method?: WebRequest['method'];
  readonly body?: string | undefined;
}

/** docs/decisions.md W4. */
export const PUBLIC_INTERNET: NetworkRules = {
  isAllowed: isPublicAddress,
  ports: [80, 443],
  lookup: systemLookup,
  timeoutMs: 10_000,
  unreachableAfterMs: 2000,
};

const ANYWHERE: RequestRules = { isAllowedHost: () => true };
/** Never shown. */
const NOT_PUBLIC = 'not a public address';
const MAX_BYTES = 2 * 1024 * 1024;
const MAX_REDIRECTS = 3;
const NOT_MODIFIED = 304;
/** A longer header is not kept. */
const MAX_VERSION_CHARS = 200;
const REDIRECTS = new Set([301, 302, 303, 307, 308]);
const FORMATS: Readonly<Record<string, SourceDocument['format']>> = {
  'text/html': 'html',
  'application/xhtml+xml': 'html',
  'text/plain': 'text',
  'text/markdown': 'text',
  'text/csv': 'csv',
  'application/json': 'json',
  'application/pdf': 'pdf',
};
const HEADERS = {
  'user-agent': 'Kith (knowledge reader)',
  accept: 'text/html,application/xhtml+xml,text/plain,text/markdown,text/csv,application/json,application/pdf',
  'accept-encoding': 'gzip, deflate, br',
};

/**
 * Reads pages of the public internet only. The resolved addresses and the address of the connection itself are checked on each redirect. With
 * a proxy, which resolves the names again and makes the connection, only what is resolved here is checked; the proxy must check its own.
 */
export class PageFetcher {
  constructor(
    private readonly network: NetworkRules = PUBLIC_INTERNET,
    private readonly proxyUrl?: string,
  ) {}

  /** UNSUPPORTED_MEDIA with a text for the owner, whatever is wrong with the URL, its server or its response: a PageOutage where that may pass. */
  async fetch(address: string, rules: RequestRules = ANYWHERE): Promise<FetchedPage> {
    const page = await this.fetchIfChanged(address, NO_VERSION, rules);
    if (!page) throw statusError(NOT_MODIFIED);
    return page;
  }

  /** Null when the page is still the one that was read in this version. Throws like `fetch`. */
  fetchIfChanged(
    address: string,
    { etag, lastModified, digest }: PageVersion,
    rules: RequestRules = ANYWHERE,
  ): Promise<FetchedPage | null> {
    const headers = {
      ...HEADERS,
      ...(etag !== null && { 'if-none-match': etag }),
      ...(lastModified !== null && { 'if-modified-since': lastModified }),
    };
    return this.read({ address, headers, ...rules }, async (response) => {
      if (response.status === NOT_MODIFIED && (etag ?? lastModified) !== null) return null;
      if (!response.ok) throw statusError(response.status);
      const [mediaType = '', ...parameters] = (response.headers.get('content-type') ?? '').toLowerCase().split(';');
      const format = FORMATS[mediaType.trim()];
      if (!format) throw pageError('There is neither a page nor a text nor a PDF at this address.');
      const charset = /^\s*charset="?([\w-]{1,40})/.exec(parameters.join(';'))?.[1];
      const document = { bytes: await bodyOf(response), format, charset };
      const version = versionOf(response, document);
      return version.digest === digest ? null : { document, version };
    });
  }

  /** A file for programs, of any media type; `bytes` are empty unless the status is 200. UNSUPPORTED_MEDIA like `fetch`, also above `maxBytes`. */
  fetchFile(
    address: string,
    isAllowedHost: WebRequest['isAllowedHost'],
    maxBytes: number,
  ): Promise<{ status: number; bytes: Buffer }> {
    const headers = { ...HEADERS, accept: '*/*' };
    return this.read({ address, headers, isAllowedHost }, async (response) => ({
      status: response.status,
      bytes: response.status === 200 ? await bodyOf(response, maxBytes) : Buffer.alloc(0),
    }));
  }

  /** Reads what `request` is about; its headers go to its first host only. UNSUPPORTED_MEDIA like `fetch`. */
  async read<T>(request: WebRequest, readResponse: (response: Response) => Promise<T>): Promise<T> {
    // Loaded by the first request, because it takes memory.
    const client = await import('undici');
    const signal = AbortSignal.timeout(request.timeoutMs ?? this.network.timeoutMs);
    const agent = this.proxyUrl === undefined ? this.agent(client, signal) : this.proxyAgent(client, this.proxyUrl);
    try {
      return await readResponse(await this.follow(request, agent, signal));
    } catch (error) {
      if (signal.aborted) throw new PageOutage('This address took too long to answer.');
      throw toPageError(error);
    } finally {
      await agent.destroy();
    }
  }

  private async follow(request: WebRequest, agent: Dispatcher, signal: AbortSignal): Promise<Response> {
    const first = this.addressOf(request.address, request);
    let url = first;
    for (let redirects = 0; ; redirects += 1) {
      // What is meant for one host must not reach another one.
      const headers = url.origin === first.origin ? request.headers : HEADERS;
      // One after the other, because each response contains the next URL.
      // oxlint-disable-next-line no-await-in-loop
      await request.beforeRequest?.(url);
      // oxlint-disable-next-line no-await-in-loop
      const response = await this.request(url, { agent, signal, headers, method: request.method, body: request.body });
      const location = REDIRECTS.has(response.status) ? response.headers.get('location') : null;
      if (location === null) return response;
      // What is sent to one address is not for another one.
      if (request.method !== undefined && request.method !== 'GET') throw pageError('This address leads to another one.');
      if (redirects === MAX_REDIRECTS) throw pageError('This address leads to another one too many times.');
      url = this.addressOf(location, request, url);
    }
  }

  private addressOf(address: string, { isAllowedHost }: WebRequest, base?: URL): URL {
    const url = parsePageAddress(address, this.network, base);
    if (!isAllowedHost(url.hostname)) throw pageError('This address leads to a website that is not allowed.');
    return url;
  }

  /**
   * One request. A name that does not exist, one that leads to an address that is not public, and a server that refuses the connection
   * give the same words after the same time, so that nobody can find out which names exist in the network of this machine.
   */
  private async request(url: URL, { agent, signal, ...sent }: Sending): Promise<Response> {
    const isOver = after(this.network.unreachableAfterMs, undefined, { ref: false });
    try {
      if (this.proxyUrl !== undefined) await requireAllowedName(url.hostname, this.network, signal);
      const { fetch } = await import('undici');
      return await fetch(url, { dispatcher: agent, redirect: 'manual', signal, ...sent });
    } catch (error) {
      if (!signal.aborted) await isOver;
      throw error;
    }
  }

  private proxyAgent({ ProxyAgent }: HttpClient, uri: string): Dispatcher {
    const { timeoutMs } = this.network;
    return new ProxyAgent({ uri, proxyTunnel: true, headersTimeout: timeoutMs, bodyTimeout: timeoutMs });
  }

  private agent({ Agent, buildConnector }: HttpClient, signal: AbortSignal): Dispatcher {
    const { timeoutMs } = this.network;
    // The signal aborts a connection attempt; destroying the agent would only close established connections.
    const connect = buildConnector({ lookup: checkedLookup(this.network), timeout: timeoutMs, signal });
    return new Agent({
      connect: (options, callback) =>
        connect(options, (error, socket) => {
          if (error) return callback(error, null);
          if (this.network.isAllowed(socket.remoteAddress ?? '')) return callback(null, socket);
          socket.destroy();
          return callback(new Error(NOT_PUBLIC), null);
        }),
      headersTimeout: timeoutMs,
      bodyTimeout: timeoutMs,
    });
  }
}

/** Statuses by which a server says that the same request may succeed later; so do all from 500 on. */
const PASSING: ReadonlySet<number> = new Set([408, 425, 429]);

function statusError(status: number): AppError {
  const message = `The server of this address answered with an error (${status}).`;
  return status >= 500 || PASSING.has(status) ? new PageOutage(message) : pageError(message);
}

function versionOf({ headers }: Response, { bytes, format, charset = '' }: SourceDocument): PageVersion {
  const header = (name: string): string | null => {
    const value = headers.get(name);
    return value !== null && value.length <= MAX_VERSION_CHARS ? value : null;
  };
  const digest = createHash('sha256').update(`${format} ${charset}\n`).update(bytes).digest('base64');
  return { etag: header('etag'), lastModified: header('last-modified'), digest };
}

/** The decompressed body; stops reading at the limit. */
export async function bodyOf({ body }: Response, maxBytes = MAX_BYTES): Promise<Buffer> {
  const pieces: Uint8Array[] = [];
  let bytes = 0;
  for await (const piece of body ?? []) {
    bytes += piece.length;
    if (bytes > maxBytes)
      throw pageError(`This page is larger than ${maxBytes === MAX_BYTES ? '2 MB' : `${maxBytes / 1000} KB`}.`);
    pieces.push(piece);
  }
  return Buffer.concat(pieces);
}

/** Hides the messages of network errors, which contain hosts and addresses. */
function toPageError(error: unknown): AppError {
  for (let cause = error; typeof cause === 'object' && cause !== null; cause = 'cause' in cause ? cause.cause : undefined) {
    if (cause instanceof AppError) return cause;
  }
  return new PageOutage('This address could not be reached.');
}
