import { cpus, freemem, totalmem } from 'node:os';
import { Injectable } from '@nestjs/common';

interface Reading {
  readonly atMs: number;
  readonly busyMs: number;
  readonly totalMs: number;
}

// Two readings closer together than this say little about the time between them.
const LEAST_MS = 1000;

/** How busy this machine is, in percent, as the operating system counts it. */
@Injectable()
export class Machine {
  private last = read();
  private percent = 0;

  /** The share of all processors used since the reading before. */
  get cpuUsage(): number {
    const now = read();
    if (now.atMs - this.last.atMs >= LEAST_MS && now.totalMs > this.last.totalMs) {
      this.percent = round((100 * (now.busyMs - this.last.busyMs)) / (now.totalMs - this.last.totalMs));
      this.last = now;
    }
    return this.percent;
  }

  get memoryUsage(): number {
    return round((100 * (totalmem() - freemem())) / totalmem());
  }
}

function read(): Reading {
  const times = cpus().map((cpu) => cpu.times);
  const idleMs = times.reduce((sum, { idle }) => sum + idle, 0);
  const totalMs = times.reduce((sum, { user, nice, sys, idle, irq }) => sum + user + nice + sys + idle + irq, 0);
  return { atMs: Date.now(), busyMs: totalMs - idleMs, totalMs };
}

const round = (percent: number): number => Math.round(percent * 10) / 10;
