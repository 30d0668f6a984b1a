import { globalAgent } from 'node:https';
import { GatewayOpcodes, type GatewayDispatchPayload } from 'discord-api-types/v10';
import { WebSocket, type RawData } from 'ws';
import { RetryLater, type GatewayOptions, type SavedSession } from './gateway-options.js';
import { parsePayload } from './gateway-payload.js';
import { Heartbeat } from './heartbeat.js';
import { backoffMs, CLOSE_ENDING_SESSION, CLOSE_TO_RESUME, endsSession, fatalError } from './reconnect-policy.js';

export type GatewayState = 'connecting' | 'resuming' | 'identifying' | 'ready' | 'waiting' | 'stopped';

const HANDSHAKE_TIMEOUT_MS = 15_000;
/** From opening the socket to READY or RESUMED, without the wait for the IDENTIFY slot. */
const READY_TIMEOUT_MS = 30_000;
/** A connection that lasted this long resets the backoff. */
const STABLE_AFTER_MS = 30_000;
/** After this many failed attempts at the session's own URL the general one is used. */
const RESUME_URL_ATTEMPTS = 4;

/**
 * One connection to the Discord gateway. RESUMEs whenever there is a session, also after failed attempts and in
 * another process; discord.js discards the session in these cases and loses messages.
 */
export class GatewaySession {
  private currentState: GatewayState = 'connecting';
  private socket: WebSocket | null = null;
  /** Its `seq` changes with each message: a new object each time would cost as much as the decision about the message. */
  private currentSession: { -readonly [field in keyof SavedSession]: SavedSession[field] } | null;
  /** The newest received event, which heartbeats carry. `currentSession.seq` is the newest processed one. */
  private receivedSeq: number | null;
  /** What Discord shows of the bot, as JSON; undefined in a session of another process until it is sent again. */
  private sentPresence: string | undefined;
  private attempt = 0;
  private readyAtMs = 0;
  private wasInvalidated = false;
  private retryTimer: NodeJS.Timeout | undefined;
  private readyTimer: NodeJS.Timeout | undefined;
  private readonly heartbeat = new Heartbeat(
    () => this.send({ op: GatewayOpcodes.Heartbeat, d: this.receivedSeq }),
    () => this.socket?.terminate(),
  );

  constructor(private readonly options: GatewayOptions) {
    this.currentSession = options.saved && { ...options.saved };
    this.receivedSeq = options.saved?.seq ?? null;
  }

  get state(): GatewayState {
    return this.currentState;
  }

  get session(): SavedSession | null {
    return this.currentSession && { ...this.currentSession };
  }

  start(): void {
    void this.connect();
  }

  /** Marks all events up to `seq` as processed: a RESUME does not request them again. */
  markProcessed(seq: number): void {
    if (this.currentSession && seq > this.currentSession.seq) this.currentSession.seq = seq;
  }

  /** Closes the connection and RESUMEs from the last processed event. */
  reconnect(): void {
    if (this.socket) closeOrTerminate(this.socket, CLOSE_TO_RESUME);
  }

  /** Closes without reconnecting: `resumable` keeps the session for the next owner, `ended` takes the bot offline. */
  stop(how: 'resumable' | 'ended'): void {
    if (this.currentState === 'stopped') return;
    this.currentState = 'stopped';
    this.clearTimers();
    const socket = this.socket;
    this.socket = null;
    if (!socket) return;
    if (socket.readyState === WebSocket.CONNECTING) return socket.terminate();
    closeOrTerminate(socket, how === 'resumable' ? CLOSE_TO_RESUME : CLOSE_ENDING_SESSION);
  }

  private async connect(): Promise<void> {
    this.currentState = 'connecting';
    try {
      // Before the URL, which may take a request of its own.
      await this.options.awaitTurn();
      if (this.isStopped()) return;
      const url = await this.connectionUrl();
      if (this.isStopped()) return;
      this.open(`${url}${url.includes('?') ? '&' : '/?'}v=10&encoding=json`);
    } catch (error) {
      if (!this.isStopped()) this.retry({ error });
    }
  }

  private async connectionUrl(): Promise<string> {
    const usesResumeUrl = this.attempt < RESUME_URL_ATTEMPTS;
    const { currentSession } = this;
    const url = currentSession && usesResumeUrl ? currentSession.resumeUrl : await this.options.gatewayUrl(!currentSession);
    return url.replace(/\/$/, '');
  }

  private open(url: string): void {
    const socket = new WebSocket(url, {
      perMessageDeflate: false,
      skipUTF8Validation: true,
      handshakeTimeout: HANDSHAKE_TIMEOUT_MS,
      maxPayload: 64 << 20,
      // Without an agent it would not use the proxy of the environment.
      ...(url.startsWith('wss:') ? { agent: globalAgent } : {}),
    });
    this.socket = socket;
    let socketError: unknown;
    this.startReadyTimeout(socket);
    socket.on('message', (data) => {
      if (this.socket !== socket) return;
      try {
        this.receive(data);
      } catch (error) {
        // What Discord sends must never end more than the connection that received it.
        socketError = error;
        socket.terminate();
      }
    });
    socket.on('error', (error) => (socketError = error));
    socket.on('close', (code) => this.socket === socket && this.onClosed(code, socketError));
  }

  private startReadyTimeout(socket: WebSocket): void {
    clearTimeout(this.readyTimer);
    this.readyTimer = setTimeout(() => socket.terminate(), READY_TIMEOUT_MS);
  }

  private receive(data: RawData): void {
    const payload = parsePayload(data);
    if (!payload) return;
    switch (payload.op) {
      case GatewayOpcodes.Dispatch:
        return this.onDispatch(payload);
      case GatewayOpcodes.Heartbeat:
        return this.heartbeat.sendNow();
      case GatewayOpcodes.HeartbeatAck:
        return this.heartbeat.acknowledge();
      case GatewayOpcodes.Reconnect:
        return this.reconnect();
      case GatewayOpcodes.InvalidSession:
        this.wasInvalidated = true;
        if (!payload.d) this.dropSession();
        return this.reconnect();
      case GatewayOpcodes.Hello:
        this.heartbeat.start(payload.d.heartbeat_interval);
        return this.currentSession ? this.resume(this.currentSession) : void this.identify();
    }
  }

  private onDispatch(payload: GatewayDispatchPayload): void {
    const isReplay = this.receivedSeq !== null && payload.s <= this.receivedSeq;
    if (!isReplay) this.receivedSeq = payload.s;
    if (payload.t === 'READY') {
      this.currentSession = { id: payload.d.session_id, resumeUrl: payload.d.resume_gateway_url, seq: payload.s };
      this.receivedSeq = payload.s;
      this.markReady();
      this.options.handlers.onReady({ ...this.currentSession }, payload.d);
    } else if (payload.t === 'RESUMED') {
      this.markReady();
      this.options.handlers.onResumed();
    }
    // After a RESUME Discord repeats events that this process has received but not finished processing; they must not be handled twice.
    if (!isReplay) this.options.handlers.onDispatch(payload);
  }

  private resume(session: SavedSession): void {
    this.currentState = 'resuming';
    this.send({ op: GatewayOpcodes.Resume, d: { token: this.options.token, session_id: session.id, seq: session.seq } });
  }

  /** Sends the presence when it is another one than Discord has; once the connection is ready. */
  sendPresence(): void {
    const presence = this.options.presence();
    const text = JSON.stringify(presence);
    if (this.currentState !== 'ready' || text === this.sentPresence) return;
    this.sentPresence = text;
    this.send({ op: GatewayOpcodes.PresenceUpdate, d: presence });
  }

  /** Asks for a voice channel; false while the connection is not ready. */
  sendVoiceState(payload: object): boolean {
    const isReady = this.currentState === 'ready';
    if (isReady) this.send(payload);
    return isReady;
  }

  private async identify(): Promise<void> {
    const socket = this.socket;
    this.currentState = 'identifying';
    clearTimeout(this.readyTimer);
    try {
      await this.options.awaitIdentifySlot();
    } catch {
      if (socket) closeOrTerminate(socket, CLOSE_TO_RESUME);
      return;
    }
    if (!socket || this.socket !== socket || this.isStopped()) return;
    this.startReadyTimeout(socket);
    const properties = { os: 'linux', browser: 'kith', device: 'kith' };
    const presence = this.options.presence();
    this.sentPresence = JSON.stringify(presence);
    const { token, intents, shard } = this.options;
    const place = { large_threshold: 50, shard: [shard.index, shard.count] };
    this.send({ op: GatewayOpcodes.Identify, d: { token, intents, properties, presence, ...place } });
  }

  private markReady(): void {
    clearTimeout(this.readyTimer);
    this.readyTimer = undefined;
    this.currentState = 'ready';
    this.readyAtMs = Date.now();
    this.sendPresence();
  }

  private onClosed(code: number, error: unknown): void {
    this.socket = null;
    this.clearTimers();
    if (fatalError(code)) {
      this.currentState = 'stopped';
      this.dropSession();
      return this.options.handlers.onFatal(code);
    }
    if (endsSession(code)) this.dropSession();
    this.retry(error === undefined ? { closeCode: code } : { closeCode: code, error });
  }

  private retry(problem: { closeCode?: number; error?: unknown }): void {
    const { error } = problem;
    if (this.readyAtMs > 0 && Date.now() - this.readyAtMs > STABLE_AFTER_MS) this.attempt = 0;
    // Discord closes ready connections routinely: the first reconnect follows at once.
    const isFirst = this.attempt === 0 && this.readyAtMs > 0;
    const delayMs = Math.max(
      backoffMs(isFirst ? 0 : Math.max(1, this.attempt)),
      this.wasInvalidated ? 200 + Math.random() * 300 : 0,
      error instanceof RetryLater ? error.afterMs : 0,
    );
    if (!(error instanceof RetryLater)) this.attempt++;
    this.readyAtMs = 0;
    this.wasInvalidated = false;
    this.currentState = 'waiting';
    this.retryTimer = setTimeout(() => void this.connect(), delayMs);
    this.options.handlers.onDisconnected(problem);
  }

  private dropSession(): void {
    if (!this.currentSession) return;
    this.currentSession = null;
    this.receivedSeq = null;
    this.options.handlers.onSessionLost();
  }

  private send(payload: object): void {
    if (this.socket?.readyState === WebSocket.OPEN) this.socket.send(JSON.stringify(payload));
  }

  private isStopped(): boolean {
    return this.currentState === 'stopped';
  }

  private clearTimers(): void {
    clearTimeout(this.retryTimer);
    clearTimeout(this.readyTimer);
    this.heartbeat.stop();
  }
}

/** Sends a close frame and terminates the socket if the peer does not reply within a second. */
function closeOrTerminate(socket: WebSocket, code: number): void {
  socket.close(code);
  setTimeout(() => socket.terminate(), 1000).unref();
}
