import { describe, expect, it, jest } from '@jest/globals';
import { queues, type JobOf, type JobTurn, type Plan, type QueueContract, type QueueTurns } from '@kith/proto';
import { JobPostponed } from './job-postponed.js';
import { JobTurns } from './job-turns.js';

interface TestJob {
  readonly turn: JobTurn;
  /** When it ends, or throws. */
  readonly work: () => Promise<unknown> | undefined;
}

const contract = (concurrency: number, turns: Partial<QueueTurns>): QueueContract & { readonly turns: QueueTurns } => ({
  ...(queues.deliveries as QueueContract),
  concurrency,
  turns: {
    of: (job) => (job as TestJob).turn,
    window: 100,
    maxRunningPerOwner: concurrency,
    maxRunningPerBot: concurrency,
    ...turns,
  },
});
const turnOf = (ownerId: string, botId = ownerId, lane = 'channel', ownerPlan?: Plan): JobTurn => ({
  ownerId,
  botId,
  lane,
  ...(ownerPlan && { ownerPlan }),
});

/** Jobs that run until they are ended; `started` lists their ids. */
function workOf(turns: JobTurns) {
  const started: string[] = [];
  const ends = new Map<string, () => void>();
  const handler = turns.wrap<{ readonly jobId: string }>((data, { jobId }) => {
    started.push(jobId);
    return (data as TestJob).work();
  });
  return {
    started,
    /** Adds a job; resolves to `done` or the error. */
    add: (jobId: string, turn: JobTurn, work: TestJob['work'] = () => new Promise<void>((end) => ends.set(jobId, end))) =>
      Promise.resolve(handler({ turn, work } satisfies TestJob, { jobId })).then(
        () => 'done',
        (error: unknown) => error,
      ),
    end: (jobId: string) => ends.get(jobId)?.(),
  };
}
const settled = () => new Promise((resolve) => setImmediate(resolve));
const sleep = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

describe('the jobs of a queue with turns', () => {
  it('run in the order of their lane, one at a time, and lanes do not wait for each other', async () => {
    const work = workOf(new JobTurns(contract(10, {})));
    void work.add('a1', turnOf('owner', 'bot', 'a'));
    void work.add('a2', turnOf('owner', 'bot', 'a'));
    void work.add('b1', turnOf('owner', 'bot', 'b'));
    void work.add('other bot', turnOf('owner', 'other', 'a'));
    await settled();
    expect(work.started).toEqual(['a1', 'b1', 'other bot']);
    work.end('a1');
    await settled();
    expect(work.started).toEqual(['a1', 'b1', 'other bot', 'a2']);
  });

  it('run in any order without a lane, also while one of them is postponed', async () => {
    const turns = new JobTurns(contract(10, {}));
    const work = workOf(turns);
    const turn: JobTurn = { ownerId: 'owner', botId: 'bot' };
    const postponed = work.add('postponed', turn, () => Promise.reject(new JobPostponed(60_000)));
    void work.add('first', turn);
    void work.add('second', turn);
    expect(await postponed).toBeInstanceOf(JobPostponed);
    void work.add('third', turn);
    await settled();
    expect(work.started).toEqual(['postponed', 'first', 'second', 'third']);
  });

  it('of one bot and of one owner run at most as many at a time as the contract says', async () => {
    const work = workOf(new JobTurns(contract(10, { maxRunningPerOwner: 3, maxRunningPerBot: 2 })));
    for (const bot of ['first', 'second'])
      for (let n = 0; n < 5; n += 1) void work.add(`${bot} ${n}`, turnOf('owner', bot, `${n}`));
    void work.add('other owner', turnOf('other'));
    await settled();
    expect(work.started).toHaveLength(4);
    expect(work.started.filter((id) => id.startsWith('first'))).toHaveLength(2);
    expect(work.started).toContain('other owner');
  });

  it('of an owner who has few of them do not wait for the many of another owner', async () => {
    const work = workOf(new JobTurns(contract(2, {})));
    for (let n = 0; n < 50; n += 1) void work.add(`frequent ${n}`, turnOf('frequent', 'frequent', `${n}`));
    void work.add('usual', turnOf('usual'));
    await settled();
    work.end('frequent 0');
    await settled();
    expect(work.started).toEqual(['frequent 0', 'frequent 1', 'usual']);
  });

  describe('of an owner on a higher plan', () => {
    /** How many of the first 50 jobs that run are of the owner on the premium plan, when both owners have a hundred waiting. */
    async function shareOfPremium(named: (jobNumber: number) => Plan | undefined, reported?: Plan): Promise<number> {
      let nowMs = 0;
      // The turns of an owner are counted by the time that the jobs take: by this clock all take the same.
      const clock = jest.spyOn(performance, 'now').mockImplementation(() => nowMs);
      const turns = new JobTurns(contract(1, { window: 300 }));
      const started: string[] = [];
      const handler = turns.wrap<{ readonly jobId: string }>(async (_data, { jobId, reportOwnerPlan }) => {
        started.push(jobId);
        if (reported && jobId === 'premium') reportOwnerPlan(reported);
        await settled();
        nowMs += 10;
      });
      const jobs = Array.from({ length: 100 }, (_, n) => [
        handler({ turn: turnOf('free', 'free', `${n}`) }, { jobId: 'free' }),
        handler({ turn: turnOf('premium', 'premium', `${n}`, named(n)) }, { jobId: 'premium' }),
      ]);
      await Promise.all(jobs.flat()).finally(() => clock.mockRestore());
      return started.slice(0, 50).filter((owner) => owner === 'premium').length;
    }

    it('take more turns while others wait, when a job names the plan', async () => {
      expect(await shareOfPremium(() => 'premium')).toBeGreaterThan(30);
    });

    it('take more turns also when only the last job named the plan', async () => {
      expect(await shareOfPremium((n) => (n === 99 ? 'premium' : undefined))).toBeGreaterThan(30);
    });

    it('take more turns, those that wait already included, when the handler reports the plan', async () => {
      expect(await shareOfPremium(() => undefined, 'premium')).toBeGreaterThan(30);
    });

    it('take as many turns as others after the plan was reported as free', async () => {
      const share = await shareOfPremium(() => 'premium', 'free');
      expect(share).toBeLessThanOrEqual(30);
    });
  });

  it('stay in the order of their lane when one is postponed, also those that come later or come back too early', async () => {
    const work = workOf(new JobTurns(contract(5, {})));
    const turn = turnOf('owner');
    const done: string[] = [];
    const finish = (id: string) => () => Promise.resolve(done.push(id));
    const limited = () => Promise.reject(new JobPostponed(60));
    expect(await work.add('1', turn, limited)).toMatchObject({ delayMs: 60 });
    for (const id of ['2', '3']) {
      const outcome = await work.add(id, turn, finish(id));
      expect(outcome).toBeInstanceOf(JobPostponed);
      expect((outcome as JobPostponed).delayMs).toBeLessThanOrEqual(60);
      expect((outcome as JobPostponed).delayMs).toBeGreaterThan(0);
    }
    expect(await work.add('other lane', turnOf('owner', 'owner', 'other'), finish('other lane'))).toBe('done');
    await sleep(70);
    // All are due. A new job and the second one reach the worker before the first one.
    for (const id of ['4', '2']) expect(await work.add(id, turn, finish(id))).toBeInstanceOf(JobPostponed);
    for (const id of ['1', '2', '3', '4']) expect(await work.add(id, turn, finish(id))).toBe('done');
    expect(done).toEqual(['other lane', '1', '2', '3', '4']);
  });

  it('stay in the order of their lane when one fails and is tried again, and do not wait for one that failed for good', async () => {
    const done: string[] = [];
    const turns = new JobTurns(contract(5, {}));
    const handler = turns.wrap<{ readonly jobId: string }>(
      (data, { jobId }) =>
        (data as { fails: boolean }).fails ? Promise.reject(new Error('no')) : Promise.resolve(done.push(jobId)),
      (_error, { jobId }) => (jobId === 'final' ? null : 60),
    );
    const add = (jobId: string, fails = false) =>
      Promise.resolve(handler({ turn: turnOf('owner'), fails }, { jobId })).then(
        () => 'done',
        (error: unknown) => error,
      );
    await add('final', true);
    await add('1', true);
    expect(await add('2')).toBeInstanceOf(JobPostponed);
    await sleep(30);
    // BullMQ's delay is a random part of the longest one.
    for (const id of ['1', '2']) expect(await add(id)).toBe('done');
    expect(done).toEqual(['1', '2']);
  });

  it('do not wait for a postponed job that does not come back', async () => {
    const work = workOf(new JobTurns(contract(5, {})));
    await work.add('gone', turnOf('owner'), () => Promise.reject(new JobPostponed(1)));
    expect(await work.add('next', turnOf('owner'))).toBeInstanceOf(JobPostponed);
    await sleep(2100);
    expect(await work.add('next', turnOf('owner'), () => undefined)).toBe('done');
  });

  it('go back to the queue in order when the worker closes before their turn, and running ones end', async () => {
    const turns = new JobTurns(contract(1, {}));
    const work = workOf(turns);
    const running = work.add('running', turnOf('owner', 'owner', '0'));
    const waiting = Array.from({ length: 5 }, (_, n) => work.add(`${n}`, turnOf(`owner ${n % 2}`, 'bot', `${n}`)));
    await settled();
    turns.close();
    const delays = (await Promise.all(waiting)).map((outcome) => (outcome as JobPostponed).delayMs);
    expect(delays.every((delayMs) => delayMs > 0)).toBe(true);
    expect(delays).toEqual([...delays].sort((left, right) => left - right));
    expect(new Set(delays).size).toBe(5);
    work.end('running');
    expect(await running).toBe('done');
    expect(await work.add('late', turnOf('owner'))).toBeInstanceOf(JobPostponed);
  });
});

describe('deliveries to Discord', () => {
  const { turns } = queues.deliveries;
  const deliveries = { ...(queues.deliveries as QueueContract), turns: turns as QueueTurns };
  const delivery = (change: Partial<JobOf<typeof queues.deliveries>>): JobOf<typeof queues.deliveries> => ({
    ownerId: 'owner',
    botId: 'bot',
    messageId: '1',
    channelId: '1',
    text: 'x',
    kind: 'reply',
    ...change,
  });

  it('are posted by turns of their owners, of which an owner on premium has four, on basic two and on free one', async () => {
    let nowMs = 0;
    const clock = jest.spyOn(performance, 'now').mockImplementation(() => nowMs);
    const posted: string[] = [];
    const post = new JobTurns({ ...deliveries, concurrency: 1 }).wrap<{ readonly jobId: string }>(async (data) => {
      posted.push((data as { ownerId: string }).ownerId);
      await settled();
      nowMs += 10;
    });
    const plans = ['free', 'basic', 'premium'] as const;
    const jobs = Array.from({ length: 70 }, (_, n) =>
      plans.map((ownerPlan) =>
        post(delivery({ ownerId: ownerPlan, ownerPlan, botId: ownerPlan, channelId: `${n}` }), { jobId: `${n}` }),
      ),
    );
    await Promise.all(jobs.flat()).finally(() => clock.mockRestore());
    const turnsOf = (plan: Plan) => posted.slice(0, 70).filter((owner) => owner === plan).length;
    expect(turnsOf('basic') / turnsOf('free')).toBeCloseTo(2, 0);
    expect(turnsOf('premium') / turnsOf('free')).toBeCloseTo(4, 0);
  });

  it('of one owner hold at most five places, of one bot two, of one channel one, and leave the others to other owners', async () => {
    const started: JobOf<typeof queues.deliveries>[] = [];
    const post = new JobTurns(deliveries).wrap<{ readonly jobId: string }>((data) => {
      started.push(data as JobOf<typeof queues.deliveries>);
      return new Promise(() => undefined);
    });
    const add = (change: Partial<JobOf<typeof queues.deliveries>>) => void post(delivery(change), { jobId: 'x' });
    for (let bot = 0; bot < 10; bot += 1)
      for (let n = 0; n < 12; n += 1) add({ ownerId: 'busy', botId: `busy ${bot}`, channelId: `${n % 3}` });
    for (let n = 0; n < 12; n += 1) add({ ownerId: 'one bot', botId: 'one bot', channelId: `${n % 4}` });
    for (let owner = 0; owner < 15; owner += 1) add({ ownerId: `${owner}`, botId: `${owner}` });
    await settled();
    const of = (ownerId: string) => started.filter((one) => one.ownerId === ownerId);
    expect([started.length, of('busy').length, of('one bot').length]).toEqual([20, 5, 2]);
    const lanes = started.map(({ botId, channelId }) => `${botId} ${channelId}`);
    expect(new Set(lanes).size).toBe(20);
  });
});
