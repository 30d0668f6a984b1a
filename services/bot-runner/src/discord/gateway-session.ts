import {
  GatewayOpcodes,
  type GatewayDispatchPayload,
  type GatewayReadyDispatchData,
  type GatewayReceivePayload,
} from 'discord-api-types/v10';
import { WebSocket, type RawData } from 'ws';
import { backoffMs } from './backoff.js';
import { CLOSE_FOR_GOOD, CLOSE_TO_RESUME, endsSession, fatalError } from './close-codes.js';
import { Heartbeat } from './heartbeat.js';

/** What it takes to go on with a Discord session on another socket, in another process too. */
export interface SavedSession {
  readonly id: string;
  readonly resumeUrl: string;
  /** RESUME asks for what came after this event. */
  readonly seq: number;
}

export interface GatewayHandlers {
  /** IDENTIFY succeeded: a new session. */
  readonly onReady: (session: SavedSession, ready: GatewayReadyDispatchData) => void;
  readonly onResumed: () => void;
  /** Each event once, READY and RESUMED included. */
  readonly onDispatch: (payload: GatewayDispatchPayload) => void;
  /** Discord forgot the session: what was saved is worthless. */
  readonly onSessionLost: () => void;
  /** Not connected any more, or again not; the next attempt comes by itself. `problem`: what kept it from connecting. */
  readonly onDisconnected: (problem: { readonly closeCode?: number; readonly error?: unknown }) => void;
  /** Connecting again can only fail: the close code. */
  readonly onFatal: (closeCode: number) => void;
}

export interface GatewayOptions {
  readonly token: string;
  readonly intents: number;
  readonly saved: SavedSession | null;
  /** Where to connect for a new session; a rejection counts as a failed attempt. */
  readonly address: () => Promise<string>;
  /** Resolves when the application may IDENTIFY. */
  readonly mayIdentify: () => Promise<void>;
  readonly handlers: GatewayHandlers;
}

export type GatewayState = 'connecting' | 'resuming' | 'identifying' | 'ready' | 'waiting' | 'stopped';

const HANDSHAKE_MS = 15_000;
/** From opening the socket to READY or RESUMED, the wait for the IDENTIFY gate not counted. */
const READY_MS = 30_000;
/** A connection that held this long starts the backoff anew. */
const STABLE_MS = 30_000;
/** After so many attempts at the session's own address the general one is tried. */
const RESUME_ADDRESS_ATTEMPTS = 4;

/**
 * One bot's connection to the Discord gateway (shard 0 of 1). RESUMEs whenever there is a session, also after failed attempts and in
 * another process: discord.js throws the session away there and loses messages.
 */
export class GatewaySession {
  #state: GatewayState = 'connecting';
  #socket: WebSocket | null = null;
  #session: SavedSession | null;
  /** The newest event received; heartbeats carry it. `#session.seq` lags behind it: it is what has been processed. */
  #receivedSeq: number | null;
  #attempt = 0;
  #readyAtMs = 0;
  #wasInvalidated = false;
  #retryTimer: NodeJS.Timeout | undefined;
  #readyTimer: NodeJS.Timeout | undefined;
  readonly #heartbeat = new Heartbeat(
    () => this.#send({ op: GatewayOpcodes.Heartbeat, d: this.#receivedSeq }),
    () => this.#socket?.terminate(),
  );

  constructor(private readonly options: GatewayOptions) {
    this.#session = options.saved;
    this.#receivedSeq = options.saved?.seq ?? null;
  }

  get state(): GatewayState {
    return this.#state;
  }

  get session(): SavedSession | null {
    return this.#session;
  }

  start(): void {
    void this.#connect();
  }

  /** Events up to `seq` need not come again. */
  processed(seq: number): void {
    if (this.#session && seq > this.#session.seq) this.#session = { ...this.#session, seq };
  }

  /** Cuts the connection and RESUMEs from what was processed. */
  reconnect(): void {
    if (this.#socket) closeSoon(this.#socket, CLOSE_TO_RESUME);
  }

  /** Closes for ever: `resumable` leaves the session to the next owner, `ended` takes the bot offline. */
  stop(how: 'resumable' | 'ended'): void {
    if (this.#state === 'stopped') return;
    this.#state = 'stopped';
    this.#clearTimers();
    const socket = this.#socket;
    this.#socket = null;
    if (!socket) return;
    if (socket.readyState === WebSocket.CONNECTING) return socket.terminate();
    closeSoon(socket, how === 'resumable' ? CLOSE_TO_RESUME : CLOSE_FOR_GOOD);
  }

  async #connect(): Promise<void> {
    this.#state = 'connecting';
    try {
      const url = await this.#address();
      if (this.#isStopped()) return;
      this.#open(`${url}${url.includes('?') ? '&' : '/?'}v=10&encoding=json`);
    } catch (error) {
      if (!this.#isStopped()) this.#retry({ error });
    }
  }

  async #address(): Promise<string> {
    const mayBeGone = this.#attempt >= RESUME_ADDRESS_ATTEMPTS;
    const url = this.#session && !mayBeGone ? this.#session.resumeUrl : await this.options.address();
    return url.replace(/\/$/, '');
  }

  #open(url: string): void {
    const socket = new WebSocket(url, {
      perMessageDeflate: false,
      skipUTF8Validation: true,
      handshakeTimeout: HANDSHAKE_MS,
      maxPayload: 64 << 20,
    });
    this.#socket = socket;
    let problem: unknown;
    this.#expectReady(socket);
    socket.on('message', (data) => this.#socket === socket && this.#receive(data));
    socket.on('error', (error) => (problem = error));
    socket.on('close', (code) => this.#socket === socket && this.#closed(code, problem));
  }

  #expectReady(socket: WebSocket): void {
    clearTimeout(this.#readyTimer);
    this.#readyTimer = setTimeout(() => socket.terminate(), READY_MS);
  }

  #receive(data: RawData): void {
    const payload = parse(data);
    if (!payload) return this.#socket?.terminate();
    switch (payload.op) {
      case GatewayOpcodes.Dispatch:
        return this.#dispatched(payload);
      case GatewayOpcodes.Heartbeat:
        return this.#heartbeat.beatNow();
      case GatewayOpcodes.HeartbeatAck:
        return this.#heartbeat.acknowledge();
      case GatewayOpcodes.Reconnect:
        return this.reconnect();
      case GatewayOpcodes.InvalidSession:
        this.#wasInvalidated = true;
        if (!payload.d) this.#loseSession();
        return this.reconnect();
      case GatewayOpcodes.Hello:
        this.#heartbeat.start(payload.d.heartbeat_interval);
        return this.#session ? this.#resume(this.#session) : void this.#identify();
    }
  }

  #dispatched(payload: GatewayDispatchPayload): void {
    const isReplay = this.#receivedSeq !== null && payload.s <= this.#receivedSeq;
    if (!isReplay) this.#receivedSeq = payload.s;
    if (payload.t === 'READY') {
      this.#session = { id: payload.d.session_id, resumeUrl: payload.d.resume_gateway_url, seq: payload.s };
      this.#receivedSeq = payload.s;
      this.#up();
      this.options.handlers.onReady(this.#session, payload.d);
    } else if (payload.t === 'RESUMED') {
      this.#up();
      this.options.handlers.onResumed();
    }
    // After a RESUME in this process Discord repeats what was received but not yet processed: that is still in work here.
    if (!isReplay) this.options.handlers.onDispatch(payload);
  }

  #resume(session: SavedSession): void {
    this.#state = 'resuming';
    this.#send({ op: GatewayOpcodes.Resume, d: { token: this.options.token, session_id: session.id, seq: session.seq } });
  }

  async #identify(): Promise<void> {
    const socket = this.#socket;
    this.#state = 'identifying';
    clearTimeout(this.#readyTimer);
    try {
      await this.options.mayIdentify();
    } catch {
      if (socket) closeSoon(socket, CLOSE_TO_RESUME);
      return;
    }
    if (!socket || this.#socket !== socket || this.#isStopped()) return;
    this.#expectReady(socket);
    const properties = { os: 'linux', browser: 'kith', device: 'kith' };
    this.#send({
      op: GatewayOpcodes.Identify,
      d: { token: this.options.token, intents: this.options.intents, properties, large_threshold: 50, shard: [0, 1] },
    });
  }

  #up(): void {
    clearTimeout(this.#readyTimer);
    this.#state = 'ready';
    this.#readyAtMs = Date.now();
  }

  #closed(code: number, error: unknown): void {
    this.#socket = null;
    this.#clearTimers();
    if (fatalError(code)) {
      this.#state = 'stopped';
      this.#loseSession();
      return this.options.handlers.onFatal(code);
    }
    if (endsSession(code)) this.#loseSession();
    this.#retry(error === undefined ? { closeCode: code } : { closeCode: code, error });
  }

  #retry(problem: { closeCode?: number; error?: unknown }): void {
    if (this.#readyAtMs > 0 && Date.now() - this.#readyAtMs > STABLE_MS) this.#attempt = 0;
    // The first loss of a connection that had been ready is Discord's daily business: back at once.
    const isFirst = this.#attempt === 0 && this.#readyAtMs > 0;
    const delayMs = Math.max(
      backoffMs(isFirst ? 0 : Math.max(1, this.#attempt)),
      this.#wasInvalidated ? 200 + Math.random() * 300 : 0,
    );
    this.#attempt++;
    this.#readyAtMs = 0;
    this.#wasInvalidated = false;
    this.#state = 'waiting';
    this.#retryTimer = setTimeout(() => void this.#connect(), delayMs);
    this.options.handlers.onDisconnected(problem);
  }

  #loseSession(): void {
    if (!this.#session) return;
    this.#session = null;
    this.#receivedSeq = null;
    this.options.handlers.onSessionLost();
  }

  #send(payload: object): void {
    if (this.#socket?.readyState === WebSocket.OPEN) this.#socket.send(JSON.stringify(payload));
  }

  #isStopped(): boolean {
    return this.#state === 'stopped';
  }

  #clearTimers(): void {
    clearTimeout(this.#retryTimer);
    clearTimeout(this.#readyTimer);
    this.#heartbeat.stop();
  }
}

/** Closes politely; a peer that does not answer is cut off. */
function closeSoon(socket: WebSocket, code: number): void {
  socket.close(code);
  setTimeout(() => socket.terminate(), 1000).unref();
}

function parse(data: RawData): GatewayReceivePayload | null {
  try {
    return JSON.parse(String(data)) as GatewayReceivePayload;
  } catch {
    return null;
  }
}
