import { createServer, type Server } from 'node:https';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { selfSignedCertificate } from '@kith/kit/testing';
import { oggOf, oggPage } from './sounds.js';

/** What the server answers to one listener. */
export type RadioAnswer = (request: IncomingMessage, response: ServerResponse) => void;

/** A server of internet radio: each path answers as the test says; /live plays without end. */
export class RadioServer {
  readonly certificate = selfSignedCertificate();
  readonly answers = new Map<string, RadioAnswer>();
  /** A second of what /live sends, as Opus: three at once in the beginning, then one each second. */
  second: readonly Buffer[] = [];
  private readonly listeners = new Set<ServerResponse>();
  private server: Server | null = null;
  private connected = 0;

  static async open(): Promise<RadioServer> {
    const radio = new RadioServer();
    const { certificate } = radio;
    radio.server = createServer({ cert: certificate.cert, key: certificate.key }, (request, response) =>
      radio.answer(request, response),
    );
    await new Promise<void>((resolve) => radio.server?.listen(0, '127.0.0.1', resolve));
    return radio;
  }

  get origin(): string {
    return `https://127.0.0.1:${(this.server?.address() as AddressInfo | null)?.port ?? 0}`;
  }

  /** How often somebody has listened to /live. */
  get listened(): number {
    return this.connected;
  }

  /** Who listens to /live now. */
  get listening(): number {
    return this.listeners.size;
  }

  /** Ends the connections to /live. */
  drop(): void {
    for (const response of this.listeners) response.destroy();
  }

  async close(): Promise<void> {
    this.server?.closeAllConnections();
    await new Promise((resolve) => this.server?.close(resolve));
  }

  private answer(request: IncomingMessage, response: ServerResponse): void {
    const answer = this.answers.get(request.url ?? '');
    if (answer) return answer(request, response);
    if (request.url !== '/live') return void response.writeHead(404).end();
    this.connected += 1;
    this.listeners.add(response);
    response.writeHead(200, { 'content-type': 'application/ogg', 'icy-name': 'Harbour' });
    response.write(oggOf([this.second, this.second, this.second].flat()));
    const timer = setInterval(() => response.write(Buffer.concat(this.second.map((packet) => oggPage(packet)))), 1000);
    response.once('close', () => {
      clearInterval(timer);
      this.listeners.delete(response);
    });
  }
}
