import { randomBytes } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import { WebSocketServer, type WebSocket } from 'ws';
import { guildJson, userJson } from './payloads.js';
import type { Stats } from './stats.js';
import type { World } from './world.js';

const GUILDS_INTENT = 1;
const MESSAGE_CONTENT_INTENT = 1 << 15;
/** Discord allows 120 sends per minute and connection; the next one closes with 4008. */
const SENDS_PER_MINUTE = 120;

export interface GatewayOptions {
  readonly heartbeatMs: number;
  /** Events kept per session for a RESUME. */
  readonly bufferedEvents: number;
  /** One IDENTIFY per application in this time, as on Discord; an earlier one gets op 9. */
  readonly identifyEveryMs: number;
  /** How long a session survives the loss of its connection. */
  readonly sessionMs: number;
}

interface Session {
  readonly id: string;
  readonly applicationId: string;
  readonly intents: number;
  readonly resumeUrl: string;
  seq: number;
  buffer: { seq: number; frame: string }[];
  /** The newest event that fell out of the buffer. */
  forgottenSeq: number;
  socket: WebSocket | null;
  lostAtMs: number;
}

interface Connection {
  readonly socket: WebSocket;
  readonly url: string;
  session: Session | null;
  sends: number[];
  zombieTimer?: NodeJS.Timeout;
}

interface Payload {
  readonly op: number;
  readonly d: { token?: string; intents?: number; session_id?: string; seq?: number } | null;
}

/** The gateway side: HELLO, heartbeats, IDENTIFY, RESUME with replay, closes on demand. */
export class Gateway {
  readonly #server = new WebSocketServer({ noServer: true, maxPayload: 65_536, perMessageDeflate: false });
  readonly #sessions = new Map<string, Session>();
  readonly #current = new Map<string, Session>();
  readonly #identifiedAtMs = new Map<string, number>();
  readonly #silent = new Set<string>();
  #codeAfterHello: number | null = null;

  constructor(
    private readonly world: World,
    private readonly stats: () => Stats,
    private readonly options: GatewayOptions,
  ) {}

  /** Takes over an HTTP upgrade to /gateway. */
  accept(request: IncomingMessage, stream: Duplex, head: Buffer): void {
    this.#server.handleUpgrade(request, stream, head, (socket) =>
      this.#serve(socket, `ws://${request.headers.host ?? ''}/gateway`),
    );
  }

  /** Sends an event to the application's session, or keeps it there for a RESUME. False when there is no session. */
  dispatch(applicationId: string, type: string, data: (intents: number) => unknown): boolean {
    const session = this.#current.get(applicationId);
    if (!session) return false;
    this.#dispatch(session, type, data(session.intents));
    return true;
  }

  isConnected(applicationId: string): boolean {
    return this.#current.get(applicationId)?.socket?.readyState === 1;
  }

  hasSession(applicationId: string): boolean {
    return this.#current.has(applicationId);
  }

  intentsOf(applicationId: string): number {
    return this.#current.get(applicationId)?.intents ?? 0;
  }

  close(applicationId: string, code: number): void {
    const socket = this.#current.get(applicationId)?.socket;
    if (socket) this.#close(socket, code);
  }

  /** Op 7: please reconnect. */
  askToReconnect(applicationId: string): void {
    this.#current.get(applicationId)?.socket?.send(frame(7, null));
  }

  /** Op 9; unless resumable the session is gone for good. */
  invalidate(applicationId: string, isResumable: boolean): void {
    const session = this.#current.get(applicationId);
    if (!session) return;
    if (!isResumable) this.#forget(session);
    session.socket?.send(frame(9, isResumable));
  }

  /** A half-open connection: nothing is sent to the application any more, heartbeats stay unanswered, until `speak`. */
  silence(applicationId: string): void {
    this.#silent.add(applicationId);
  }

  speak(applicationId: string): void {
    this.#silent.delete(applicationId);
  }

  /** Every new connection gets HELLO and is closed with this code; null ends it. */
  closeAfterHello(code: number | null): void {
    this.#codeAfterHello = code;
  }

  dropConnections(): void {
    for (const socket of this.#server.clients) socket.terminate();
  }

  #serve(socket: WebSocket, url: string): void {
    this.stats().connections++;
    const connection: Connection = { socket, url, session: null, sends: [] };
    socket.send(frame(10, { heartbeat_interval: this.options.heartbeatMs, _trace: ['stand-in'] }));
    if (this.#codeAfterHello !== null) return this.#close(socket, this.#codeAfterHello);
    this.#expectHeartbeat(connection);
    socket.on('message', (data) => this.#receive(connection, String(data)));
    socket.on('close', (code) => this.#lost(connection, code));
    socket.on('error', () => socket.terminate());
  }

  #receive(connection: Connection, text: string): void {
    const payload = parse(text);
    if (!payload) return this.#close(connection.socket, 4002);
    const now = Date.now();
    connection.sends = [...connection.sends.filter((at) => at > now - 60_000), now];
    if (connection.sends.length > SENDS_PER_MINUTE) return this.#close(connection.socket, 4008);
    switch (payload.op) {
      case 1:
        return this.#heartbeat(connection);
      case 2:
        return this.#identify(connection, payload.d ?? {});
      case 3:
      case 4:
      case 8:
        return;
      case 6:
        return this.#resume(connection, payload.d ?? {});
      default:
        this.#close(connection.socket, 4001);
    }
  }

  #heartbeat(connection: Connection): void {
    this.stats().heartbeats++;
    if (connection.session && this.#silent.has(connection.session.applicationId)) return;
    this.#expectHeartbeat(connection);
    connection.socket.send(frame(11, null));
  }

  #expectHeartbeat(connection: Connection): void {
    clearTimeout(connection.zombieTimer);
    connection.zombieTimer = setTimeout(() => this.#close(connection.socket, 4000), this.options.heartbeatMs * 2.2).unref();
  }

  #identify(connection: Connection, { token, intents = 0 }: NonNullable<Payload['d']>): void {
    if (connection.session) return this.#close(connection.socket, 4005);
    this.stats().identifies++;
    const bot = this.world.botByToken(token);
    if (!bot) return this.#close(connection.socket, 4004);
    if (intents & MESSAGE_CONTENT_INTENT && !bot.messageContent) return this.#close(connection.socket, 4014);
    const now = Date.now();
    if (now - (this.#identifiedAtMs.get(bot.applicationId) ?? 0) < this.options.identifyEveryMs)
      return this.#refuseSession(connection);
    this.#identifiedAtMs.set(bot.applicationId, now);
    const session: Session = {
      id: randomBytes(16).toString('hex'),
      applicationId: bot.applicationId,
      intents,
      resumeUrl: connection.url,
      seq: 0,
      buffer: [],
      forgottenSeq: 0,
      socket: connection.socket,
      lostAtMs: 0,
    };
    connection.session = session;
    this.#sessions.set(session.id, session);
    this.#current.set(bot.applicationId, session);
    this.#welcome(session, bot);
  }

  #welcome(session: Session, { name, isPerson }: { name: string; isPerson: boolean }): void {
    const { applicationId } = session;
    this.#dispatch(session, 'READY', {
      v: 10,
      user: { ...userJson(applicationId, name, !isPerson), email: null, mfa_enabled: true, verified: true },
      session_id: session.id,
      resume_gateway_url: session.resumeUrl,
      session_type: 'normal',
      guilds: [{ id: this.world.bot(applicationId).guildId, unavailable: true }],
      application: { id: applicationId, flags: 0 },
      shard: [0, 1],
    });
    if (session.intents & GUILDS_INTENT) this.#dispatch(session, 'GUILD_CREATE', guildJson(this.world, applicationId));
  }

  #resume(connection: Connection, { token, session_id: sessionId = '', seq = 0 }: NonNullable<Payload['d']>): void {
    this.stats().resumes++;
    const bot = this.world.botByToken(token);
    if (!bot) return this.#close(connection.socket, 4004);
    const session = this.#sessions.get(sessionId);
    const isGone =
      !session || session.applicationId !== bot.applicationId || this.#isExpired(session) || seq < session.forgottenSeq;
    if (isGone) return this.#refuseSession(connection);
    if (seq > session.seq) return this.#close(connection.socket, 4007);
    // A session lives on one socket only: the older one is cut.
    if (session.socket !== connection.socket) session.socket?.terminate();
    session.socket = connection.socket;
    session.lostAtMs = 0;
    connection.session = session;
    const missed = session.buffer.filter((event) => event.seq > seq);
    for (const event of missed) connection.socket.send(event.frame);
    this.stats().replayed += missed.length;
    this.stats().resumed++;
    this.#dispatch(session, 'RESUMED', { _trace: ['stand-in'] });
  }

  #isExpired(session: Session): boolean {
    return session.lostAtMs > 0 && Date.now() - session.lostAtMs > this.options.sessionMs;
  }

  #refuseSession(connection: Connection): void {
    this.stats().invalidSessions++;
    connection.socket.send(frame(9, false));
  }

  #dispatch(session: Session, type: string, data: unknown): void {
    const seq = ++session.seq;
    const text = JSON.stringify({ t: type, s: seq, op: 0, d: data });
    session.buffer.push({ seq, frame: text });
    if (session.buffer.length > this.options.bufferedEvents) session.forgottenSeq = session.buffer.shift()?.seq ?? 0;
    if (session.socket?.readyState === 1 && !this.#silent.has(session.applicationId)) session.socket.send(text);
  }

  #lost(connection: Connection, code: number): void {
    clearTimeout(connection.zombieTimer);
    const { session } = connection;
    if (!session || session.socket !== connection.socket) return;
    session.socket = null;
    session.lostAtMs = Date.now();
    // Only these two codes, sent by the client, end a session at once.
    if (code === 1000 || code === 1001) this.#forget(session);
  }

  #forget(session: Session): void {
    this.#sessions.delete(session.id);
    if (this.#current.get(session.applicationId) === session) this.#current.delete(session.applicationId);
  }

  #close(socket: WebSocket, code: number): void {
    const { closes } = this.stats();
    closes[code] = (closes[code] ?? 0) + 1;
    socket.close(code);
  }
}

const frame = (op: number, d: unknown): string => JSON.stringify({ t: null, s: null, op, d });

function parse(text: string): Payload | null {
  try {
    return JSON.parse(text) as Payload;
  } catch {
    return null;
  }
}
