import type { IncomingMessage } from 'node:http';
import { Agent, get, globalAgent, type RequestOptions } from 'node:https';
import { setTimeout as after } from 'node:timers/promises';
import {
  checkedLookup,
  CONFIG,
  isPublicAddress,
  parseDestinations,
  requireAllowedName,
  systemLookup,
  type Config,
  type Destinations,
  type Lookup,
} from '@kith/kit';
import { Inject, Injectable } from '@nestjs/common';
import type { SoundKind } from '../packets.js';
import { STATION_TEXTS, StationProblem } from './station-problem.js';

const CONNECT_TIMEOUT_MS = 8000;
/** How long a request that does not reach a server takes at least. */
const UNREACHABLE_AFTER_MS = 2000;
const MAX_REDIRECTS = 3;
const REDIRECTS = new Set([301, 302, 303, 307, 308]);
const HEADERS = { 'user-agent': 'Kith (radio)', accept: 'audio/ogg, application/ogg, audio/mpeg', 'accept-encoding': 'identity' };
const KINDS: Readonly<Record<string, SoundKind>> = {
  'audio/mpeg': 'mp3',
  'audio/mp3': 'mp3',
  'audio/ogg': 'ogg',
  'audio/opus': 'ogg',
  'application/ogg': 'ogg',
};
const PLAYLIST = /mpegurl|scpls|pls\+xml|xspf/;

/** What a station sends; `body` never ends by itself as long as the station is on air. */
export interface RadioConnection {
  readonly kind: SoundKind;
  readonly body: AsyncIterable<Uint8Array> & { destroy(): unknown };
}

interface Target {
  readonly url: URL;
  readonly host: string;
  readonly isAllowed: (address: string) => boolean;
}

/**
 * Connects to the radio stations that the operator allows (RADIO_ALLOW), by https only. Names below a wildcard and of `public` must lead to public addresses,
 * which is checked of the resolved addresses and on each redirect. With a proxy, which resolves the names again and makes the connection, only what is
 * resolved here is checked; the proxy checks its own.
 */
@Injectable()
export class RadioConnections {
  private readonly destinations: Destinations;
  private readonly isProxied: boolean;
  // Tests replace them.
  protected readonly lookup: Lookup = systemLookup;
  protected readonly unreachableAfterMs: number = UNREACHABLE_AFTER_MS;

  constructor(@Inject(CONFIG) { RADIO_ALLOW, HTTPS_PROXY }: Pick<Config, 'RADIO_ALLOW' | 'HTTPS_PROXY'>) {
    this.destinations = parseDestinations(RADIO_ALLOW);
    this.isProxied = HTTPS_PROXY !== undefined;
  }

  /** As people read them: names, `*.example.org`, and `public` for all public ones. */
  get allowedHosts(): readonly string[] {
    return this.destinations.hosts;
  }

  /** The normalised address. Throws StationProblem for one that must not be connected to. */
  check(address: string): string {
    return this.targetOf(address).url.href;
  }

  /** Throws StationProblem, whatever is wrong with the address, its server or what it sends. The connection ends with `signal`. */
  async open(address: string, signal: AbortSignal): Promise<RadioConnection> {
    let target = this.targetOf(address);
    for (let redirects = 0; ; redirects += 1) {
      // One after the other, because each response contains the next address.
      // oxlint-disable-next-line no-await-in-loop
      const response = await this.request(target, signal);
      const { statusCode = 0, headers } = response;
      const location = REDIRECTS.has(statusCode) ? headers.location : undefined;
      if (location === undefined) return accepted(response, statusCode);
      response.destroy();
      if (redirects === MAX_REDIRECTS) throw new StationProblem(STATION_TEXTS.redirects);
      target = this.targetOf(location, target.url);
    }
  }

  private targetOf(address: string, base?: URL): Target {
    const url = URL.parse(address, base?.href);
    if (!url) throw new StationProblem(STATION_TEXTS.noAddress);
    if (url.protocol !== 'https:') throw new StationProblem(STATION_TEXTS.notHttps);
    if (url.username !== '' || url.password !== '') throw new StationProblem(STATION_TEXTS.password);
    // The parser of URLs has normalised all notations of an IP address.
    const host = url.hostname.replaceAll(/^\[|\]$/g, '');
    const found = this.destinations.find(host, Number(url.port || 443));
    const isAllowed = found === 'any address' ? () => true : isPublicAddress;
    if (!found || (isAddress(host) && !isAllowed(host))) throw new StationProblem(STATION_TEXTS.notAllowed);
    url.hash = '';
    return { url, host, isAllowed };
  }

  /**
   * One request. A name that does not exist, one that leads to an address that is not public, and a server that refuses the connection give the same words
   * after the same time, so that nobody can find out which names exist in the network of this machine.
   */
  private async request({ url, host, isAllowed }: Target, signal: AbortSignal): Promise<IncomingMessage> {
    const rules = { lookup: this.lookup, isAllowed };
    const isOver = after(this.unreachableAfterMs, undefined, { ref: false });
    const tooSlow = new AbortController();
    const timer = setTimeout(() => tooSlow.abort(), CONNECT_TIMEOUT_MS);
    const ends = AbortSignal.any([signal, tooSlow.signal]);
    try {
      if (this.isProxied && !isAddress(host)) await requireAllowedName(host, rules, ends);
      // The agent of the process uses the proxy of its environment.
      const way = this.isProxied ? { agent: globalAgent } : { agent: new Agent(), lookup: checkedLookup(rules) };
      return await responseTo(url, { headers: HEADERS, signal: ends, ...way });
    } catch (error) {
      if (!signal.aborted) await isOver;
      throw new StationProblem(tooSlow.signal.aborted ? STATION_TEXTS.tooSlow : STATION_TEXTS.unreachable, { cause: error });
    } finally {
      clearTimeout(timer);
    }
  }
}

/** Of the host of a URL, in whose normalised notation no name looks like an IP address. */
const isAddress = (host: string): boolean => /^[\d.]+$|:/.test(host);

const responseTo = (url: URL, options: RequestOptions): Promise<IncomingMessage> =>
  new Promise((resolve, reject) => {
    // The body may fail when nobody reads it any more.
    get(url, options, (response) => resolve(response.on('error', () => undefined))).on('error', reject);
  });

function accepted(response: IncomingMessage, status: number): RadioConnection {
  const type = (response.headers['content-type'] ?? '').toLowerCase().split(';', 1)[0]?.trim() ?? '';
  const kind = KINDS[type];
  if (status === 200 && kind) return { kind, body: response };
  response.destroy();
  if (status !== 200) throw new StationProblem(STATION_TEXTS.status(status));
  throw new StationProblem(PLAYLIST.test(type) ? STATION_TEXTS.playlist : STATION_TEXTS.otherSound);
}
