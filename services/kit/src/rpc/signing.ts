import { PROCESSES, type ProcessName, type ServiceName } from '@kith/proto';
import { splitSigned, textOf, type ChannelKeys, type KeyPurpose, type ServiceKeys } from '../service-keys.js';
import type { PendingCall } from './pending-call.js';
import { readControl, readEnvelope, readFrame, type Control, type Envelope, type Frame } from './protocol.js';

const WARN_INTERVAL_MS = 60_000;

/** Signs what a client sends, and checks that answers come from the service that was called. */
export class ClientSigning {
  constructor(private readonly keys: ServiceKeys) {}

  /** As which of the processes that this one is it may make a call. Throws a TypeError when it may not. */
  callerFor(name: string, callers: readonly ProcessName[]): ProcessName {
    const caller = callers.find((candidate) => this.keys.isOwn(candidate));
    if (!caller) throw new TypeError(`${this.keys.names.join(', ')} may not call ${name}: proto allows ${callers.join(', ')}`);
    return caller;
  }

  /** The input of a secret call, for the envelope. Throws when it cannot be serialized as JSON. */
  encryptInput(call: PendingCall): string {
    return this.channel('rpc request', call).encrypt(JSON.stringify(call.request.input ?? null), call.id);
  }

  signRequest(call: PendingCall, json: string): string {
    return this.channel('rpc request', call).sign(json);
  }

  signControl(call: PendingCall, control: Control): string {
    return this.channel('rpc control', call).sign(JSON.stringify(control));
  }

  /** The frame in a message, with the call it answers; undefined when it is malformed or answers none. It is not authenticated yet. */
  readFrame(message: Buffer, calls: ReadonlyMap<string, PendingCall>): ReceivedFrame | undefined {
    const frame = readFrame(textOf(message));
    const call = frame && calls.get(frame.i);
    return call && { call, frame, message };
  }

  isAuthentic({ call, message }: ReceivedFrame): boolean {
    return this.answers(call).isSigned(message);
  }

  /** The value of a frame. Throws when it was encrypted for another place. */
  valueOf({ call, frame }: ReceivedFrame): unknown {
    return frame.q === undefined ? frame.d : (JSON.parse(this.answers(call).decrypt(frame.q, placeOf(frame))) as unknown);
  }

  private channel(purpose: KeyPurpose, { caller, request }: PendingCall): ChannelKeys {
    return existing(this.keys.channel(purpose, caller, request.service));
  }

  private answers({ caller, request }: PendingCall): ChannelKeys {
    return existing(this.keys.channel('rpc answer', request.service, caller));
  }
}

export interface ReceivedFrame {
  readonly call: PendingCall;
  readonly frame: Frame;
  /** As it arrived. */
  readonly message: Buffer;
}

/** Checks who sent what a service receives, and signs its answers. */
export class ServerSigning {
  /** Messages that were not signed by the caller they name. */
  forged = 0;
  private warnedAt = -Infinity;

  constructor(
    private readonly service: ServiceName,
    private readonly keys: ServiceKeys,
    private readonly logger: { warn(details: object, message: string): void },
  ) {}

  /** The request in the fields of a stream entry; undefined when it is deleted, malformed, or not signed by the caller it names. */
  openRequest(fields: readonly string[] | null): Envelope | undefined {
    const message = fields?.[1];
    return message === undefined ? undefined : this.open('rpc request', message, readEnvelope);
  }

  /** The control in a message to this replica; undefined when it is malformed or not signed by the caller it names. */
  openControl(message: string): Control | undefined {
    return this.open('rpc control', message, readControl);
  }

  /** The decrypted input of a secret call. Throws when it was encrypted for another call. */
  decryptInput({ f, i }: Envelope, encrypted: string): unknown {
    return JSON.parse(existing(this.keys.channel('rpc request', f, this.service)).decrypt(encrypted, i)) as unknown;
  }

  /** A frame for the caller of a request, as JSON. Its value is encrypted when the input was. */
  encodeFrame(envelope: Envelope, frame: Frame): string {
    const { d } = frame;
    if (d === undefined || envelope.q === undefined) return JSON.stringify(frame);
    return JSON.stringify({ ...frame, d: undefined, q: this.answers(envelope).encrypt(JSON.stringify(d), placeOf(frame)) });
  }

  signFrame(envelope: Envelope, json: string): string {
    return this.answers(envelope).sign(json);
  }

  private answers({ f }: Envelope): ChannelKeys {
    return existing(this.keys.channel('rpc answer', this.service, f));
  }

  private open<T extends { readonly f: ProcessName }>(
    purpose: KeyPurpose,
    message: string,
    read: (json: string) => T | undefined,
  ): T | undefined {
    const { mac, text } = splitSigned(message);
    const value = read(text);
    if (!value) return undefined;
    // The name comes from the message and may be any text.
    const from = PROCESSES.includes(value.f) ? value.f : undefined;
    if (from && this.keys.channel(purpose, from, this.service)?.isMac(mac, text) === true) return value;
    this.forged++;
    this.warn(from);
    return undefined;
  }

  private warn(from: ProcessName | undefined): void {
    if (performance.now() - this.warnedAt < WARN_INTERVAL_MS) return;
    this.warnedAt = performance.now();
    this.logger.warn(
      { from, forged: this.forged },
      'rpc: a message was not signed by the process it names; check RPC_PUBLIC_KEYS',
    );
  }
}

/** Where the value of a frame belongs: it cannot be moved to another call or position. */
const placeOf = ({ i, n }: Pick<Frame, 'i' | 'n'>): string => `${i} ${n}`;

/** For keys that exist because the other side was checked before. */
function existing(channel: ChannelKeys | undefined): ChannelKeys {
  if (!channel) throw new TypeError('this process has no keys for the two sides of the call');
  return channel;
}
