import { randomBytes } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import { WebSocketServer, type WebSocket } from 'ws';
import {
  type GatewayOptions,
  encodePayload,
  guildOfEvent,
  INTENT,
  INTENT_OF_EVENT,
  isInShard,
  parsePayload,
  type Payload,
} from './gateway-protocol.js';
import { Sessions, type Session } from './gateway-sessions.js';
import { HalfOpenSockets } from './half-open-sockets.js';
import { guildJson, userJson } from './payloads.js';
import type { DiscordState } from './state.js';
import type { DiscordStats } from './stats.js';
import type { VoiceRequest } from './voice/voice-states.js';

/** Discord allows 120 sends per minute and connection; the next one closes with 4008. */
const SENDS_PER_MINUTE = 120;

interface Connection {
  readonly socket: WebSocket;
  readonly url: string;
  session: Session | null;
  sends: number[];
  heartbeatTimer?: NodeJS.Timeout;
}

/** The gateway of the stand-in: HELLO, heartbeats, IDENTIFY, RESUME with replay, and closing connections on demand. */
export class Gateway {
  private readonly server = new WebSocketServer({ noServer: true, maxPayload: 65_536, perMessageDeflate: false });
  private readonly sessions = new Sessions();
  private readonly identifiedAtMs = new Map<string, number>();
  private readonly halfOpen = new HalfOpenSockets();
  /** Sockets that this side closed. */
  private readonly closedHere = new WeakSet<WebSocket>();
  private codeAfterHello: number | null = null;
  /** For op 4. */
  onVoiceRequest: (session: Pick<Session, 'applicationId' | 'id'>, request: VoiceRequest) => void = () => undefined;

  constructor(
    private readonly state: DiscordState,
    private readonly stats: () => DiscordStats,
    private readonly options: GatewayOptions,
  ) {}

  /** Handles an HTTP upgrade to /gateway. */
  accept(request: IncomingMessage, stream: Duplex, head: Buffer): void {
    this.server.handleUpgrade(request, stream, head, (socket) =>
      this.onConnection(socket, `ws://${request.headers.host ?? ''}/gateway`),
    );
  }

  /** Sends an event to the application's session, or buffers it for a RESUME. Returns false when there is no session. */
  dispatch(applicationId: string, type: string, data: (intents: number) => unknown): boolean {
    const sessions = this.sessions.of(applicationId);
    const needed = INTENT_OF_EVENT[type];
    for (const session of sessions) {
      const event = data(session.intents);
      const isWanted = needed === undefined || (session.intents & needed) !== 0;
      if (isWanted && isInShard(guildOfEvent(type, event), session.shard)) this.sendEvent(session, type, event);
    }
    return sessions.length > 0;
  }

  /** Sends an event of a guild to all bots in it. */
  announce(guildId: string, type: string, payload: unknown): void {
    for (const id of this.state.guilds.get(guildId)?.members.keys() ?? []) this.dispatch(id, type, () => payload);
  }

  /** The presence that the application's session set last. */
  presenceOf(applicationId: string): unknown {
    return this.sessions.of(applicationId)[0]?.presence ?? null;
  }

  /** Whether all shards of the application's newest session are connected. */
  isConnected(applicationId: string): boolean {
    const newest = this.sessions.of(applicationId).at(-1);
    if (!newest) return false;
    const [, count] = newest.shard;
    const open = this.sessions.of(applicationId).filter(({ shard, socket }) => shard[1] === count && socket?.readyState === 1);
    return open.length === count;
  }

  hasSession(applicationId: string): boolean {
    return this.sessions.of(applicationId).length > 0;
  }

  /** The shards with an open connection: index and number of each. */
  connectedShardsOf(applicationId: string): (readonly [number, number])[] {
    return this.sessions.of(applicationId).flatMap(({ socket, shard }) => (socket?.readyState === 1 ? [shard] : []));
  }

  intentsOf(applicationId: string): number {
    return this.sessions.of(applicationId)[0]?.intents ?? 0;
  }

  close(applicationId: string, code: number, shard?: number): void {
    for (const { socket } of this.sessions.of(applicationId, shard)) if (socket) this.closeSocket(socket, code);
  }

  /** Sends op 7 (reconnect). */
  askToReconnect(applicationId: string, shard?: number): void {
    for (const { socket } of this.sessions.of(applicationId, shard)) socket?.send(encodePayload(7, null));
  }

  /** Sends op 9 (invalid session); unless resumable, the session is deleted. */
  invalidate(applicationId: string, isResumable: boolean, shard?: number): void {
    for (const session of this.sessions.of(applicationId, shard)) {
      if (!isResumable) this.sessions.end(session);
      session.socket?.send(encodePayload(9, isResumable));
    }
  }

  /** Makes the connections of the application half open: they are sent nothing, not even heartbeat acknowledgements, until `unmute`. */
  mute(applicationId: string): void {
    for (const { socket } of this.sessions.of(applicationId)) if (socket) this.halfOpen.add(socket);
  }

  /** Connections that were closed meanwhile stay closed. */
  unmute(applicationId: string): void {
    for (const { socket } of this.sessions.of(applicationId)) if (socket) this.halfOpen.heal(socket);
  }

  /** Closes new connections with this code right after HELLO; null stops that. */
  closeAfterHello(code: number | null): void {
    this.codeAfterHello = code;
  }

  dropConnections(): void {
    for (const socket of this.server.clients) socket.terminate();
  }

  private onConnection(socket: WebSocket, url: string): void {
    this.stats().connections++;
    const connection: Connection = { socket, url, session: null, sends: [] };
    socket.send(encodePayload(10, { heartbeat_interval: this.options.heartbeatMs, _trace: ['stand-in'] }));
    if (this.codeAfterHello !== null) return this.closeSocket(socket, this.codeAfterHello);
    this.expectHeartbeat(connection);
    socket.on('message', (data) => this.onPayload(connection, String(data)));
    socket.on('close', (code) => this.onConnectionClosed(connection, code));
    socket.on('error', () => socket.terminate());
  }

  private onPayload(connection: Connection, text: string): void {
    const payload = parsePayload(text);
    if (!payload) return this.closeSocket(connection.socket, 4002);
    const now = Date.now();
    connection.sends = [...connection.sends.filter((at) => at > now - 60_000), now];
    if (connection.sends.length > SENDS_PER_MINUTE) return this.closeSocket(connection.socket, 4008);
    switch (payload.op) {
      case 1:
        return this.heartbeat(connection);
      case 2:
        return this.identify(connection, payload.d ?? {});
      case 3:
        if (connection.session) connection.session.presence = payload.d;
        return;
      case 4:
        return connection.session ? this.onVoiceRequest(connection.session, payload.d ?? {}) : undefined;
      case 8:
        return;
      case 6:
        return this.resume(connection, payload.d ?? {});
      default:
        this.closeSocket(connection.socket, 4001);
    }
  }

  private heartbeat(connection: Connection): void {
    this.stats().heartbeats++;
    if (this.halfOpen.has(connection.socket)) return;
    this.expectHeartbeat(connection);
    connection.socket.send(encodePayload(11, null));
  }

  private expectHeartbeat(connection: Connection): void {
    clearTimeout(connection.heartbeatTimer);
    connection.heartbeatTimer = setTimeout(
      () => this.closeSocket(connection.socket, 4000),
      this.options.heartbeatMs * 2.2,
    ).unref();
  }

  private identify(
    connection: Connection,
    { token, intents = 0, presence = null, shard = [0, 1] }: NonNullable<Payload['d']>,
  ): void {
    if (connection.session) return this.closeSocket(connection.socket, 4005);
    this.stats().identifies++;
    const bot = this.state.botByToken(token);
    if (!bot) return this.closeSocket(connection.socket, 4004);
    const isRefused =
      (intents & INTENT.messageContent && !bot.hasMessageContentIntent) || (intents & INTENT.members && !bot.hasMembersIntent);
    if (isRefused) return this.closeSocket(connection.socket, 4014);
    if (!(shard[0] >= 0 && shard[0] < shard[1])) return this.closeSocket(connection.socket, 4010);
    if (shard[1] < bot.shards) return this.closeSocket(connection.socket, 4011);
    const now = Date.now();
    if (now - (this.identifiedAtMs.get(bot.applicationId) ?? 0) < this.options.identifyEveryMs)
      return this.sendInvalidSession(connection);
    this.identifiedAtMs.set(bot.applicationId, now);
    const others = this.sessions.of(bot.applicationId, shard[0]).filter((other) => other.shard[1] === shard[1]);
    if (others.some(({ socket }) => socket?.readyState === 1)) this.stats().parallelSessions++;
    const session: Session = {
      id: randomBytes(16).toString('hex'),
      applicationId: bot.applicationId,
      intents,
      shard,
      resumeUrl: connection.url,
      seq: 0,
      buffer: [],
      droppedSeq: 0,
      socket: connection.socket,
      lostAtMs: 0,
      presence,
    };
    connection.session = session;
    this.sessions.add(session);
    this.sendReady(session, bot);
  }

  private sendReady(session: Session, { name, isUserAccount }: { name: string; isUserAccount: boolean }): void {
    const { applicationId, shard } = session;
    const guilds = this.state.guilds.of(applicationId).filter(({ id }) => isInShard(id, shard));
    this.sendEvent(session, 'READY', {
      v: 10,
      user: { ...userJson(applicationId, name, !isUserAccount), email: null, mfa_enabled: true, verified: true },
      session_id: session.id,
      resume_gateway_url: session.resumeUrl,
      session_type: 'normal',
      guilds: guilds.map(({ id }) => ({ id, unavailable: true })),
      application: { id: applicationId, flags: 0 },
      shard,
    });
    if (!(session.intents & INTENT.guilds)) return;
    for (const guild of guilds) this.sendEvent(session, 'GUILD_CREATE', guildJson(this.state, applicationId, guild));
  }

  private resume(connection: Connection, { token, session_id: sessionId = '', seq = 0 }: NonNullable<Payload['d']>): void {
    this.stats().resumes++;
    const bot = this.state.botByToken(token);
    if (!bot) return this.closeSocket(connection.socket, 4004);
    const session = this.sessions.get(sessionId);
    const isGone = !session || session.applicationId !== bot.applicationId || this.isExpired(session) || seq < session.droppedSeq;
    if (isGone) return this.sendInvalidSession(connection);
    if (seq > session.seq) return this.closeSocket(connection.socket, 4007);
    // A session has one socket at a time: RESUME closes the previous one.
    if (session.socket !== connection.socket) session.socket?.terminate();
    session.socket = connection.socket;
    session.lostAtMs = 0;
    connection.session = session;
    const missed = session.buffer.filter((event) => event.seq > seq);
    for (const event of missed) connection.socket.send(event.frame);
    this.stats().replayed += missed.length;
    this.stats().resumed++;
    this.sendEvent(session, 'RESUMED', { _trace: ['stand-in'] });
  }

  private isExpired(session: Session): boolean {
    return session.lostAtMs > 0 && Date.now() - session.lostAtMs > this.options.sessionMs;
  }

  private sendInvalidSession(connection: Connection): void {
    this.stats().invalidSessions++;
    connection.socket.send(encodePayload(9, false));
  }

  private sendEvent(session: Session, type: string, data: unknown): void {
    const seq = ++session.seq;
    const text = JSON.stringify({ t: type, s: seq, op: 0, d: data });
    session.buffer.push({ seq, frame: text });
    if (session.buffer.length > this.options.bufferedEvents) session.droppedSeq = session.buffer.shift()?.seq ?? 0;
    if (session.socket?.readyState === 1) this.halfOpen.send(session.socket, text);
  }

  private onConnectionClosed(connection: Connection, code: number): void {
    clearTimeout(connection.heartbeatTimer);
    this.halfOpen.forget(connection.socket);
    const { session } = connection;
    if (!session || session.socket !== connection.socket) return;
    session.socket = null;
    session.lostAtMs = Date.now();
    // On Discord only these two close codes of the client end a session at once.
    if ((code === 1000 || code === 1001) && !this.closedHere.has(connection.socket)) this.sessions.end(session);
  }

  private closeSocket(socket: WebSocket, code: number): void {
    const { closes } = this.stats();
    closes[code] = (closes[code] ?? 0) + 1;
    this.closedHere.add(socket);
    socket.close(code);
  }
}
