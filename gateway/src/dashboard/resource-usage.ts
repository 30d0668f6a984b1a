import { RpcClient } from '@kith/kit';
import { billing, bots, type Actor } from '@kith/proto';
import { Injectable } from '@nestjs/common';
import type { Usage } from './dashboard.routes.js';
import { Machine } from './machine.js';

const PAGE = 200;

/** What the dashboard shows of several services at once. */
@Injectable()
export class ResourceUsage {
  constructor(
    private readonly rpc: RpcClient,
    private readonly machine: Machine,
  ) {}

  async of(actor: Actor): Promise<Usage> {
    const [counts, { used, dailyLimit }] = await Promise.all([this.countBots(actor), this.rpc.ask(billing.usage, { actor })]);
    return {
      system: { cpuUsage: this.machine.cpuUsage, memoryUsage: this.machine.memoryUsage },
      usage: { bots: counts, tokens: { used, dailyLimit } },
      messageStats: { dailyTotal: used },
    };
  }

  private async countBots(actor: Actor): Promise<Usage['usage']['bots']> {
    const first = await this.rpc.ask(bots.list, { actor, limit: PAGE });
    const offsets = Array.from({ length: Math.ceil(first.total / PAGE) - 1 }, (_, page) => (page + 1) * PAGE);
    const rest = await Promise.all(offsets.map((offset) => this.rpc.ask(bots.list, { actor, limit: PAGE, offset })));
    const all = [first, ...rest].flatMap((page) => page.bots);
    return { total: first.total, online: all.filter(({ status }) => status === 'online').length };
  }
}
