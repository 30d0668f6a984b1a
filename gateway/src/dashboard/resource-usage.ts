import { RpcClient } from '@kith/kit';
import { AppError, billing, bots, chat, type Actor } from '@kith/proto';
import { Injectable } from '@nestjs/common';
import type { Usage } from './dashboard.routes.js';
import { Machine } from './machine.js';

/** What the dashboard shows of several services at once. */
@Injectable()
export class ResourceUsage {
  constructor(
    private readonly rpc: RpcClient,
    private readonly machine: Machine,
  ) {}

  /** One service that is away takes its own numbers with it and no others; when none answers, the first failure is thrown. */
  async of(actor: Actor): Promise<Usage> {
    const answers = await Promise.allSettled([
      this.rpc.ask(bots.counts, { actor }),
      this.rpc.ask(billing.usage, { actor }),
      this.rpc.ask(chat.activity, { actor }),
    ]);
    refuse(answers);
    const [counts, usage, activity] = answers;
    const used = usage.status === 'fulfilled' ? usage.value.used : null;
    return {
      system: { cpuUsage: this.machine.cpuUsage, memoryUsage: this.machine.memoryUsage },
      usage: {
        bots: counts.status === 'fulfilled' ? counts.value : { total: null, online: null },
        activity: activity.status === 'fulfilled' ? activity.value.activity : [],
        tokens: { used, dailyLimit: usage.status === 'fulfilled' ? usage.value.dailyLimit : null },
      },
      messageStats: { dailyTotal: used },
    };
  }
}

/** Throws when the question itself was refused, or when nobody answered it. */
function refuse(answers: readonly PromiseSettledResult<unknown>[]): void {
  const failures = answers.flatMap((answer) => (answer.status === 'rejected' ? [answer.reason as unknown] : []));
  const refusal = failures.find((failure) => !(failure instanceof AppError) || failure.status < 500);
  if (refusal !== undefined) throw refusal;
  if (failures.length === answers.length) throw failures[0];
}
