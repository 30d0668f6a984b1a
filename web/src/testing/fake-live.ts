import type { DocumentNode } from '@apollo/client';
import { act } from '@testing-library/react';
import { subscriptionOf } from '../lib/trusted-documents.js';

interface Message {
  readonly type: string;
  readonly id?: string;
  readonly payload?: unknown;
}

/** The server's end of one WebSocket, in the words of the graphql-ws protocol. */
export class FakeSocket {
  static readonly CONNECTING = 0;
  static readonly OPEN = 1;
  static readonly CLOSING = 2;
  static readonly CLOSED = 3;
  readyState = FakeSocket.CONNECTING;
  /** What the browser sent. */
  readonly heard: Message[] = [];
  onopen: (() => unknown) | null = null;
  onmessage: ((event: { data: string }) => void) | null = null;
  onclose: ((event: { code: number; reason: string }) => void) | null = null;
  onerror: ((event: unknown) => void) | null = null;

  constructor(
    readonly url: string,
    readonly protocol: string,
  ) {}

  send(text: string): void {
    this.heard.push(JSON.parse(text) as Message);
  }

  close(code = 1005, reason = ''): void {
    if (this.readyState === FakeSocket.CLOSED) return;
    this.readyState = FakeSocket.CLOSED;
    void Promise.resolve().then(() => this.onclose?.({ code, reason }));
  }

  /** Opens, takes the greeting and lets the browser in. */
  async accept(): Promise<void> {
    await act(async () => {
      this.readyState = FakeSocket.OPEN;
      await this.onopen?.();
      this.say({ type: 'connection_ack' });
      await turn();
    });
  }

  /** The server ends it, or nothing was there to be connected to. */
  async drop(code = 1006, reason = ''): Promise<void> {
    await act(async () => {
      this.close(code, reason);
      await turn();
    });
  }

  /** One value of a subscription. */
  async tell(document: DocumentNode, data: object): Promise<void> {
    await act(async () => {
      this.say({ type: 'next', id: this.idOf(document), payload: { data } });
      await turn();
    });
  }

  async refuse(document: DocumentNode, code: string): Promise<void> {
    await act(async () => {
      this.say({ type: 'error', id: this.idOf(document), payload: [{ message: code, extensions: { code } }] });
      await turn();
    });
  }

  say(message: Message): void {
    this.onmessage?.({ data: JSON.stringify(message) });
  }

  private idOf(document: DocumentNode): string {
    const asked = JSON.stringify(subscriptionOf(document));
    const found = this.heard.find(({ type, payload }) => type === 'subscribe' && JSON.stringify(payload) === asked);
    if (found?.id === undefined) throw new Error('nobody subscribed to this');
    return found.id;
  }
}

/** Stands in for the browser's WebSocket; each connection that is tried is added. */
export function fakeLive(): FakeSocket[] {
  const sockets: FakeSocket[] = [];
  class Opened extends FakeSocket {
    constructor(url: string, protocol: string) {
      super(url, protocol);
      sockets.push(this);
    }
  }
  globalThis.WebSocket = Opened as unknown as typeof WebSocket;
  return sockets;
}

/** Lets what was promised happen. */
async function turn(): Promise<void> {
  for (let count = 0; count < 20; count += 1) await Promise.resolve();
}
