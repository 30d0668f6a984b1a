import { createServer, type Server, type ServerResponse } from 'node:http';
import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client';

/** State of each dependency: `ok` or `failed`. Contains no host name, address or credential. */
export interface HealthReport {
  readonly ready: boolean;
  readonly checks: Readonly<Record<string, 'ok' | 'failed'>>;
}

type Check = () => Promise<unknown>;
const CHECK_TIMEOUT_MS = 2000;

/** The health checks of this process, by name of the dependency. */
export class Health {
  private readonly checks = new Map<string, Check>();

  /** Adds a check, which rejects while its dependency does not work. */
  add(name: string, check: Check): void {
    this.checks.set(name, check);
  }

  /** Runs all checks at the same time; one that takes longer than two seconds has failed. */
  async report(): Promise<HealthReport> {
    const entries = await Promise.all(
      [...this.checks].map(async ([name, check]): Promise<[string, 'ok' | 'failed']> => [
        name,
        (await passes(check)) ? 'ok' : 'failed',
      ]),
    );
    return { ready: entries.every(([, state]) => state === 'ok'), checks: Object.fromEntries(entries) };
  }
}

const passes = async (check: Check): Promise<boolean> => (await answerInTime(() => check().then(() => true))) ?? false;

/** Undefined when it fails, or takes too long. */
async function answerInTime<T>(ask: () => Promise<T>): Promise<T | undefined> {
  let timer: NodeJS.Timeout | undefined;
  const timeout = new Promise<undefined>((resolve) => {
    timer = setTimeout(() => resolve(undefined), CHECK_TIMEOUT_MS);
  });
  try {
    return await Promise.race([ask(), timeout]);
  } catch {
    return undefined;
  } finally {
    clearTimeout(timer);
  }
}

/** The Prometheus metrics of this process. Labels are names of calls, queues and services, never ids. */
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
    help: 'Jobs processed by this process',
    labelNames: ['queue', 'outcome'] as const,
    registers: [this.registry],
  });
  readonly jobAges = new Histogram({
    name: 'kith_job_age_seconds',
    help: 'How long ago the jobs were added that this process has finished',
    labelNames: ['queue'] as const,
    buckets: [0.1, 0.5, 1, 3, 10, 30, 120, 600],
    registers: [this.registry],
  });
  /** By queue: when its oldest job was to begin, in epoch ms; null for none. */
  private readonly oldestJobs = new Map<string, () => Promise<number | null>>();
  readonly gatewaySessions = new Counter({
    name: 'kith_discord_sessions_total',
    help: 'Sessions that this process began at Discord (identify) or resumed (resume)',
    labelNames: ['how'] as const,
    registers: [this.registry],
  });
  readonly refusedRequests = new Counter({
    name: 'kith_discord_requests_refused_total',
    help: 'REST requests that Discord answered with 401, 403 or 429',
    labelNames: ['status'] as const,
    registers: [this.registry],
  });
  readonly refusedMessages = new Counter({
    name: 'kith_discord_messages_refused_total',
    help: 'Messages from Discord that got no reply because the bot or its owner had too many outstanding ones, or Discord refuses posts in the channel',
    labelNames: ['reason'] as const,
    registers: [this.registry],
  });
  readonly voiceConnections = new Gauge({
    name: 'kith_discord_voice_connections',
    help: 'Voice channels in which bots of this process play',
    registers: [this.registry],
  });
  readonly moderatedReplies = new Counter({
    name: 'kith_replies_moderated_total',
    help: 'Checks of replies: allowed, withheld as adult or danger, or unchecked because the moderation endpoint did not answer; by rules or endpoint',
    labelNames: ['outcome', 'by'] as const,
    registers: [this.registry],
  });
  readonly questionModelAnswers = new Counter({
    name: 'kith_question_model_answers_total',
    help: 'Messages of which QUESTION_MODEL was to write the whole question: question, none because it wrote none that can be used, or failed',
    labelNames: ['outcome'] as const,
    registers: [this.registry],
  });
  readonly questionModelTokens = new Counter({
    name: 'kith_question_model_tokens_total',
    help: 'Tokens that QUESTION_MODEL read (prompt) and wrote (completion), as far as it tells',
    labelNames: ['kind'] as const,
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
    const { oldestJobs } = this;
    const oldest = new Gauge({
      name: 'kith_oldest_job_seconds',
      help: 'How long ago the oldest job was to begin that waits or runs in a queue that this process works on; 0 for none. Those that run later do not count',
      labelNames: ['queue'],
      registers: [],
      async collect() {
        // Without Redis nobody knows: other metrics are shown all the same.
        const read = async ([queue, ask]: [string, () => Promise<number | null>]) => [queue, await answerInTime(ask)] as const;
        const found = await Promise.all([...oldestJobs].map(read));
        this.reset();
        for (const [queue, dueAtMs] of found)
          if (dueAtMs !== undefined) this.set({ queue }, dueAtMs === null ? 0 : Math.max(0, Date.now() - dueAtMs) / 1000);
      },
    });
    this.registry.registerMetric(oldest);
  }

  /** From now on the age of the oldest job of the queue is shown. */
  watchQueue(name: string, oldestDueAtMs: () => Promise<number | null>): void {
    this.oldestJobs.set(name, oldestDueAtMs);
  }
}

/** Serves `/metrics`, `/health/live` and `/health/ready` of one process on a separate port. Rejects when the port is in use. */
export async function serveMonitoring(health: Health, metrics: Metrics, host: string, port: number): Promise<Server> {
  const server = createServer((request, response) => {
    void respond(request.url ?? '/', health, metrics, response).catch(() => response.writeHead(500).end());
  });
  await new Promise<void>((resolve, reject) => server.once('error', reject).listen(port, host, resolve));
  return server;
}

async function respond(path: string, health: Health, metrics: Metrics, response: ServerResponse): Promise<void> {
  if (path === '/metrics') {
    response.writeHead(200, { 'content-type': metrics.registry.contentType }).end(await metrics.registry.metrics());
  } else if (path === '/health/live') {
    response.writeHead(200, { 'content-type': 'application/json' }).end('{"status":"ok"}');
  } else if (path === '/health/ready') {
    const report = await health.report();
    response.writeHead(report.ready ? 200 : 503, { 'content-type': 'application/json' }).end(JSON.stringify(report));
  } else {
    response.writeHead(404).end();
  }
}
