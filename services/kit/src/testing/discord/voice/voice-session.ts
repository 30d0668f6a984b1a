import { randomBytes } from 'node:crypto';
import type { RemoteInfo } from 'node:dgram';
import type { WebSocket } from 'ws';
import { openPacket, type VoicePacket } from './rtp.js';

export const VOICE_OP = {
  identify: 0,
  selectProtocol: 1,
  ready: 2,
  heartbeat: 3,
  sessionDescription: 4,
  speaking: 5,
  heartbeatAck: 6,
  resume: 7,
  hello: 8,
  resumed: 9,
} as const;
/** Close codes of the voice gateway. */
export const VOICE_CLOSE = {
  unknownOpcode: 4001,
  badPayload: 4002,
  notAuthenticated: 4003,
  authenticationFailed: 4004,
  alreadyAuthenticated: 4005,
  sessionInvalid: 4006,
  sessionTimeout: 4009,
  unknownProtocol: 4012,
  disconnected: 4014,
  unknownEncryption: 4016,
} as const;

/** Both are offered, as on Discord; the stand-in decrypts the first one only. */
export const VOICE_MODES = ['aead_aes256_gcm_rtpsize', 'aead_xchacha20_poly1305_rtpsize'] as const;
const KEY_BYTES = 32;

/** Whom the main gateway has told to connect. */
export interface Admission {
  readonly guildId: string;
  readonly userId: string;
  readonly sessionId: string;
  readonly token: string;
}

/** A packet with the time at which it arrived, on the clock of this process. */
export interface HeardPacket extends VoicePacket {
  readonly receivedAtMs: number;
}

/** What arrived of a client, for tests. */
export interface Heard {
  readonly packets: readonly HeardPacket[];
  /** Packets that could not be decrypted, repeated a nonce or came before the client said that it speaks. */
  readonly refused: number;
  readonly isSpeaking: boolean;
  /** The newest version of end-to-end encryption (DAVE) that the client offers; 0 for none. */
  readonly offeredDaveVersion: number;
}

/** One client in a voice channel: its socket, its address for UDP, its key. */
export class VoiceSession {
  readonly ssrc = randomBytes(4).readUInt32BE(0);
  readonly key = randomBytes(KEY_BYTES);
  socket: WebSocket | null = null;
  /** Where its packets come from, learned by the discovery. */
  address: Pick<RemoteInfo, 'address' | 'port'> | null = null;
  /** Whether protocol and encryption are agreed. */
  isReady = false;
  private isSpeaking = false;
  private hasSpoken = false;
  private refused = 0;
  private readonly counters = new Set<number>();
  private readonly packets: HeardPacket[] = [];

  constructor(
    readonly admission: Admission,
    private readonly offeredDaveVersion: number,
  ) {}

  get heard(): Heard {
    return {
      packets: [...this.packets],
      refused: this.refused,
      isSpeaking: this.isSpeaking,
      offeredDaveVersion: this.offeredDaveVersion,
    };
  }

  send(op: number, d: unknown): void {
    this.socket?.send(JSON.stringify({ op, d }));
  }

  speak(speaking: number): void {
    this.isSpeaking = speaking !== 0;
    this.hasSpoken ||= this.isSpeaking;
  }

  /** Discord drops what is sent before the client said that it speaks, and what it cannot decrypt. */
  receive(packet: Buffer): void {
    const opened = this.isReady && this.hasSpoken ? openPacket(packet, this.key) : null;
    if (!opened || opened.ssrc !== this.ssrc || this.counters.has(opened.counter)) {
      this.refused++;
      return;
    }
    this.counters.add(opened.counter);
    this.packets.push({ ...opened, receivedAtMs: performance.now() });
  }
}
