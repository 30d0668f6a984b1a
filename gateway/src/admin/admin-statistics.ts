import { RpcClient } from '@kith/kit';
import { admin, billing, bots, chat, type Actor } from '@kith/proto';
import { Injectable } from '@nestjs/common';
import type { AdminStats } from './admin.routes.js';

/** The statistics of the admin dashboard, composed of the answers of four services. */
@Injectable()
export class AdminStatistics {
  constructor(private readonly rpc: RpcClient) {}

  async of(actor: Actor): Promise<AdminStats> {
    const [{ total }, { basic, premium }, botCounts, { messages, careAnswers }] = await Promise.all([
      this.rpc.ask(admin.userCount, { actor }),
      this.rpc.ask(billing.planCounts, { actor }),
      this.rpc.ask(bots.stats, { actor }),
      this.rpc.ask(chat.totals, { actor }),
    ]);
    // Two services count at slightly different moments, so the difference may be negative for a moment.
    const free = Math.max(0, total - basic - premium);
    return { users: { total, free, standard: basic, premium }, bots: botCounts, messages, careAnswers };
  }
}
