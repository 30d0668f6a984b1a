import { RpcClient } from '@kith/kit';
import { AppError, bots } from '@kith/proto';
import { Injectable } from '@nestjs/common';

/** What the bots service answers at once. */
const MAX_PER_REQUEST = 100;
/** Requests of bots that connect at the same time are collected for so long. */
const COLLECT_MS = 10;

interface Waiting {
  readonly resolve: (token: string | null) => void;
  readonly reject: (error: unknown) => void;
}

/** Fetches Discord tokens, many at once when many bots connect at once. They are kept nowhere. */
@Injectable()
export class BotTokens {
  private waiting = new Map<string, Waiting[]>();

  constructor(private readonly rpc: RpcClient) {}

  /** The current token; null without one. Rejects when the bots service does not answer, or cannot read the token. */
  of(botId: string): Promise<string | null> {
    return new Promise((resolve, reject) => {
      if (this.waiting.size === 0) setTimeout(() => this.fetchAll(), COLLECT_MS);
      this.waiting.set(botId, [...(this.waiting.get(botId) ?? []), { resolve, reject }]);
    });
  }

  private fetchAll(): void {
    const waiting = [...this.waiting];
    this.waiting = new Map();
    while (waiting.length > 0) void this.fetch(new Map(waiting.splice(0, MAX_PER_REQUEST)));
  }

  private async fetch(batch: ReadonlyMap<string, readonly Waiting[]>): Promise<void> {
    try {
      const { tokens } = await this.rpc.ask(bots.discordTokens, { botIds: [...batch.keys()] });
      for (const [botId, waiting] of batch) {
        const token = tokens[botId];
        for (const { resolve, reject } of waiting) {
          if (token === undefined) reject(new AppError('INTERNAL'));
          else resolve(token);
        }
      }
    } catch (error) {
      for (const waiting of batch.values()) for (const { reject } of waiting) reject(error);
    }
  }
}
