import { beforeEach, describe, expect, it } from '@jest/globals';
import type { AddOptions, Events, Logger, Queues } from '@kith/kit';
import { AppError, queues, type EventContract, type QueueContract } from '@kith/proto';
import { AcceptedJobs } from './accepted-jobs.js';

const question = (
  messageId: string,
  more: { readonly revision?: string; readonly ownerId?: string; readonly content?: string } = {},
) => ({
  ownerId: 'owner',
  botId: 'bot',
  messageId,
  channelId: '1',
  guildId: '2',
  author: { id: '3', name: 'Eve' },
  content: 'Hello',
  ...more,
});
const notice = (messageId: string) => ({
  ownerId: 'owner',
  botId: 'bot',
  messageId,
  channelId: '1',
  text: 'Hello!',
  kind: 'notice' as const,
});

describe('the jobs that a process has put into queues', () => {
  let isAway: boolean;
  let added: { jobId: string; options: AddOptions }[];
  let ended: string[];
  let unfinished: { queue: string; jobId: string; data: object }[];
  let whileReading: () => void;
  let listeners: Map<string, (data: unknown) => void>;
  let warnings: number;
  let accepted: AcceptedJobs;
  const tell = (event: string, data: unknown) => listeners.get(`events:${event}`)?.(data);
  const ids = () => accepted.all().map(({ jobId }) => jobId);

  beforeEach(async () => {
    [isAway, added, ended, listeners, warnings] = [false, [], [], new Map(), 0];
    [unfinished, whileReading] = [[], () => undefined];
    const fake = {
      unfinished: ({ name }: QueueContract) => {
        if (isAway) return Promise.reject(new AppError('UNAVAILABLE'));
        whileReading();
        return Promise.resolve(unfinished.filter(({ queue }) => queue === name));
      },
      add: (_queue: unknown, jobId: string, _data: unknown, options: AddOptions) => {
        if (isAway) return Promise.reject(new AppError('UNAVAILABLE'));
        added.push({ jobId, options });
        return Promise.resolve();
      },
      remove: () => Promise.resolve({ removed: [], removedIds: [], running: [] }),
      endedAmong: (_queue: unknown, jobIds: readonly string[]) => Promise.resolve(jobIds.filter((id) => ended.includes(id))),
    };
    const events = {
      subscribe: ({ channel }: EventContract, listener: (data: unknown) => void) => {
        listeners.set(channel, listener);
        return Promise.resolve(() => undefined);
      },
      publish: () => Promise.resolve(),
    };
    accepted = new AcceptedJobs(
      fake as unknown as Queues,
      events as unknown as Events,
      { warn: () => (warnings += 1) } as unknown as Logger,
    );
    await accepted.onModuleInit();
  });

  it('are remembered until a question is settled and until the worker of any other says that it ended', async () => {
    await accepted.add(queues.replies, 'bot-1', question('1'));
    await accepted.add(queues.deliveries, 'bot-1', notice('1'));
    await accepted.add(queues.deliveries, 'bot-2', notice('2'));
    tell('message-settled', { botId: 'bot', messageId: '1' });
    expect(accepted.all().map(({ queue, jobId }) => `${queue.name} ${jobId}`)).toEqual(['deliveries bot-1', 'deliveries bot-2']);
    tell('job-ended', { queue: 'deliveries', jobId: 'bot-1' });
    tell('job-ended', { queue: 'commands', jobId: 'bot-2' });
    expect(ids()).toEqual(['bot-2']);
  });

  it('are not remembered when Redis did not get them, but those that it got before are', async () => {
    await accepted.add(queues.deliveries, 'bot-1', notice('1'));
    isAway = true;
    await expect(accepted.add(queues.deliveries, 'bot-1', notice('1'))).rejects.toThrow();
    await expect(accepted.add(queues.deliveries, 'bot-2', notice('2'))).rejects.toThrow();
    expect(ids()).toEqual(['bot-1']);
  });

  it('are added again with their priority and what is left of their delay', async () => {
    await accepted.add(queues.deliveries, 'bot-1', notice('1'), { priority: 7, delayMs: 60_000 });
    await accepted.add(queues.deliveries, 'bot-2', notice('2'));
    for (const job of accepted.all()) await accepted.addAgain({ ...job, dueAtMs: job.dueAtMs - 30_000 });
    const [delayed, other] = added.slice(2);
    expect(delayed).toMatchObject({ jobId: 'bot-1', options: { priority: 7 } });
    expect(delayed?.options.delayMs).toBeGreaterThan(25_000);
    expect(delayed?.options.delayMs).toBeLessThanOrEqual(30_000);
    expect(other).toEqual({ jobId: 'bot-2', options: { delayMs: 0, priority: 0 } });
  });

  it('hold a question as it was changed last', async () => {
    await accepted.add(queues.replies, 'bot-1', question('1'));
    await accepted.add(queues.replies, 'bot-1-9', question('1', { revision: '9' }));
    expect(ids()).toEqual(['bot-1-9']);
  });

  describe('of bots that it takes over', () => {
    const waiting = (queue: QueueContract, jobId: string, data: object) => ({ queue: queue.name, jobId, data });

    it('are remembered, except those that ended meanwhile and questions of which it knows a later version', async () => {
      await accepted.add(queues.replies, 'bot-1-9', question('1', { revision: '9' }));
      unfinished = [
        waiting(queues.replies, 'bot-1', question('1')),
        waiting(queues.replies, 'bot-2', question('2')),
        waiting(queues.deliveries, 'bot-3', notice('3')),
        waiting(queues.deliveries, 'bot-4', notice('4')),
      ];
      whileReading = () => {
        tell('message-settled', { botId: 'bot', messageId: '2' });
        tell('job-ended', { queue: 'deliveries', jobId: 'bot-3' });
      };
      await accepted.takeOver(['bot']);
      expect(ids()).toEqual(['bot-1-9', 'bot-4']);
    });

    it('are read again when Redis was away', async () => {
      unfinished = [waiting(queues.deliveries, 'bot-4', notice('4'))];
      isAway = true;
      await accepted.takeOver(['bot']);
      expect([ids(), warnings]).toEqual([[], 1]);
      isAway = false;
      await accepted.sweep();
      expect(ids()).toEqual(['bot-4']);
      unfinished = [];
      tell('job-ended', { queue: 'deliveries', jobId: 'bot-4' });
      await accepted.sweep();
      expect(ids()).toEqual([]);
    });
  });

  it('are forgotten when a member asked for their removal', async () => {
    await accepted.add(queues.deliveries, 'bot-1', notice('1'));
    await accepted.add(queues.deliveries, 'bot-2', notice('2'));
    await accepted.remove(queues.deliveries, 'bot-', ({ messageId }) => messageId === '1');
    expect(ids()).toEqual(['bot-2']);
  });

  it('are forgotten when they ended unheard, and when nobody waits for them any more', async () => {
    await accepted.add(queues.deliveries, 'bot-1', notice('1'));
    await accepted.add(queues.deliveries, 'bot-2', notice('2'));
    ended = ['bot-1'];
    await accepted.sweep();
    expect(ids()).toEqual(['bot-1', 'bot-2']);
    await accepted.sweep(Date.now() + 10_000);
    expect(ids()).toEqual(['bot-2']);
    await accepted.sweep(Date.now() + 840_001);
    expect(ids()).toEqual([]);
  });

  it('of one owner are bounded in number and in size, without those of others', async () => {
    await accepted.add(queues.replies, 'bot-0', question('0', { ownerId: 'other' }));
    for (let n = 1; n <= 1002; n += 1) await accepted.add(queues.replies, `bot-${n}`, question(String(n)));
    expect(ids()).toHaveLength(1001);
    expect(ids().slice(0, 2)).toEqual(['bot-0', 'bot-3']);
    expect(warnings).toBe(2);
    const content = 'x'.repeat(1_500_000);
    for (let n = 2001; n <= 2003; n += 1) await accepted.add(queues.replies, `bot-${n}`, question(String(n), { content }));
    expect(ids()).toEqual(['bot-0', 'bot-2002', 'bot-2003']);
  });

  it('are bounded over all owners: the one with the most gives way', async () => {
    const content = 'x'.repeat(3_000_000);
    await accepted.add(queues.replies, 'bot-0', question('0', { ownerId: 'small' }));
    for (let n = 1; n <= 14; n += 1)
      await accepted.add(queues.replies, `bot-${n}`, question(String(n), { ownerId: `owner-${n}`, content }));
    expect(ids()).toContain('bot-0');
    expect(ids()).toHaveLength(14);
  });
});
