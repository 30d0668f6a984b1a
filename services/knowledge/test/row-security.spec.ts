import { asActor } from '@kith/kit/testing';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { knowledge, knowledgeQuestions } from '@kith/proto';
import { DataSource } from 'typeorm';
import { KnowledgeItemEntity } from '../src/items/knowledge-item.entity.js';
import { knowledgeUnderTest, type KnowledgeUnderTest } from './knowledge-under-test.js';

describe('a query that forgets the condition on the owner', () => {
  let kith: KnowledgeUnderTest;
  let database: DataSource;
  let anne: ReturnType<KnowledgeUnderTest['anOwner']>;
  let ben: ReturnType<KnowledgeUnderTest['anOwner']>;

  beforeAll(async () => {
    kith = await knowledgeUnderTest();
    const found = kith.services.get('knowledge')?.app.get(DataSource);
    if (!found) throw new Error('knowledge has no database');
    database = found;
    [anne, ben] = [kith.anOwner(), kith.anOwner()];
    await kith.teach(anne, { title: 'Tulips', content: 'Tulips flower in spring.' });
    await kith.teach(ben, { title: 'Harbour', content: 'The harbour opens at nine.' });
  });
  afterAll(() => kith.stop());

  it('finds, changes and deletes no item of another user [S30]', async () => {
    const items = database.getRepository(KnowledgeItemEntity);
    const { userId } = anne.actor;
    expect(await items.find()).toHaveLength(2);
    expect((await asActor(userId, () => items.find())).map(({ title }) => title)).toEqual(['Tulips']);
    const foreign = { botId: ben.botId };
    expect(await asActor(userId, () => items.findOneBy(foreign))).toBeNull();
    expect(await asActor(userId, () => items.update(foreign, { title: 'changed' }))).toMatchObject({ affected: 0 });
    const remove = asActor(userId, () => database.query('delete from knowledge.item where bot_id = $1', [ben.botId]));
    expect(await remove).toEqual([[], 0]);
    expect(await items.find()).toHaveLength(2);
  });

  it('finds no text of another user that its list is searched in [S30]', async () => {
    const texts = 'select text from knowledge.searched_text';
    expect(await database.query(texts)).toHaveLength(2);
    expect(await asActor(anne.actor.userId, () => database.query(texts))).toEqual([
      { text: 'tulips\n\ntulips flower in spring.\n' },
    ]);
  });

  it('finds no chunk of another user, by a query or by the search [S30]', async () => {
    const chunks = 'select body from knowledge.chunk';
    expect(await database.query(chunks)).toHaveLength(2);
    expect(await asActor(anne.actor.userId, () => database.query(chunks))).toEqual([{ body: 'Tulips flower in spring.' }]);
    const search = (botId: string) =>
      asActor(anne.actor.userId, () =>
        database.query<unknown[]>(`select title from knowledge.search($1, 'tulips harbour', 6, null)`, [botId]),
      );
    expect(await search(anne.botId)).toEqual([{ title: 'Tulips' }]);
    expect(await search(ben.botId)).toEqual([]);
  });

  it('reads and changes no key words and no saved questions of another user [S30]', async () => {
    await kith.teach(ben, { title: 'Dragon', activation: 'keywords', keywords: ['dragon'] });
    await kith.ask(knowledgeQuestions.save, { ...ben, question: 'Where is the harbour?', expectedItemId: null });
    const anneAs = <Row>(sql: string) => asActor(anne.actor.userId, () => database.query<Row[]>(sql, [ben.botId]));
    const benAs = <Row>(sql: string) => asActor(ben.actor.userId, () => database.query<Row[]>(sql, [ben.botId]));
    for (const sql of [
      'select word as text from knowledge.keyword where bot_id = $1',
      'select question as text from knowledge.saved_question where bot_id = $1',
    ]) {
      expect(await anneAs(sql)).toEqual([]);
      expect(await benAs(sql)).toHaveLength(1);
    }
    expect(await anneAs(`update knowledge.keyword set word = 'x' where bot_id = $1`)).toEqual([[], 0]);
    expect(await anneAs('delete from knowledge.saved_question where bot_id = $1')).toEqual([[], 0]);
  });

  it('does not change what owners and bots find', async () => {
    expect((await kith.ask(knowledge.find, { ...ben, query: 'harbour' })).passages).toHaveLength(1);
    expect((await kith.search(ben, 'harbour')).passages).toHaveLength(1);
    expect((await kith.search(ben, 'tulips')).passages).toEqual([]);
  });
});
