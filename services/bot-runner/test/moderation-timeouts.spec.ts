import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { Queues } from '@kith/kit';
import { waitFor } from '@kith/kit/testing';
import { moderation, queues } from '@kith/proto';
import { AcceptedJobs } from '../src/messages/accepted-jobs.js';
import { CaseStore } from '../src/moderation/case-store.js';
import { ModerationWorker } from '../src/moderation/moderation.worker.js';
import { LINK, ModeratedBots, newMember, type Moderated } from './moderated-bots.js';

const WEEK_MS = 604_800_000;
const AT_ONCE = { issueWarnings: true, timeoutUsers: true, warningThreshold: 1 };

let kiths: ModeratedBots;
beforeAll(async () => {
  kiths = await ModeratedBots.open({ isRateLimited: false });
});
afterAll(() => kiths.harness.close());

const untilOf = ({ bot }: Moderated, member: string) => kiths.harness.discord.member(bot.guildId, member)?.timedOutUntil ?? null;
/** As a moderator does on Discord itself. */
function setTimeoutOf({ bot }: Moderated, member: string, until: Date | null): string | null {
  kiths.harness.discord.setMember(bot.guildId, { id: member });
  const found = kiths.harness.discord.member(bot.guildId, member);
  if (found) found.timedOutUntil = until?.toISOString() ?? null;
  return untilOf({ bot } as Moderated, member);
}
const inMs = (ms: number): Date => new Date(Date.now() + ms);

/** A member breaks a rule; the case once its effects are there. */
async function violate(kith: Moderated, member: string) {
  const before = (await kiths.casesOf(kith)).length;
  const notices = kiths.textsOf(kith.bot.channelId).length;
  kiths.write(kith, `${LINK} ${before}`, member);
  const found = await waitFor('the case', async () => {
    const cases = await kiths.casesOf(kith);
    return cases.length > before ? cases[0] : undefined;
  });
  if (notices === 0) await waitFor('the notice', () => kiths.textsOf(kith.bot.channelId).length > 0);
  return found;
}

/** Takes a case back, and waits until that was done on Discord. */
async function takeBack(kith: Moderated, caseId: string) {
  const { actor, botId, bot } = kith;
  await kiths.ask(moderation.undo, { actor, botId, caseId });
  const job = { ownerId: actor.userId, botId, guildId: bot.guildId, channelId: bot.channelId };
  const context = { isLastAttempt: false, addedAtMs: Date.now() };
  await kiths.service.app.get(ModerationWorker).handle({ ...job, task: { kind: 'undo', caseId } }, context);
}

describe('taking a case back', () => {
  /** The ids of what is reported for the audit log from now on: what is reported again under the same id is written once. */
  function reported() {
    const adding = jest.spyOn(kiths.service.app.get(Queues), 'add');
    const before = adding.mock.calls.length;
    return () => adding.mock.calls.slice(before).flatMap(([queue, id]) => (queue.name === queues.audit.name ? [id] : []));
  }

  it('is one event for the audit log, however many calls do it at once, and none when it was done before', async () => {
    for (const settings of [{ issueWarnings: true }, AT_ONCE]) {
      const kith = await kiths.add(settings);
      const { id: caseId } = await violate(kith, newMember());
      const call = { actor: kith.actor, botId: kith.botId, caseId };
      const events = reported();
      const taking = jest.spyOn(kiths.service.app.get(CaseStore), 'takeBack');
      const taken = () => taking.mock.calls.filter(([, id]) => id === caseId);
      await Promise.all([1, 2, 3].map(() => kiths.ask(moderation.undo, call)));
      // The job reports it too, under the same id.
      await waitFor('the job', () => taken().length > 3);
      const withoutEvent = () => taken().filter(([, , event]) => event === undefined).length;
      const before = withoutEvent();
      await kiths.ask(moderation.undo, call);
      expect(withoutEvent()).toBeGreaterThan(before);
      expect(new Set(events())).toEqual(new Set([caseId]));
    }
  });

  it.each([
    { what: 'a timeout', settings: AT_ONCE },
    { what: 'no timeout', settings: { issueWarnings: true } },
  ])(
    'of $what is not done before its job is stored, which completes it when the call ends between the two',
    async ({ settings }) => {
      const kith = await kiths.add(settings);
      const { actor, botId } = kith;
      const member = newMember();
      const { id: caseId, timeoutUntil } = await violate(kith, member);
      await waitFor('the timeout, if there is one', () => untilOf(kith, member) === timeoutUntil);
      const undo = () => kiths.ask(moderation.undo, { actor, botId, caseId });
      const adding = jest.spyOn(kiths.service.app.get(AcceptedJobs), 'add').mockRejectedValueOnce(new Error('Redis is away'));
      await expect(undo()).rejects.toThrow();
      adding.mockRestore();
      expect((await kiths.aCase(kith)).undoneAt).toBeNull();
      // The call ends when it marked the case, and before it reports that.
      const store = kiths.service.app.get(CaseStore);
      const takeBack = store.takeBack.bind(store);
      jest.spyOn(store, 'takeBack').mockImplementationOnce(async (...[of, id]) => {
        await takeBack(of, id);
        throw new Error('the process is killed');
      });
      const events = reported();
      await undo().catch(() => undefined);
      await waitFor('the end of the timeout, and the event', () => untilOf(kith, member) === null && events().includes(caseId));
      expect((await kiths.aCase(kith)).undoneAt).not.toBeNull();
      expect(new Set(events())).toEqual(new Set([caseId]));
    },
  );

  it('leaves the timeout that a moderator set after it, a longer one or a shorter one', async () => {
    const kith = await kiths.add(AT_ONCE);
    for (const ms of [WEEK_MS, 120_000]) {
      const member = newMember();
      const { id, timeoutUntil } = await violate(kith, member);
      await waitFor('the timeout', () => untilOf(kith, member) === timeoutUntil);
      const own = setTimeoutOf(kith, member, inMs(ms));
      await takeBack(kith, id);
      expect(untilOf(kith, member)).toBe(own);
    }
  });

  it('removes its timeout also when Discord keeps seconds only, and brings none back that a moderator ended', async () => {
    const kith = await kiths.add(AT_ONCE);
    const member = newMember();
    await violate(kith, member);
    await waitFor('the timeout', () => untilOf(kith, member) !== null);
    // A moderator lets the member write again, who breaks another rule: the first case no longer runs.
    setTimeoutOf(kith, member, null);
    await kiths.database.query(`update runner.moderation_case set timeout_until = now() + interval '1 day' where bot_id = $1`, [
      kith.botId,
    ]);
    const second = await violate(kith, member);
    await waitFor('the second timeout', () => untilOf(kith, member) === second.timeoutUntil);
    setTimeoutOf(kith, member, new Date(Math.floor(Date.parse(second.timeoutUntil ?? '') / 1000) * 1000));
    await takeBack(kith, second.id);
    expect(untilOf(kith, member)).toBeNull();
  });

  it('of two cases at the same time removes both timeouts, in whichever order', async () => {
    const kith = await kiths.add(AT_ONCE);
    for (const isReversed of [false, true]) {
      const member = newMember();
      const first = await violate(kith, member);
      await kiths.database.query(`update runner.moderation_case set timeout_until = now() + interval '2 min' where id = $1`, [
        first.id,
      ]);
      const second = await violate(kith, member);
      await waitFor('the second timeout', () => untilOf(kith, member) === second.timeoutUntil);
      const ids = isReversed ? [second.id, first.id] : [first.id, second.id];
      await Promise.all(ids.map((id) => takeBack(kith, id)));
      expect(untilOf(kith, member)).toBeNull();
    }
  });

  it('does not set the end of a timeout that Discord refused', async () => {
    const kith = await kiths.add(AT_ONCE);
    const member = newMember();
    const refused = await violate(kith, member);
    await kiths.database.query(
      `update runner.moderation_case set refused = '{timeout}', timeout_until = now() + interval '1 min' where id = $1`,
      [refused.id],
    );
    const second = await violate(kith, member);
    await waitFor('the second timeout', () => untilOf(kith, member) === second.timeoutUntil);
    await takeBack(kith, second.id);
    expect(untilOf(kith, member)).toBeNull();
  });

  it('of a member who left ends quietly', async () => {
    const kith = await kiths.add(AT_ONCE);
    const member = newMember();
    const { id } = await violate(kith, member);
    kiths.harness.discord.removeMember(kith.bot.guildId, member);
    await takeBack(kith, id);
    expect(await kiths.problemsOf(kith)).toEqual([]);
  });
});

describe('a violation of a member', () => {
  it('who is in a longer timeout by a moderator does not shorten it; one in a shorter timeout gets the longer one', async () => {
    const kith = await kiths.add(AT_ONCE);
    const [longer, shorter] = [newMember(), newMember()];
    const own = setTimeoutOf(kith, longer, inMs(WEEK_MS));
    setTimeoutOf(kith, shorter, inMs(60_000));
    const left = await violate(kith, longer);
    const raised = await violate(kith, shorter);
    await waitFor('the timeout', () => untilOf(kith, shorter) === raised.timeoutUntil);
    expect(untilOf(kith, longer)).toBe(own);
    expect(left).toMatchObject({ actions: ['warn', 'timeout'], refused: [] });
    await takeBack(kith, left.id);
    expect(untilOf(kith, longer)).toBe(own);
  });
});
