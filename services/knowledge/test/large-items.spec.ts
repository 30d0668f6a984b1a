import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { knowledge } from '@kith/proto';
import { knowledgeUnderTest, type KnowledgeUnderTest } from './knowledge-under-test.js';

let kith: KnowledgeUnderTest;
beforeAll(async () => {
  kith = await knowledgeUnderTest();
});
afterAll(() => kith.stop());

describe('items of the largest allowed size', () => {
  it('show their titles on the free plan when there are more than it allows [S34]', async () => {
    const owner = kith.anOwner();
    for (const title of ['one', 'two', 'three', 'four', 'five', 'six'])
      await kith.teach(owner, { title, content: '語'.repeat(190_000) });
    const poorer = { ...owner, actor: { ...owner.actor, plan: 'free' as const } };
    const { items, total } = await kith.ask(knowledge.list, poorer);
    expect([items.map(({ title }) => title), total]).toEqual([['one', 'two', 'three'], 6]);
  });

  it('are listed in several pages when their titles, tags and URLs are long', async () => {
    const owner = kith.anOwner();
    await kith.query(
      `insert into knowledge.item (bot_id, owner_id, title, content, type, tags, position, status, file_url)
       select $1, $2, repeat('題', 200), '', 'url', array_fill(repeat('語', 50), array[20]), '{"x":0,"y":0}', 'failed', repeat('名', 2000)
       from generate_series(1, 200) n`,
      [owner.botId, owner.actor.userId],
    );
    let seen = 0;
    for (let total = 1; seen < total;) {
      const page = await kith.ask(knowledge.list, { ...owner, limit: 200, offset: seen });
      expect(page.items.length).toBeGreaterThan(0);
      seen += page.items.length;
      total = page.total;
    }
    expect(seen).toBe(200);
  });

  it('are found even when the whole text is one heading [S45]', async () => {
    const owner = kith.anOwner();
    const words = Array.from({ length: 25_000 }, (_, n) => `w${n.toString(36)}q`).join(' ');
    const item = await kith.teach(owner, { title: 'Heading', content: `# ${words.slice(0, 199_000)}` });
    expect(await kith.settled(owner, item.id)).toMatchObject({ status: 'ready' });
    const { passages } = await kith.ask(knowledge.find, { ...owner, query: 'w9q', limit: 20 });
    expect(passages[0]?.body.length).toBeLessThanOrEqual(1600);
  });
});
