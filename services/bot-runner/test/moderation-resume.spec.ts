import { afterAll, afterEach, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { Queues } from '@kith/kit';
import { waitFor } from '@kith/kit/testing';
import { moderation, queues, type AuditEvent } from '@kith/proto';
import { AcceptedJobs } from '../src/messages/accepted-jobs.js';
import { CaseStore } from '../src/moderation/case-store.js';
import { ModeratedBots, type Moderated } from './moderated-bots.js';

let kiths: ModeratedBots;
beforeAll(async () => {
  kiths = await ModeratedBots.open();
});
afterEach(() => {
  jest.restoreAllMocks();
});
afterAll(() => kiths.harness.close());

const pause = ({ botId, actor, bot }: Moderated): Promise<unknown> =>
  kiths.database.query(
    `insert into runner.moderation_server (bot_id, owner_id, guild_id, paused_at) values ($1, $2, $3, now())
     on conflict (bot_id, guild_id) do update set paused_at = now()`,
    [botId, actor.userId, bot.guildId],
  );
const resume = ({ actor, botId, bot }: Moderated) => kiths.ask(moderation.resume, { actor, botId, guildId: bot.guildId });
const pauses = async ({ actor, botId }: Moderated) => (await kiths.ask(moderation.pauses, { actor, botId })).pauses;

/** What is reported for the audit log from now on: what is reported again under the same id is written once. */
function reported() {
  const adding = jest.spyOn(kiths.service.app.get(Queues), 'add');
  return () => adding.mock.calls.flatMap(([queue, , event]) => (queue.name === queues.audit.name ? [event as AuditEvent] : []));
}
const idsIn = (events: readonly AuditEvent[]): number => new Set(events.map(({ id }) => id)).size;

describe('letting moderation go on', () => {
  it('is one event for the audit log, however many calls do it at once, another one for the next pause, and none where nothing is paused', async () => {
    const kith = await kiths.add({});
    const events = reported();
    expect((await resume(kith)).pauses).toEqual([]);
    expect(events()).toEqual([]);
    await pause(kith);
    const answers = await Promise.all([1, 2, 3].map(() => resume(kith)));
    expect(answers.map((answer) => answer.pauses)).toEqual([[], [], []]);
    await waitFor('the event', () => events().length > 0);
    expect(events()[0]).toMatchObject({
      action: 'moderation_resumed',
      target: kith.botId,
      details: { guildId: kith.bot.guildId },
    });
    await pause(kith);
    await resume(kith);
    await waitFor('the second event', () => idsIn(events()) > 1);
    expect(idsIn(events())).toBe(2);
  });

  it('is not done before its job is stored, which completes it when the call ends between the two', async () => {
    const kith = await kiths.add({});
    await pause(kith);
    const adding = jest.spyOn(kiths.service.app.get(AcceptedJobs), 'add').mockRejectedValueOnce(new Error('Redis is away'));
    await expect(resume(kith)).rejects.toThrow();
    adding.mockRestore();
    expect(await pauses(kith)).toHaveLength(1);
    // The call ends when moderation goes on, and before it reports that.
    const store = kiths.service.app.get(CaseStore);
    const resumeStored = store.resume.bind(store);
    jest.spyOn(store, 'resume').mockImplementationOnce(async ({ event: _event, ...server }) => {
      await resumeStored(server);
      throw new Error('the process is killed');
    });
    const events = reported();
    await resume(kith).catch(() => undefined);
    await waitFor('the event', () => events().length > 0);
    expect([await pauses(kith), idsIn(events())]).toEqual([[], 1]);
  });

  it('does not end a later pause when its job runs late', async () => {
    const kith = await kiths.add({});
    await pause(kith);
    const [first] = await pauses(kith);
    await resume(kith);
    await pause(kith);
    const { actor, botId, bot } = kith;
    await kiths.service.app
      .get(CaseStore)
      .resume({ botId, ownerId: actor.userId, guildId: bot.guildId, pausedAt: new Date(first?.pausedAt ?? '') });
    expect(await pauses(kith)).toHaveLength(1);
  });
});
