import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { bots, knowledge, knowledgeQuestions, MAX_SAVED_QUESTIONS } from '@kith/proto';
import { waitFor } from '@kith/kit/testing';
import { Repository } from 'typeorm';
import { QuestionRuns } from '../src/search/question-runs.js';
import { SearchService } from '../src/search/search.service.js';
import { knowledgeUnderTest, type KnowledgeUnderTest, type Owner } from './knowledge-under-test.js';

let kith: KnowledgeUnderTest;
let runs: QuestionRuns;
const search = jest.spyOn(SearchService.prototype, 'findings');
beforeAll(async () => {
  kith = await knowledgeUnderTest();
  const app = kith.services.get('knowledge')?.app;
  if (!app) throw new Error('knowledge does not run');
  runs = app.get(QuestionRuns);
});
beforeEach(() => void search.mockClear());
afterAll(async () => {
  search.mockRestore();
  await kith.stop();
});

const QUESTION = 'When does the lighthouse open?';
const save = (owner: Owner, expectedItemId: string | null, question = QUESTION) =>
  kith.ask(knowledgeQuestions.save, { ...owner, question, expectedItemId });
const changed = (owner: Owner) => kith.ask(knowledgeQuestions.changed, owner);
const listed = async (owner: Owner) => (await kith.ask(knowledgeQuestions.list, owner)).questions;
/** An owner with an item, and a question that finds it. */
async function asked(plan: Parameters<KnowledgeUnderTest['anOwner']>[0] = 'premium') {
  const owner = kith.anOwner(plan);
  const { id: itemId } = await kith.teach(owner, { title: 'Lighthouse', content: 'The lighthouse opens at nine.' });
  await save(owner, itemId);
  search.mockClear();
  return { owner, itemId, edit: (fields: object) => kith.ask(knowledge.update, { ...owner, itemId, ...fields }) };
}
const BETTER = 'Lighthouse, lighthouse! When does the lighthouse open? It opens, it does open.';
const rowOf = async ({ botId }: Owner) => {
  const [row] = await kith.query<{ waitS: number | null }>(
    'select extract(epoch from due_at - now())::float as "waitS" from knowledge.question_run where bot_id = $1',
    [botId],
  );
  return row;
};
const waitOf = async (owner: Owner) => (await rowOf(owner))?.waitS ?? null;
/** Lets so many seconds pass for a bot. */
const pass = ({ botId }: Owner, seconds: number) =>
  kith.query(
    `update knowledge.question_run set due_at = due_at - make_interval(secs => $2), changed_at = changed_at - make_interval(secs => $2),
       ran_at = ran_at - make_interval(secs => $2) where bot_id = $1`,
    [botId, seconds],
  );
const ran = async (owner: Owner) => {
  await pass(owner, 31);
  await runs.sweep();
  await waitFor('the run', async () => (await waitOf(owner)) === null);
};

describe('after a change of the knowledge', () => {
  it('saved questions are run without their owner, who is told how many find something else, until they look', async () => {
    const { owner, itemId, edit } = await asked();
    await save(owner, null, 'Where is the harbour?');
    expect(await changed(owner)).toEqual({ changed: 0, failed: 0 });
    await kith.teach(owner, { title: 'When the lighthouse does open', content: BETTER });
    await ran(owner);
    expect(await changed(owner)).toEqual({ changed: 1, failed: 0 });
    await edit({ title: 'Market', content: 'Fish is sold at noon.' });
    await kith.teach(owner, { title: 'Harbour', content: 'The harbour lies behind the market.' });
    await pass(owner, 300);
    await ran(owner);
    expect(await changed(owner)).toEqual({ changed: 2, failed: 2 });
    search.mockClear();
    // Beside the result that they saw last.
    expect(await listed(owner)).toMatchObject([
      { expectedItemId: itemId, rank: null, isPassed: false, wasPassed: true, previousRank: 1 },
      { isPassed: false, wasPassed: true },
    ]);
    expect([search.mock.calls.length, await changed(owner)]).toEqual([0, { changed: 0, failed: 0 }]);
    await kith.ask(knowledge.remove, { ...owner, itemId });
    await pass(owner, 300);
    await ran(owner);
    expect(await changed(owner)).toEqual({ changed: 0, failed: 0 });
    expect(await listed(owner)).toMatchObject([{ wasPassed: false }, { wasPassed: false }]);
  });

  it('a result that comes while their owner looks stays new', async () => {
    const { owner, edit } = await asked();
    await edit({ content: 'The lighthouse opens at ten.' });
    await ran(owner);
    const query = Repository.prototype.query;
    const later = `update knowledge.saved_question set run_with = 'later', previous_outcome = outcome, previous_rank = rank, rank = null where bot_id = $1`;
    const seeing = jest.spyOn(Repository.prototype, 'query').mockImplementation(async function (
      this: Repository<object>,
      ...sent
    ) {
      if (sent[0].includes('is_seen = true')) await kith.query(later, [owner.botId]);
      return query.apply(this, sent) as Promise<never>;
    });
    await listed(owner);
    seeing.mockRestore();
    expect(await changed(owner)).toEqual({ changed: 1, failed: 1 });
  });

  it('they wait for half a minute without another change, for five minutes at most, and for five minutes after the run before', async () => {
    const { owner, edit } = await asked();
    expect(await rowOf(owner)).toBeUndefined();
    await edit({ content: 'It opens at ten.' });
    expect(await waitOf(owner)).toBeCloseTo(30, -1);
    await pass(owner, 20);
    await edit({ keywords: ['tower'] });
    expect(await waitOf(owner)).toBeGreaterThan(20);
    await runs.sweep();
    expect(search).not.toHaveBeenCalled();
    await pass(owner, 270);
    await edit({ content: 'It opens at eleven.' });
    expect(await waitOf(owner)).toBeLessThan(15);
    await ran(owner);
    expect(search).toHaveBeenCalledTimes(1);
    await edit({ content: 'It opens at noon.' });
    expect(await waitOf(owner)).toBeGreaterThan(200);
    await pass(owner, 240);
    await runs.sweep();
    expect(search).toHaveBeenCalledTimes(1);
  });

  it('nothing is run of a bot without saved questions, nor where the owner sees only titles, nor of a bot that was deleted', async () => {
    const none = kith.anOwner();
    await kith.teach(none, {});
    expect(await rowOf(none)).toBeUndefined();
    const { owner: free, edit } = await asked('free');
    await edit({ content: 'It opens at ten.' });
    for (let n = 0; n < 6; n += 1) await kith.teach({ ...free, actor: { ...free.actor, plan: 'basic' } }, { title: `${n}` });
    search.mockClear();
    await ran(free);
    expect([search.mock.calls.length, await changed(free)]).toEqual([0, { changed: 0, failed: 0 }]);
    const { owner, edit: change } = await asked();
    await change({ content: 'It opens at ten.' });
    kith.forget(owner.botId);
    await pass(owner, 31);
    search.mockClear();
    await runs.sweep();
    await waitFor('the row to go', async () => (await rowOf(owner)) === undefined);
    expect(search).not.toHaveBeenCalled();
    const { owner: purged, edit: last } = await asked();
    await last({ content: 'It opens at ten.' });
    await kith.purge(purged.botId);
    expect(await rowOf(purged)).toBeUndefined();
  });

  it('one of several replicas runs them, and another when it dies', async () => {
    const { owner, edit } = await asked();
    await edit({ content: 'It opens at ten.' });
    await pass(owner, 31);
    await Promise.all([runs.sweep(), runs.sweep(), runs.sweep()]);
    expect(search).toHaveBeenCalledTimes(1);
    await edit({ content: 'It opens at eleven.' });
    await pass(owner, 300);
    search.mockRejectedValueOnce(new Error('the process dies'));
    await runs.sweep();
    expect(await waitOf(owner)).toBeGreaterThan(200);
    await pass(owner, 300);
    await runs.sweep();
    expect(await waitOf(owner)).toBeNull();
    expect(search).toHaveBeenCalledTimes(3);
  });

  it('what changes during a run is run again', async () => {
    const { owner, itemId, edit } = await asked();
    await edit({ content: 'The lighthouse opens at ten.' });
    await pass(owner, 31);
    const found = { activated: [], ranking: [], coverage: 0, relevance: 0, mayAsk: false, isSmallTalk: false };
    search.mockImplementationOnce(async () => {
      await edit({ title: 'Market', content: 'Fish is sold at noon.' });
      return { ...found, outcome: 'nothing_found', searchedBy: 'words' };
    });
    await runs.sweep();
    expect(await waitOf(owner)).toBeGreaterThan(200);
    await edit({ title: 'Lighthouse', content: 'The lighthouse opens at ten.' });
    expect(await changed(owner)).toEqual({ changed: 1, failed: 1 });
    await pass(owner, 300);
    await runs.sweep();
    expect(await changed(owner)).toEqual({ changed: 0, failed: 0 });
    expect(await listed(owner)).toMatchObject([{ expectedItemId: itemId, rank: 1 }]);
  });

  it('those of each owner come in turns', async () => {
    const many = await asked();
    const owners = [many.owner, ...Array.from({ length: 2 }, () => kith.anOwner('premium', many.owner.actor))];
    for (const owner of owners.slice(1)) await save(owner, null);
    const { owner: other } = await asked();
    for (const owner of [...owners, other]) {
      await kith.teach(owner, { content: 'The lighthouse opens at nine.' });
      await pass(owner, owner === other ? 31 : 60);
    }
    search.mockClear();
    await runs.sweep();
    const order = [...new Set(search.mock.calls.map(([{ botId }]) => botId))];
    expect(order.indexOf(other.botId)).toBeLessThan(2);
    expect(order).toHaveLength(4);
  });

  it('all of a bot are run, with pauses', async () => {
    const owner = kith.anOwner();
    await kith.query(
      `insert into knowledge.saved_question (bot_id, owner_id, question)
       select $1, $2, 'Question ' || n from generate_series(1, $3::int) n`,
      [owner.botId, owner.actor.userId, MAX_SAVED_QUESTIONS],
    );
    await kith.teach(owner, { content: 'The lighthouse opens at nine.' });
    await ran(owner);
    expect(search).toHaveBeenCalledTimes(MAX_SAVED_QUESTIONS);
    expect(await changed(owner)).toEqual({ changed: 0, failed: 0 });
  });
});

it('how many find something else is told to the owner of the bot alone', async () => {
  const { owner } = await asked();
  await expect(changed({ ...owner, actor: kith.anOwner().actor })).rejects.toMatchObject({ code: 'NOT_FOUND' });
  await expect(changed({ ...owner, botId: randomUUID() })).rejects.toMatchObject({ code: 'NOT_FOUND' });
  expect(bots.ownerOf.callers).toEqual(['knowledge']);
});
