import { RpcClient } from '@kith/kit';
import { admin, billing, bots, chat, type Actor } from '@kith/proto';
import { Injectable } from '@nestjs/common';
import type { AdminStats } from './admin.routes.js';

/** What administrators see of several services at once. */
@Injectable()
export class Statistics {
  constructor(private readonly rpc: RpcClient) {}

  async of(actor: Actor): Promise<AdminStats> {
    const [{ total }, { basic, premium }, companions, { messages }] = await Promise.all([
      this.rpc.ask(admin.userCount, { actor }),
      this.rpc.ask(billing.planCounts, { actor }),
      this.rpc.ask(bots.stats, { actor }),
      this.rpc.ask(chat.totals, { actor }),
    ]);
    // Counted one after the other by two services: somebody may have come or gone in between.
    const free = Math.max(0, total - basic - premium);
    return { users: { total, free, standard: basic, premium }, bots: companions, messages };
  }
}
