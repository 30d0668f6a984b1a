import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { FairScheduler, type RpcClient } from '@kith/kit';
import { ONLINE, REPORTS_AT_A_TIME, StatusReporter, STOPPED } from './status-reporter.js';

/** A bots service that fails the first reports; each failure advances the clock by ten minutes. */
class FlakyBotsService {
  readonly reports: unknown[] = [];

  constructor(private readonly failures: number) {}

  reporter(closed = new AbortController().signal): StatusReporter {
    const ask = ((_call, report) => this.handle(report)) as RpcClient['ask'];
    return new StatusReporter({ botId: 'b', fence: 1 }, sharedWith(ask), closed);
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
const sharedWith = (ask: RpcClient['ask']) => ({
  rpc: { ask },
  logger: { debug: () => undefined },
  reports: new FairScheduler(REPORTS_AT_A_TIME),
});

describe('StatusReporter', () => {
  beforeEach(() => {
    nowMs = 1_700_000_000_000;
    jest.spyOn(Date, 'now').mockImplementation(() => nowMs);
  });
  afterEach(() => {
    jest.restoreAllMocks();
  });

  it('sends few reports of all bots at a time, and of each bot what is the newest when its turn comes', async () => {
    const sent: { readonly state: string; readonly end: () => void }[] = [];
    const ask = ((_call, { runtimeState }: { runtimeState: string }) =>
      new Promise((resolve) =>
        sent.push({ state: runtimeState, end: () => resolve({ accepted: true } as never) }),
      )) as RpcClient['ask'];
    const shared = sharedWith(ask);
    const reporters = ['a', 'b', 'c', 'd'].map((botId) => {
      return new StatusReporter({ botId, fence: 1 }, shared, new AbortController().signal);
    });
    for (const reporter of reporters) reporter.report(ONLINE);
    reporters.at(-1)?.report(STOPPED);
    const settle = () => new Promise((resolve) => setTimeout(resolve, 10));
    for (let ended = 0; ended < reporters.length; ended += 1) {
      await settle();
      expect(sent).toHaveLength(Math.min(reporters.length, ended + REPORTS_AT_A_TIME.capacity));
      sent[ended]?.end();
    }
    await settle();
    expect(sent.map(({ state }) => state)).toEqual(['online', 'online', 'online', 'stopped']);
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
