import { beforeEach, describe, expect, it } from '@jest/globals';
import { RequestTurns } from './request-turns.js';

/** A clock that goes on only when it is told to. */
class ManualClock {
  private timers: { readonly atMs: number; readonly run: () => void }[] = [];
  private ms = 0;
  readonly now = (): number => this.ms;
  readonly after = (ms: number, run: () => void): (() => void) => {
    const timer = { atMs: this.ms + ms, run };
    this.timers.push(timer);
    return () => (this.timers = this.timers.filter((one) => one !== timer));
  };

  async advance(ms: number): Promise<void> {
    const end = this.ms + ms;
    for (;;) {
      const [next] = this.timers.filter(({ atMs }) => atMs <= end).toSorted((a, b) => a.atMs - b.atMs);
      if (!next) break;
      this.timers = this.timers.filter((one) => one !== next);
      this.ms = next.atMs;
      next.run();
      await settle();
    }
    this.ms = end;
    await settle();
  }
}

const settle = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

describe('the requests of a user', () => {
  let clock: ManualClock;
  let turns: RequestTurns;
  /** What ends each request that has begun, by user, in the order of their begin. */
  let begun: Map<string, (() => void)[]>;

  beforeEach(() => {
    clock = new ManualClock();
    turns = new RequestTurns(clock);
    begun = new Map();
  });

  function request(user: string): void {
    void turns.take(user).then((release) => begun.set(user, [...(begun.get(user) ?? []), release]));
  }
  const countOf = (user: string): number => begun.get(user)?.length ?? 0;
  async function requests(user: string, count: number): Promise<void> {
    for (let at = 0; at < count; at += 1) request(user);
    await settle();
  }

  it('are answered four at a time, the others in their order, and those of another user at once', async () => {
    await requests('one', 7);
    expect(countOf('one')).toBe(4);
    await requests('other', 1);
    expect(countOf('other')).toBe(1);
    begun.get('one')?.[0]?.();
    await settle();
    expect(countOf('one')).toBe(5);
  });

  it('are answered one at a time while more than eight wait, with a pause four times as long as the one before took', async () => {
    await requests('one', 30);
    for (const release of begun.get('one')?.slice(0, 4) ?? []) release();
    await clock.advance(0);
    expect(countOf('one')).toBe(5);
    await clock.advance(20);
    begun.get('one')?.[4]?.();
    await clock.advance(79);
    expect(countOf('one')).toBe(5);
    await clock.advance(1);
    expect(countOf('one')).toBe(6);
  });

  it('all come to an end, each once, however they end', async () => {
    await requests('one', 200);
    const ended = new Set<() => void>();
    for (let step = 0; step < 2000 && ended.size < 200; step += 1) {
      for (const release of begun.get('one') ?? [])
        if (!ended.has(release)) {
          ended.add(release);
          release();
          release();
        }
      await clock.advance(1);
    }
    expect(countOf('one')).toBe(200);
    await requests('one', 5);
    expect(countOf('one')).toBe(204);
  });

  it('give their places away after 200 ms, so that replies that take long keep nobody waiting', async () => {
    await requests('one', 6);
    await clock.advance(199);
    expect(countOf('one')).toBe(4);
    await clock.advance(1);
    expect(countOf('one')).toBe(6);
  });

  it('are refused with RATE_LIMITED when five hundred wait', async () => {
    await requests('one', 504);
    await expect(turns.take('one')).rejects.toMatchObject({ code: 'RATE_LIMITED' });
    await expect(turns.take('other')).resolves.toBeInstanceOf(Function);
  });
});
