import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import type { RpcClient } from '@kith/kit';
import { ONLINE, STOPPED } from './status-reporter.js';
import { StatusReporter } from './status-reporter.js';

/** A bots service that fails the first reports; each failure advances the clock by ten minutes. */
class FlakyBotsService {
  readonly reports: unknown[] = [];

  constructor(private readonly failures: number) {}

  reporter(closed = new AbortController().signal): StatusReporter {
    const ask = ((_call, report) => this.handle(report)) as RpcClient['ask'];
    return new StatusReporter({ botId: 'b', fence: 1 }, { rpc: { ask }, logger: { debug: () => undefined } }, closed);
  }

  /** `Date.now` is mocked here, so the polls are counted instead of timed. */
  async received(count: number): Promise<void> {
    for (let polls = 0; this.reports.length < count && polls < 500; polls++)
      await new Promise((resolve) => setTimeout(resolve, 10));
    expect(this.reports).toHaveLength(count);
  }

  private async handle(report: unknown): Promise<never> {
    if (this.reports.push(report) > this.failures) return { accepted: true } as never;
    nowMs += 600_000;
    throw new Error('unavailable');
  }
}

let nowMs = 0;

describe('StatusReporter', () => {
  beforeEach(() => {
    nowMs = 1_700_000_000_000;
    jest.spyOn(Date, 'now').mockImplementation(() => nowMs);
  });
  afterEach(() => {
    jest.restoreAllMocks();
  });

  it('retries without end while the connection is open, but only for a limited time once it is closed', async () => {
    const [forOpen, forClosed] = [new FlakyBotsService(3), new FlakyBotsService(3)];
    forOpen.reporter().report(ONLINE);
    forClosed.reporter(AbortSignal.abort()).report(STOPPED);
    await forOpen.received(4);
    expect(forOpen.reports.at(-1)).toMatchObject({ botId: 'b', fence: 1, runtimeState: 'online' });
    await forClosed.received(1);
  });

  it('reports an unchanged status once, and again when asked to repeat it', async () => {
    const bots = new FlakyBotsService(0);
    const reporter = bots.reporter();
    reporter.report(ONLINE);
    reporter.report(ONLINE);
    await bots.received(1);
    reporter.repeat();
    await bots.received(2);
    expect(bots.reports[1]).toEqual(bots.reports[0]);
  });
});
