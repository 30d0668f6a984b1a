import { cpus, freemem, totalmem } from 'node:os';
import { RpcClient } from '@kith/kit';
import { AppError, billing, bots, type Actor, type OutputOf } from '@kith/proto';
import { Injectable } from '@nestjs/common';
import type { Usage } from './dashboard.routes.js';

interface CpuReading {
  readonly atMs: number;
  readonly busyMs: number;
  readonly totalMs: number;
}

// Readings closer together than this are too imprecise.
const MIN_INTERVAL_MS = 1000;

/** CPU and memory use of this machine in percent, from the operating system's counters. */
@Injectable()
export class HostMetrics {
  private last = readCpu();
  private percent = 0;

  /** The use of all processors since the previous reading. */
  get cpuUsage(): number {
    const now = readCpu();
    if (now.atMs - this.last.atMs >= MIN_INTERVAL_MS && now.totalMs > this.last.totalMs) {
      this.percent = round((100 * (now.busyMs - this.last.busyMs)) / (now.totalMs - this.last.totalMs));
      this.last = now;
    }
    return this.percent;
  }

  get memoryUsage(): number {
    return round((100 * (totalmem() - freemem())) / totalmem());
  }
}

function readCpu(): CpuReading {
  const times = cpus().map((cpu) => cpu.times);
  const idleMs = times.reduce((sum, { idle }) => sum + idle, 0);
  const totalMs = times.reduce((sum, { user, nice, sys, idle, irq }) => sum + user + nice + sys + idle + irq, 0);
  return { atMs: Date.now(), busyMs: totalMs - idleMs, totalMs };
}

const round = (percent: number): number => Math.round(percent * 10) / 10;

/** The numbers of the dashboard, composed of this machine's load and the answers of two services. */
@Injectable()
export class ResourceUsage {
  constructor(
    private readonly rpc: RpcClient,
    private readonly hostMetrics: HostMetrics,
  ) {}

  /** The numbers of an unavailable service are null or empty. Throws when a service rejects the request, or when none is available. */
  async of(actor: Actor): Promise<Usage> {
    const answers = await Promise.allSettled([
      this.rpc.ask(bots.counts, { actor }),
      this.rpc.ask(billing.usage, { actor }),
      this.rpc.ask(billing.activity, { actor }),
    ]);
    throwUnlessPartial(answers);
    const [counts, usage, activity] = answers;
    const days = activity.status === 'fulfilled' ? activity.value.activity : [];
    return {
      system: { cpuUsage: this.hostMetrics.cpuUsage, memoryUsage: this.hostMetrics.memoryUsage },
      usage: {
        bots: counts.status === 'fulfilled' ? counts.value : { total: null, online: null },
        activity: days,
        tokens: usage.status === 'fulfilled' ? tokensOf(usage.value) : { used: null, dailyLimit: null },
      },
      messageStats: { dailyTotal: days.at(-1)?.count ?? null },
    };
  }
}

const tokensOf = ({ used, dailyLimit }: OutputOf<typeof billing.usage>): Usage['usage']['tokens'] => ({ used, dailyLimit });

/** Throws a rejection of the request itself, or the first failure when all services failed. */
function throwUnlessPartial(answers: readonly PromiseSettledResult<unknown>[]): void {
  const failures = answers.flatMap((answer) => (answer.status === 'rejected' ? [answer.reason as unknown] : []));
  const rejection = failures.find((failure) => !(failure instanceof AppError) || failure.status < 500);
  if (rejection !== undefined) throw rejection;
  if (failures.length === answers.length) throw failures[0];
}
