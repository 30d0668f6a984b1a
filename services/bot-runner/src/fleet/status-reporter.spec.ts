import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import type { RpcClient } from '@kith/kit';
import { ONLINE, STOPPED } from './status.js';
import { StatusReporter } from './status-reporter.js';

/** A bots service that is away for the first reports; each of them seems to take ten minutes. */
class AwayAtFirst {
  readonly asked: unknown[] = [];

  constructor(private readonly failures: number) {}

  reporter(closed = new AbortController().signal): StatusReporter {
    const ask = ((_call, report) => this.#answer(report)) as RpcClient['ask'];
    return new StatusReporter({ botId: 'b', fence: 1 }, { rpc: { ask }, logger: { debug: () => undefined } }, closed);
  }

  /** Jest's own clock stands still here, so the looks are counted. */
  async wasAsked(count: number): Promise<void> {
    for (let looks = 0; this.asked.length < count && looks < 500; looks++)
      await new Promise((resolve) => setTimeout(resolve, 10));
    expect(this.asked).toHaveLength(count);
  }

  async #answer(report: unknown): Promise<never> {
    if (this.asked.push(report) > this.failures) return { accepted: true } as never;
    nowMs += 600_000;
    throw new Error('away');
  }
}

let nowMs = 0;

describe('the state of a connection', () => {
  beforeEach(() => {
    nowMs = 1_700_000_000_000;
    jest.spyOn(Date, 'now').mockImplementation(() => nowMs);
  });
  afterEach(() => {
    jest.restoreAllMocks();
  });

  it('is told however long the bots service is away, but after the end of the connection for a while only', async () => {
    const [toLiving, toClosed] = [new AwayAtFirst(3), new AwayAtFirst(3)];
    toLiving.reporter().report(ONLINE);
    toClosed.reporter(AbortSignal.abort()).report(STOPPED);
    await toLiving.wasAsked(4);
    expect(toLiving.asked.at(-1)).toMatchObject({ botId: 'b', fence: 1, runtimeState: 'online' });
    await toClosed.wasAsked(1);
  });

  it('is told once, and again on demand', async () => {
    const bots = new AwayAtFirst(0);
    const reporter = bots.reporter();
    reporter.report(ONLINE);
    reporter.report(ONLINE);
    await bots.wasAsked(1);
    reporter.repeat();
    await bots.wasAsked(2);
    expect(bots.asked[1]).toEqual(bots.asked[0]);
  });
});
