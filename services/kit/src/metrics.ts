import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client';

/** The process's metrics in Prometheus' text form; labels are names of calls, queues and services, never ids. */
export class Metrics {
  readonly registry = new Registry();
  readonly calls = new Histogram({
    name: 'kith_calls_seconds',
    help: 'Calls answered by this process',
    labelNames: ['call', 'code'] as const,
    buckets: [0.002, 0.01, 0.05, 0.2, 1, 5, 20],
    registers: [this.registry],
  });
  readonly jobs = new Counter({
    name: 'kith_jobs_total',
    help: 'Jobs worked by this process',
    labelNames: ['queue', 'outcome'] as const,
    registers: [this.registry],
  });
  readonly connections = new Gauge({
    name: 'kith_discord_connections',
    help: 'Discord gateway connections of this process',
    labelNames: ['state'] as const,
    registers: [this.registry],
  });

  constructor() {
    collectDefaultMetrics({ register: this.registry });
  }
}
