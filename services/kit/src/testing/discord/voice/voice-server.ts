import { createSocket, type RemoteInfo, type Socket } from 'node:dgram';
import { createServer, type Server } from 'node:https';
import type { AddressInfo } from 'node:net';
import { WebSocketServer, type WebSocket } from 'ws';
import { selfSignedCertificate, type Certificate } from './certificate.js';
import { discoveryResponse, isKeepAlive } from './rtp.js';
import { VOICE_CLOSE, VOICE_MODES, VOICE_OP, VoiceSession, type Admission, type Heard } from './voice-session.js';

const HOST = '127.0.0.1';
const HEARTBEAT_MS = 13_750;

type Json = Readonly<Record<string, unknown>>;

/** A voice server of the stand-in Discord: voice gateway version 8 over TLS, and UDP with the discovery of addresses and encrypted RTP. */
export class VoiceServer {
  private readonly sessions = new Map<string, VoiceSession>();
  private readonly admissions = new Map<string, Admission>();
  private readonly sockets = new WebSocketServer({ noServer: true, maxPayload: 65_536, perMessageDeflate: false });
  private server: Server | null = null;
  private udp: Socket | null = null;

  private constructor(readonly certificate: Certificate) {}

  static async open(): Promise<VoiceServer> {
    const voice = new VoiceServer(selfSignedCertificate());
    await voice.listen();
    return voice;
  }

  /** As VOICE_SERVER_UPDATE names it. */
  get endpoint(): string {
    const address = this.server?.address() as AddressInfo | undefined;
    return `${HOST}:${address?.port ?? 0}`;
  }

  /** The main gateway has told a client to connect. */
  admit(admission: Admission): void {
    this.admissions.set(keyOf(admission), admission);
  }

  /** The client has left its channel: its connection is closed as Discord closes it. */
  dismiss(client: Pick<Admission, 'guildId' | 'userId'>): void {
    this.admissions.delete(keyOf(client));
    this.sessions.get(keyOf(client))?.socket?.close(VOICE_CLOSE.disconnected);
    this.sessions.delete(keyOf(client));
  }

  /** What arrived of a client; null when it has not connected. */
  heard(client: Pick<Admission, 'guildId' | 'userId'>): Heard | null {
    return this.sessions.get(keyOf(client))?.heard ?? null;
  }

  /** Closes the socket of a client, which may resume unless the code ends its session. */
  interrupt(client: Pick<Admission, 'guildId' | 'userId'>, code: number): void {
    this.sessions.get(keyOf(client))?.socket?.close(code);
  }

  async close(): Promise<void> {
    for (const socket of this.sockets.clients) socket.terminate();
    this.server?.closeAllConnections();
    const { server, udp } = this;
    await new Promise<void>((resolve) => (server ? server.close(() => resolve()) : resolve()));
    await new Promise<void>((resolve) => (udp ? udp.close(() => resolve()) : resolve()));
  }

  private async listen(): Promise<void> {
    const server = createServer(this.certificate);
    server.on('upgrade', (request, stream, head) => {
      const isCurrent = new URL(request.url ?? '/', `https://${HOST}`).searchParams.get('v') === '8';
      if (!isCurrent) return stream.destroy();
      this.sockets.handleUpgrade(request, stream, head, (socket) => this.onConnection(socket));
    });
    const udp = createSocket('udp4', (packet, from) => this.onPacket(packet, from));
    await new Promise<void>((resolve) => server.listen(0, HOST, resolve));
    await new Promise<void>((resolve) => udp.bind(0, HOST, resolve));
    Object.assign(this, { server, udp });
  }

  private onConnection(socket: WebSocket): void {
    let session: VoiceSession | null = null;
    let timer: NodeJS.Timeout | undefined;
    const expectHeartbeat = (): void => {
      clearTimeout(timer);
      timer = setTimeout(() => socket.close(VOICE_CLOSE.sessionTimeout), HEARTBEAT_MS * 2.2).unref();
    };
    socket.send(JSON.stringify({ op: VOICE_OP.hello, d: { v: 8, heartbeat_interval: HEARTBEAT_MS } }));
    expectHeartbeat();
    socket.on('error', () => socket.terminate());
    socket.on('close', () => clearTimeout(timer));
    socket.on('message', (data, isBinary) => {
      const payload = isBinary ? null : parsed(String(data));
      if (!payload) return socket.close(VOICE_CLOSE.badPayload);
      const { op, d } = payload;
      if (op === VOICE_OP.heartbeat) {
        expectHeartbeat();
        return socket.send(JSON.stringify({ op: VOICE_OP.heartbeatAck, d: { t: d['t'] } }));
      }
      if (op === VOICE_OP.identify || op === VOICE_OP.resume) {
        if (session) return socket.close(VOICE_CLOSE.alreadyAuthenticated);
        session = op === VOICE_OP.identify ? this.identify(socket, d) : this.resume(socket, d);
        return;
      }
      if (!session) return socket.close(VOICE_CLOSE.notAuthenticated);
      if (op === VOICE_OP.selectProtocol) return this.selectProtocol(session, d);
      if (op !== VOICE_OP.speaking) return socket.close(VOICE_CLOSE.unknownOpcode);
      if (d['ssrc'] !== session.ssrc) return socket.close(VOICE_CLOSE.badPayload);
      session.speak(Number(d['speaking']));
    });
  }

  private identify(socket: WebSocket, d: Json): VoiceSession | null {
    const admission = this.admissionOf(socket, d);
    if (!admission || d['user_id'] !== admission.userId) {
      if (admission) socket.close(VOICE_CLOSE.authenticationFailed);
      return null;
    }
    const session = new VoiceSession(admission, Number(d['max_dave_protocol_version'] ?? 0));
    this.sessions.get(keyOf(admission))?.socket?.terminate();
    this.sessions.set(keyOf(admission), session);
    session.socket = socket;
    const { port } = this.udp?.address() ?? { port: 0 };
    session.send(VOICE_OP.ready, { ssrc: session.ssrc, ip: HOST, port, modes: VOICE_MODES, heartbeat_interval: 1 });
    return session;
  }

  private resume(socket: WebSocket, d: Json): VoiceSession | null {
    const admission = this.admissionOf(socket, d);
    const session = admission && this.sessions.get(keyOf(admission));
    if (!session) {
      if (admission) socket.close(VOICE_CLOSE.sessionInvalid);
      return null;
    }
    session.socket = socket;
    session.send(VOICE_OP.resumed, null);
    return session;
  }

  /** Closes the socket and returns null when nobody was told to connect so. */
  private admissionOf(socket: WebSocket, d: Json): Admission | null {
    const admission = [...this.admissions.values()].find(
      ({ guildId, sessionId }) => guildId === d['server_id'] && sessionId === d['session_id'],
    );
    if (admission?.token === d['token'] && admission) return admission;
    socket.close(admission ? VOICE_CLOSE.authenticationFailed : VOICE_CLOSE.sessionInvalid);
    return null;
  }

  private selectProtocol(session: VoiceSession, d: Json): void {
    const { address, port, mode } = (d['data'] ?? {}) as Json;
    if (d['protocol'] !== 'udp') return session.socket?.close(VOICE_CLOSE.unknownProtocol);
    if (mode !== VOICE_MODES[0]) return session.socket?.close(VOICE_CLOSE.unknownEncryption);
    const isOwnAddress = session.address?.address === address && session.address?.port === port;
    if (!isOwnAddress) return session.socket?.close(VOICE_CLOSE.badPayload);
    session.isReady = true;
    // Version 0: without end-to-end encryption, whose key server the stand-in does not have.
    session.send(VOICE_OP.sessionDescription, { mode, secret_key: [...session.key], dave_protocol_version: 0 });
  }

  private onPacket(packet: Buffer, from: RemoteInfo): void {
    if (isKeepAlive(packet)) return;
    const answer = discoveryResponse(packet, from);
    if (answer) {
      const session = this.sessionOf(({ ssrc }) => ssrc === packet.readUInt32BE(4));
      if (!session) return;
      session.address = { address: from.address, port: from.port };
      this.udp?.send(answer, from.port, from.address);
      return;
    }
    this.sessionOf(({ address }) => address?.port === from.port && address.address === from.address)?.receive(packet);
  }

  private sessionOf(matches: (session: VoiceSession) => boolean): VoiceSession | undefined {
    return [...this.sessions.values()].find(matches);
  }
}

const keyOf = ({ guildId, userId }: Pick<Admission, 'guildId' | 'userId'>): string => `${guildId}:${userId}`;

function parsed(text: string): { readonly op: number; readonly d: Json } | null {
  try {
    const { op, d } = JSON.parse(text) as { op: number; d: Json | null };
    return { op, d: d ?? {} };
  } catch {
    return null;
  }
}
