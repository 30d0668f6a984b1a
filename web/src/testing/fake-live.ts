import type { DocumentNode } from '@apollo/client';
import { act } from '@testing-library/react';
import { subscriptionOf } from '../lib/trusted-documents.js';

interface Message {
  readonly type: string;
  readonly id?: string;
  readonly payload?: unknown;
}

/** A mock WebSocket with the server side of the graphql-ws protocol. */
export class FakeSocket {
  static readonly CONNECTING = 0;
  static readonly OPEN = 1;
  static readonly CLOSING = 2;
  static readonly CLOSED = 3;
  readyState = FakeSocket.CONNECTING;
  /** Messages from the browser. */
  readonly received: Message[] = [];
  onopen: (() => unknown) | null = null;
  onmessage: ((event: { data: string }) => void) | null = null;
  onclose: ((event: { code: number; reason: string }) => void) | null = null;
  onerror: ((event: unknown) => void) | null = null;

  constructor(
    readonly url: string,
    readonly protocol: string,
  ) {}

  send(text: string): void {
    this.received.push(JSON.parse(text) as Message);
  }

  close(code = 1005, reason = ''): void {
    if (this.readyState === FakeSocket.CLOSED) return;
    this.readyState = FakeSocket.CLOSED;
    void Promise.resolve().then(() => this.onclose?.({ code, reason }));
  }

  /** Opens the connection and acknowledges it. */
  async accept(): Promise<void> {
    await act(async () => {
      this.readyState = FakeSocket.OPEN;
      await this.onopen?.();
      this.say({ type: 'connection_ack' });
      await turn();
    });
  }

  /** Closes the connection from the server, or fails the attempt. */
  async drop(code = 1006, reason = ''): Promise<void> {
    await act(async () => {
      this.close(code, reason);
      await turn();
    });
  }

  /** Sends one value of a subscription. */
  async sendValue(document: DocumentNode, data: object): Promise<void> {
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
    const found = this.received.find(({ type, payload }) => type === 'subscribe' && JSON.stringify(payload) === asked);
    if (found?.id === undefined) throw new Error('nobody subscribed to this');
    return found.id;
  }
}

/** Replaces the browser's WebSocket; every connection attempt is added to the returned list. */
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

/** Waits until pending promises have run. */
async function turn(): Promise<void> {
  for (let count = 0; count < 20; count += 1) await Promise.resolve();
}
