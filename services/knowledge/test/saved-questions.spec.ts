import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { ownerDatabase, waitFor } from '@kith/kit/testing';
import { knowledge, knowledgeQuestions, MAX_SAVED_QUESTIONS } from '@kith/proto';
import { DataSource } from 'typeorm';
import { database } from '../src/index.js';
import { STATE } from '../src/search/saved-questions.service.js';
import { knowledgeUnderTest, type KnowledgeUnderTest, type Owner } from './knowledge-under-test.js';

let kith: KnowledgeUnderTest;
beforeAll(async () => {
  kith = await knowledgeUnderTest();
});
afterAll(() => kith.stop());

const listed = async (owner: Owner) => (await kith.ask(knowledgeQuestions.list, owner)).questions;
const save = (owner: Owner, question: string, expectedItemId: string | null, previous?: string | null) =>
  kith.ask(knowledgeQuestions.save, { ...owner, question, expectedItemId, previous });
function serviceDatabase(): DataSource {
  const found = kith.services.get('knowledge')?.app.get(DataSource);
  if (!found) throw new Error('knowledge has no database');
  return found;
}
const QUESTION = 'When does the lighthouse open?';

describe('a saved question', () => {
  it('is found at a rank, and says after a change that it is not found any more', async () => {
    const owner = kith.anOwner();
    const { id: itemId } = await kith.teach(owner, { title: 'Lighthouse', content: 'The lighthouse opens at nine.' });
    const saved = await save(owner, ` ${QUESTION} `, itemId);
    const fresh = { question: QUESTION, expectedItemId: itemId, expectedTitle: 'Lighthouse', rank: 1, isPassed: true };
    expect(saved).toMatchObject({ ...fresh, outcome: 'found', wasPassed: null, previousRank: null });
    expect(await listed(owner)).toEqual([saved]);

    const better = 'Lighthouse, lighthouse! When does the lighthouse open? It opens, it does open.';
    await kith.teach(owner, { title: 'When the lighthouse does open', content: better });
    expect(await listed(owner)).toMatchObject([{ rank: 2, isPassed: true, wasPassed: true, previousRank: 1 }]);
    await kith.ask(knowledge.update, { ...owner, itemId, title: 'Market', content: 'Fish is sold at noon.' });
    const lost = { rank: null, isPassed: false, wasPassed: true, previousRank: 2, expectedTitle: 'Lighthouse' };
    expect(await listed(owner)).toMatchObject([lost]);
    expect(await listed(owner)).toMatchObject([lost]);
    await kith.ask(knowledge.remove, { ...owner, itemId });
    expect(await listed(owner)).toMatchObject([{ ...lost, wasPassed: false, previousRank: null }]);
  });

  it('is what the items are compared for: without one they are not read', async () => {
    const owner = kith.anOwner();
    await kith.teach(owner, { title: 'Lighthouse', content: 'The lighthouse opens at nine.' });
    const asService = serviceDatabase();
    const query = jest.spyOn(asService, 'query');
    try {
      const compared = () => query.mock.calls.filter(([text]) => text === STATE).length;
      expect(await listed(owner)).toEqual([]);
      expect(compared()).toBe(0);
      await save(owner, QUESTION, null);
      await listed(owner);
      expect(compared()).toBeGreaterThan(0);
    } finally {
      query.mockRestore();
    }
  });

  it('are compared with the state of the knowledge, which is read from an index alone and differs after each change', async () => {
    const owner = kith.anOwner();
    const source = await ownerDatabase(kith, database);
    const stateOf = async (): Promise<string> => {
      const [row] = await source.query<{ state: string }[]>(STATE, [owner.botId, '10']);
      return row?.state ?? '';
    };
    const states: string[] = [];
    const change = async (statement: string): Promise<void> => {
      await source.query(statement, [owner.botId]);
      states.push(await stateOf());
    };
    const insert = (from: number, to: number): string => `
      insert into knowledge.item (bot_id, owner_id, title, content, type, tags, position, status, etag)
      select $1::uuid, '${owner.actor.userId}', 'Item ' || n, '', 'text', '{}', '{"x":0,"y":0}', 'ready', repeat('as wide as others', 40) from generate_series(${from}, ${to}) n`;
    const ofFirst = `where bot_id = $1::uuid and title = 'Item 1'`;
    try {
      await change(insert(1, 5000));
      for (const set of [
        'version = version + 1',
        "status = 'queued'",
        "activation = 'always'",
        "keywords = '{one}'",
        "embedded_with = 'a model'",
      ])
        await change(`update knowledge.item set ${set} ${ofFirst}`);
      await change(`delete from knowledge.item ${ofFirst}`);
      await change(insert(1, 1));
      expect(new Set(states).size).toBe(states.length);
      await source.query(`update knowledge.item set title = 'One', status = status ${ofFirst}`, [owner.botId]);
      expect(await stateOf()).toBe(states.at(-1));
      // Of all items those of one owner are few.
      await source.query(insert(1, 5000), [randomUUID()]);
      // Pages that a running transaction may see in another way are not noted as visible to all.
      await waitFor('all pages to be visible to all', async () => {
        await source.query('vacuum (analyze, index_cleanup on) knowledge.item');
        const [row] = await source.query<{ are: boolean }[]>(
          `select relallvisible = relpages as are from pg_class where oid = 'knowledge.item'::regclass`,
        );
        return row?.are === true;
      });
      const pages = await serviceDatabase().transaction(async (transaction) => {
        // With what earlier transactions read.
        const pagesUntilNow = async (): Promise<number> => {
          const [row] = await transaction.query<{ pages: number }[]>(
            `select pg_stat_get_xact_blocks_fetched('knowledge.item'::regclass)::int as pages`,
          );
          return row?.pages ?? 0;
        };
        await transaction.query(`select set_config('kith.owner', $1, true)`, [owner.actor.userId]);
        const before = await pagesUntilNow();
        await transaction.query(STATE, [owner.botId, '10']);
        return (await pagesUntilNow()) - before;
      });
      // Of more than six hundred; one says which pages need not be read.
      expect(pages).toBeLessThan(10);
    } finally {
      await source.destroy();
    }
  });

  it('are compared with a state that differs also when an item was added before others changed, but committed after that', async () => {
    const owner = kith.anOwner();
    const source = await ownerDatabase(kith, database);
    const adding = source.createQueryRunner();
    const stateOf = async () => (await source.query<{ state: string }[]>(STATE, [owner.botId, '10']))[0]?.state;
    const insert = (title: string): string => `
      insert into knowledge.item (bot_id, owner_id, title, content, type, tags, position, status)
      values ('${owner.botId}', '${owner.actor.userId}', '${title}', '', 'text', '{}', '{"x":0,"y":0}', 'ready')`;
    const embedded = (title: string, model: string) =>
      source.query(`update knowledge.item set embedded_with = $3 where bot_id = $1 and title = $2`, [owner.botId, title, model]);
    try {
      await source.query(insert('One'));
      await source.query(insert('Two'));
      await adding.startTransaction();
      await adding.query(insert('Three'));
      await embedded('One', 'a model');
      await embedded('Two', 'a model');
      const before = await stateOf();
      await adding.commitTransaction();
      await source.query(`delete from knowledge.item where bot_id = $1 and title = 'One'`, [owner.botId]);
      await embedded('Two', 'another model');
      expect(await stateOf()).not.toBe(before);
    } finally {
      await adding.release();
      await source.destroy();
    }
  });

  it('without an item expects that the search finds nothing for the reply', async () => {
    const owner = kith.anOwner();
    await kith.teach(owner, { title: 'Motto', content: 'We are kind.', activation: 'always' });
    expect(await save(owner, 'Where is the harbour?', null)).toMatchObject({ isPassed: true, outcome: 'nothing_found' });
    await kith.teach(owner, { title: 'Harbour', content: 'The harbour lies behind the market.' });
    expect(await listed(owner)).toMatchObject([{ isPassed: false, wasPassed: true }]);
  });

  it('follows a change of activation and of key words', async () => {
    const owner = kith.anOwner();
    const { id: itemId } = await kith.teach(owner, { title: 'Lighthouse', content: 'It opens at nine.' });
    await save(owner, QUESTION, itemId);
    const update = (changes: object) => kith.ask(knowledge.update, { ...owner, itemId, ...changes });
    await update({ activation: 'keywords', keywords: ['tower'] });
    expect(await listed(owner)).toMatchObject([{ rank: null, previousRank: 1 }]);
    await update({ keywords: ['lighthouse'] });
    expect(await listed(owner)).toMatchObject([{ rank: 1, wasPassed: false }]);
  });

  it('is kept once: saved again it has the newer expectation, and no results of the older one', async () => {
    const owner = kith.anOwner();
    const { id: itemId } = await kith.teach(owner, { title: 'Lighthouse', content: 'The lighthouse opens at nine.' });
    await save(owner, QUESTION, null);
    await Promise.all([save(owner, QUESTION, itemId), save(owner, QUESTION, itemId)]);
    expect(await listed(owner)).toMatchObject([{ expectedItemId: itemId, isPassed: true, wasPassed: null }]);
  });

  it('that follows another one is run as it was asked, and is another question than the same one alone', async () => {
    const owner = kith.anOwner();
    const { id: itemId } = await kith.teach(owner, { title: 'Leuchtturm', content: 'Der Leuchtturm öffnet um neun Uhr.' });
    const before = 'Wann öffnet der Leuchtturm?';
    const followUp = await save(owner, 'Und am Sonntag?', itemId, ` ${before} `);
    expect(followUp).toMatchObject({ question: 'Und am Sonntag?', previous: before, rank: 1, isPassed: true });
    expect(await save(owner, 'Und am Sonntag?', itemId)).toMatchObject({ previous: null, rank: null, isPassed: false });
    expect(await save(owner, 'Und am Sonntag?', null, '  ')).toMatchObject({ previous: null, isPassed: true });
    expect(await save(owner, 'Und am Sonntag?', itemId, 'Wer bist du?')).toMatchObject({ previous: 'Wer bist du?' });
    expect(await listed(owner)).toMatchObject([{ previous: before }, { previous: null }, { previous: 'Wer bist du?' }]);

    await kith.ask(knowledge.update, { ...owner, itemId, title: 'Markt', content: 'Fisch kostet vier Taler.' });
    expect((await listed(owner))[0]).toMatchObject({ previous: before, rank: null, isPassed: false, wasPassed: true });
    await kith.ask(knowledge.update, { ...owner, itemId, title: 'Leuchtturm', content: 'Der Leuchtturm öffnet um zehn Uhr.' });
    expect((await listed(owner))[0]).toMatchObject({ previous: before, rank: 1, isPassed: true, wasPassed: false });
    await Promise.all([save(owner, 'Und am Sonntag?', null, before), save(owner, 'Und am Sonntag?', null, before)]);
    expect(await listed(owner)).toHaveLength(3);
    await expect(save(owner, 'Und?', null, 'x'.repeat(1001))).rejects.toMatchObject({ code: 'BAD_INPUT' });
  });

  it('is removed once, and with its bot', async () => {
    const owner = kith.anOwner();
    const { id: questionId } = await save(owner, QUESTION, null);
    await save(owner, 'Why?', null);
    await kith.ask(knowledgeQuestions.remove, { ...owner, questionId });
    await expect(kith.ask(knowledgeQuestions.remove, { ...owner, questionId })).rejects.toMatchObject({ code: 'NOT_FOUND' });
    expect(await listed(owner)).toMatchObject([{ question: 'Why?' }]);
    await kith.purge(owner.botId);
    expect(await kith.query('select 1 from knowledge.saved_question where bot_id = $1', [owner.botId])).toEqual([]);
    await expect(save(owner, QUESTION, null)).rejects.toMatchObject({ code: 'NOT_FOUND' });
  });
});

describe('saved questions', () => {
  it('are of the owner of the bot alone', async () => {
    const [owner, other] = [kith.anOwner(), kith.anOwner()];
    const { id: questionId } = await save(owner, QUESTION, null);
    const foreign = { actor: other.actor, botId: owner.botId };
    await expect(listed(foreign)).rejects.toMatchObject({ code: 'NOT_FOUND' });
    await expect(save(foreign, QUESTION, null)).rejects.toMatchObject({ code: 'NOT_FOUND' });
    await expect(kith.ask(knowledgeQuestions.remove, { ...foreign, questionId })).rejects.toMatchObject({ code: 'NOT_FOUND' });
    await expect(kith.ask(knowledgeQuestions.remove, { ...other, questionId })).rejects.toMatchObject({ code: 'NOT_FOUND' });
    expect(await listed(owner)).toHaveLength(1);
  });

  it('expect items of the same bot only [S29]', async () => {
    const owner = kith.anOwner();
    const { id: foreign } = await kith.teach(kith.anOwner(), {});
    const { id: ofOtherBot } = await kith.teach(kith.anOwner('premium', owner.actor), {});
    for (const itemId of [foreign, ofOtherBot, randomUUID()])
      await expect(save(owner, QUESTION, itemId)).rejects.toMatchObject({
        details: { fields: { expectedItemId: expect.any(String) } },
      });
  });

  it('are bounded, also when many are saved at once', async () => {
    const owner = kith.anOwner();
    await kith.query(
      `insert into knowledge.saved_question (bot_id, owner_id, question)
       select $1, $2, 'Question ' || n from generate_series(1, $3::int) n`,
      [owner.botId, owner.actor.userId, MAX_SAVED_QUESTIONS - 1],
    );
    const results = await Promise.allSettled([save(owner, 'One?', null), save(owner, 'Two?', null), save(owner, 'Three?', null)]);
    expect(results.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected', 'rejected']);
    expect(await listed(owner)).toHaveLength(MAX_SAVED_QUESTIONS);
  });

  it('are refused where the owner sees only titles', async () => {
    const owner = kith.anOwner('free');
    for (let n = 0; n < 6; n += 1)
      await kith.teach({ ...owner, actor: { ...owner.actor, plan: 'basic' } }, { title: `Item ${n}` });
    await expect(listed(owner)).rejects.toMatchObject({ code: 'UPGRADE_REQUIRED' });
    await expect(save(owner, QUESTION, null)).rejects.toMatchObject({ code: 'UPGRADE_REQUIRED' });
  });
});
