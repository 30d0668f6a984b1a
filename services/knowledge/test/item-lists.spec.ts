import { randomUUID } from 'node:crypto';
import { anActor } from '@kith/kit/testing';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { knowledge, type KnowledgeItem } from '@kith/proto';
import { DataSource } from 'typeorm';
import { knowledgeUnderTest, type KnowledgeUnderTest, type Owner } from './knowledge-under-test.js';

let kith: KnowledgeUnderTest;
beforeAll(async () => {
  kith = await knowledgeUnderTest();
});
afterAll(() => kith.stop());

const FREE = { plan: 'free' as const };
const onFreePlan = (owner: Owner): Owner => ({ ...owner, actor: { ...owner.actor, ...FREE } });
const found = async (owner: Owner, search: string) => {
  const [whole, brief] = await Promise.all([
    kith.ask(knowledge.list, { ...owner, search }),
    kith.ask(knowledge.summaries, { ...owner, search }),
  ]);
  const titles = whole.items.map(({ title }) => title);
  expect(brief.items.map(({ title }) => title)).toEqual(titles);
  expect([whole.total, brief.total]).toEqual([titles.length, titles.length]);
  return titles;
};

describe('the list without contents', () => {
  it('has the same fields as the full list, with an excerpt in place of the content', async () => {
    const owner = kith.anOwner();
    await kith.teach(owner, { title: 'Short', content: 'Some words', tags: ['one'], position: { x: 1, y: 2 } });
    await kith.teach(owner, { title: 'Long', content: `Begins ${'and goes on '.repeat(1000)}` });
    const { id } = await kith.upload(owner, 'tides.txt', 'High water at noon.');
    await kith.settled(owner, id);
    await kith.ask(knowledge.update, { ...owner, itemId: id, content: 'A note.\n\nHigh water at noon.' });
    const [whole, brief] = await Promise.all([kith.ask(knowledge.list, owner), kith.ask(knowledge.summaries, owner)]);
    expect(brief.total).toBe(3);
    expect(brief.items).toEqual(whole.items.map(({ content: _content, ...item }) => item));
    expect(whole.items.map(({ excerpt, content }) => content.startsWith(excerpt) && excerpt.length)).toEqual([
      'Some words'.length,
      200,
      'A note.\n\nHigh water at noon.'.length,
    ]);
    expect(JSON.stringify(brief).length).toBeLessThan(2000);
  });

  it.each([
    ['before', '🐟'.repeat(199), 'ab', `${'🐟'.repeat(199)}a`],
    ['inside', `a${'🐟'.repeat(198)}`, '🐟🐟', `a${'🐟'.repeat(199)}`],
    ['at the end of', '語'.repeat(199), '🐟🐟', `${'語'.repeat(199)}🐟`],
  ])('ends an excerpt between two characters, not %s one', async (_where, start, rest, excerpt) => {
    const owner = kith.anOwner();
    const item = await kith.teach(owner, { content: start + rest });
    expect(item.excerpt).toBe(excerpt);
    expect((await kith.ask(knowledge.summaries, owner)).items).toMatchObject([{ excerpt }]);
  });

  it('returns the requested number of items, however long their texts are', async () => {
    const owner = kith.anOwner();
    await kith.query(
      `insert into knowledge.item (bot_id, owner_id, title, content, type, tags, position, status)
       select $1, $2, 'T' || n, repeat('語', 10000), 'text', '{}', '{"x":0,"y":0}', 'ready' from generate_series(1, 210) n`,
      [owner.botId, owner.actor.userId],
    );
    const { items, total } = await kith.ask(knowledge.summaries, { ...owner, limit: 200 });
    expect([items.length, total]).toEqual([200, 210]);
    const rest = await kith.ask(knowledge.summaries, { ...owner, limit: 200, offset: 200 });
    expect(rest.items.map(({ title }) => title)).toEqual(Array.from({ length: 10 }, (_, n) => `T${n + 201}`));
  });

  it('returns the same items at each place of the list, from whichever end a page is read', async () => {
    const owner = kith.anOwner();
    for (const title of ['A', 'B', 'C', 'D', 'E']) await kith.teach(owner, { title });
    const titlesAt = async (asked: { order: 'oldest' | 'newest'; offset: number; limit: number }) => {
      const [brief, whole] = await Promise.all([
        kith.ask(knowledge.summaries, { ...owner, ...asked }),
        kith.ask(knowledge.list, { ...owner, ...asked }),
      ]);
      expect(whole.items.map(({ title }) => title)).toEqual(brief.items.map(({ title }) => title));
      return [brief.items.map(({ title }) => title).join(''), brief.total];
    };
    const orders = { oldest: 'ABCDE', newest: 'EDCBA' } as const;
    for (const order of ['oldest', 'newest'] as const)
      for (let offset = 0; offset <= 6; offset += 1)
        for (const limit of [1, 2, 5])
          expect(await titlesAt({ order, offset, limit })).toEqual([orders[order].slice(offset, offset + limit), 5]);
  });

  it('is only for the owner of the bot [S28]', async () => {
    const owner = kith.anOwner();
    await kith.teach(owner, {});
    for (const botId of [owner.botId, randomUUID()]) {
      const asked = { actor: anActor({ plan: 'premium' }), botId, search: 'title' };
      await expect(kith.ask(knowledge.summaries, asked)).rejects.toMatchObject({ code: 'NOT_FOUND' });
      await expect(kith.ask(knowledge.list, asked)).rejects.toMatchObject({ code: 'NOT_FOUND' });
    }
  });
});

describe('searching the list for a text', () => {
  it.each([
    ['the title', 'reHEARs', ['Rehearsals']],
    ['the content, far behind its beginning', 'needle in', ['Haystack']],
    ['a tag', 'Board Games', ['Library']],
    ['part of a word', 'ibrar', ['Library']],
    ['several', 'a', ['Rehearsals', 'Haystack', 'Library', '100 %', '議事録']],
    ['letters of other alphabets, in either case', 'ÄPFEL', ['Früchte']],
    ['other letters still', 'жук', ['Früchte']],
    ['two letters inside a word', 'BR', ['Library']],
    ['two letters of another alphabet', 'Жу', ['Früchte']],
    ['one letter that few items contain', 'q', ['議事録']],
    ['the last letter', 'ж', ['Früchte', '議事録']],
    ['two characters of a script without spaces', '事録', ['議事録']],
    ['one of them', '曜', ['議事録']],
    ['a character beyond the first 65,536', '🐟', ['議事録']],
    ['two letters in different words', 'yt', []],
    ['two words of one letter', 'a q', ['議事録']],
    ['words of one letter that stand apart', 'q b', []],
    ['blanks around them', '  library ', ['Library']],
    ['% as it is', '%', ['100 %']],
    ['_ as it is', 'snake_case', ['100 %']],
    ['_ for another sign', 'r_hearsals', []],
    ['\\ as it is', 'C:\\tmp', ['100 %']],
    ['a quote', "o'clock", ['Rehearsals']],
    ['what ends in one tag and begins in the next', 'games loans', []],
    ['a text that no item contains', 'zebra', []],
    ['blanks alone', '   ', ['Rehearsals', 'Haystack', 'Library', '100 %', 'Früchte', '議事録']],
  ])('finds %s', async (_what, search, titles) => {
    expect(await found(await taught(), search)).toEqual(titles);
  });

  let once: Promise<Owner> | undefined;
  const taught = (): Promise<Owner> => (once ??= teachAll());
  async function teachAll(): Promise<Owner> {
    const owner = kith.anOwner();
    await kith.teach(owner, { title: 'Rehearsals', content: "Wednesdays at eight o'clock." });
    await kith.teach(owner, { title: 'Haystack', content: `${'hay '.repeat(4000)}needle in it` });
    await kith.teach(owner, { title: 'Library', content: 'Two weeks.', tags: ['board games', 'loans'] });
    await kith.teach(owner, { title: '100 %', content: 'snake_case and C:\\tmp' });
    await kith.teach(owner, { title: 'Früchte', content: 'Birnen und äpfel, ЖУК' });
    await kith.teach(owner, { title: '議事録', content: '毎週水曜日 🐟 b\na q ж' });
    return owner;
  }

  it.each([
    ['on 24', 'Closed on 24. December and open again on 27. December'],
    ['no. 5', 'order no. 57'],
    ['12 3', '555-12 34'],
    ['b a', 'ab ab'],
    ['x 4', '2 x 4mm'],
    ['  4m  ', '2 x 4mm'],
    ['水 木', '月 水 木'],
  ])('finds %j in %j', async (search, content) => {
    const owner = kith.anOwner();
    await kith.teach(owner, { title: 'It', content });
    await kith.teach(owner, { title: 'Other', content: 'Words 月水' });
    expect(await found(owner, search)).toEqual(['It']);
  });

  it('finds the texts that contain the searched one as it is, whatever characters and blanks it has', async () => {
    const owner = kith.anOwner();
    const random = seeded(1);
    const pick = (count: number): number => Math.floor(random() * count);
    const word = (): string => Array.from({ length: 1 + pick(4) }, () => LETTERS[pick(LETTERS.length)]).join('');
    const contents = Array.from({ length: 150 }, () =>
      Array.from({ length: 1 + pick(8) }, () => word() + ' '.repeat(+(pick(9) === 0))).join(pick(9) === 0 ? '\n' : ' '),
    );
    await kith.query(
      `insert into knowledge.item (bot_id, owner_id, title, content, type, tags, position, status)
       select $1, $2, '-', content, 'text', '{}', '{"x":0,"y":0}', 'ready' from unnest($3::text[]) content`,
      [owner.botId, owner.actor.userId, contents],
    );
    const texts = await kith.query<{ id: string; text: string }>(
      'select item_id as id, text from knowledge.searched_text where bot_id = $1 order by created_at, item_id',
      [owner.botId],
    );
    const parts = Array.from({ length: 600 }, () => {
      const text = Array.from(texts[pick(texts.length)]?.text.slice(3).trimEnd() ?? '');
      const from = pick(text.length);
      return text.slice(from, from + 1 + pick(6)).join('');
    });
    const missed: string[] = [];
    for (const part of parts) {
      const [page] = await kith.query<{ ids: string[] }>('select ids from knowledge.find_items($1, $2, false, 1000, 0)', [
        owner.botId,
        part,
      ]);
      const expected = texts.filter(({ text }) => text.includes(part)).map(({ id }) => id);
      if (page?.ids.join() !== expected.join()) missed.push(part);
    }
    expect(missed).toEqual([]);
  }, 60_000);

  it('searches the text of a file and the note of its owner', async () => {
    const owner = kith.anOwner();
    const { id, title } = await kith.upload(owner, 'tides.txt', 'High water at noon.');
    await kith.settled(owner, id);
    await kith.ask(knowledge.update, { ...owner, itemId: id, content: 'Ask the harbour.\n\nHigh water at noon.' });
    expect(await found(owner, 'high WATER')).toEqual([title]);
    expect(await found(owner, 'harbour')).toEqual([title]);
  });

  it('writes the searched text only when a text of the item changes', async () => {
    const owner = kith.anOwner();
    const { id } = await kith.teach(owner, { title: 'Tides', content: 'High water at noon.' });
    const written = () => kith.query('select xmin, text from knowledge.searched_text where item_id = $1', [id]);
    const before = await written();
    await kith.query(`update knowledge.item set status = 'processing', title = title, version = version + 1 where id = $1`, [id]);
    expect(await written()).toEqual(before);
    await kith.ask(knowledge.update, { ...owner, itemId: id, title: 'Ebb' });
    expect(await found(owner, 'tides')).toEqual([]);
    expect(await found(owner, 'ebb')).toEqual(['Ebb']);
    await kith.ask(knowledge.remove, { ...owner, itemId: id });
    expect(await written()).toEqual([]);
  });

  it('pages the matches and counts them', async () => {
    const owner = kith.anOwner();
    for (let n = 1; n <= 7; n += 1) await kith.teach(owner, { title: `${n % 2 === 0 ? 'Even' : 'Odd'} ${n}`, content: 'x' });
    const page = async (offset: number) => {
      const { items, total } = await kith.ask(knowledge.summaries, { ...owner, search: 'odd', limit: 2, offset });
      return [items.map(({ title }) => title), total];
    };
    expect(await page(0)).toEqual([['Odd 1', 'Odd 3'], 4]);
    expect(await page(2)).toEqual([['Odd 5', 'Odd 7'], 4]);
    expect(await page(4)).toEqual([[], 4]);
  });

  describe('of a long list', () => {
    const COUNT = 10_000;
    let owner: Owner;
    beforeAll(async () => {
      owner = kith.anOwner();
      // Two thirds have `often`, from the beginning on; half have `later`, none of the first half; each 48th has `seldom`; two have `#~`.
      await kith.query(
        `insert into knowledge.item (bot_id, owner_id, title, content, type, tags, position, status, created_at)
         select $1, $2, 'T' || n, concat_ws(' ', repeat('filler ', case n % 50 when 0 then 2000 else 1 end), case when n % 3 <> 0 then 'often' end,
           case when n > $3 / 2 then 'later' end, case when n % 48 = 0 then 'seldom' end, case when n in (7, $3 - 7) then '#~' end),
           'text', '{}', '{"x":0,"y":0}', 'ready', now() + n * interval '1 second'
         from generate_series(1, $3::int) n`,
        [owner.botId, owner.actor.userId, COUNT],
      );
    });

    const numbers = Array.from({ length: COUNT }, (_none, at) => at + 1);
    it.each([
      ['most items contain', 'OFTEN', numbers.filter((n) => n % 3 !== 0)],
      ['half of the items contain, but none of the first', 'later', numbers.filter((n) => n > COUNT / 2)],
      ['few items contain', 'seldom', numbers.filter((n) => n % 48 === 0)],
      ['one letter that all items contain', 'f', numbers],
      ['signs that hardly any item contains', '#~', [7, COUNT - 7]],
    ])('finds what %s in either order, and counts a thousand', async (_what, search, matching) => {
      for (const order of ['oldest', 'newest'] as const) {
        const expected = (order === 'oldest' ? matching : matching.toReversed()).map((n) => `T${n}`);
        for (const offset of [0, 30, 990, expected.length - 1, expected.length]) {
          const page = await kith.ask(knowledge.summaries, { ...owner, search, order, limit: 20, offset });
          expect(page.items.map(({ title }) => title)).toEqual(expected.slice(offset, offset + 20));
          expect([page.total, page.isMoreThanTotal]).toEqual([Math.min(expected.length, 1000), expected.length > 1000]);
        }
      }
    });

    it.each([
      ['a word that all items contain', 'filler', 1300],
      ['one letter', 'f', 1300],
      ['a word that few items contain', 'seldom', 500],
      ['two letters that few items contain', 'ld', 500],
      ['one letter that few items contain', 'm', 500],
      ['two letters that no item contains', 'qx', 100],
      ['one letter that no item contains', 'q', 100],
      ['one character of a script without spaces that no item contains', '議', 100],
      ['two signs that two items contain', '#~', 102],
      ['words of one letter that no item contains', 'q x', 100],
    ])('reads no more texts than it counts for %s', async (_what, search, most) => {
      const database = kith.services.get('knowledge')?.app.get(DataSource);
      const read = await database?.transaction(async (manager) => {
        const rows = () =>
          manager.query<{ n: number }[]>(
            `select (idx_tup_fetch + seq_tup_read)::int as n from pg_stat_xact_user_tables where relid = 'knowledge.searched_text'::regclass`,
          );
        const [before] = await rows();
        await manager.query('select from knowledge.find_items($1, $2, true, 20, 0)', [owner.botId, search]);
        const [after] = await rows();
        return (after?.n ?? 0) - (before?.n ?? 0);
      });
      expect(read).toBeGreaterThan(0);
      expect(read).toBeLessThanOrEqual(most);
    });
  });

  it('accepts 100 characters at most, and only characters that can be stored', async () => {
    const owner = kith.anOwner();
    await kith.teach(owner, { content: 'c'.repeat(150) });
    expect(await found(owner, 'c'.repeat(100))).toHaveLength(1);
    for (const search of ['c'.repeat(101), 'a\0b'])
      for (const call of [knowledge.list, knowledge.summaries])
        await expect(kith.ask(call, { ...owner, search })).rejects.toMatchObject({
          code: 'BAD_INPUT',
          details: { fields: { search: expect.any(String) } },
        });
  });

  it('searches only the items of this bot [S73]', async () => {
    const [owner, other] = [kith.anOwner(), kith.anOwner()];
    await kith.teach(other, { title: 'Ambergris', content: 'ambergris', tags: ['ambergris'] });
    await kith.teach(owner, { title: 'Basalt' });
    expect(await found(owner, 'ambergris')).toEqual([]);
  });

  it('serves many searches at once', async () => {
    const owners = Array.from({ length: 12 }, () => kith.anOwner());
    await Promise.all(owners.map((owner, n) => kith.teach(owner, { title: `Stone ${n}` })));
    expect(await Promise.all(owners.map((owner) => found(owner, 'stone')))).toEqual(owners.map((_, n) => [`Stone ${n}`]));
  });
});

describe('on the free plan with more items than it allows', () => {
  let owner: Owner;
  let items: KnowledgeItem[];
  beforeAll(async () => {
    owner = kith.anOwner();
    items = [];
    for (const title of ['one', 'two', 'three', 'four', 'five', 'six'])
      items.push(await kith.teach(owner, { title, content: `A secret of ${title}.`, tags: ['hidden'] }));
  });

  it('the list without contents shows the first three titles and the total [S34]', async () => {
    const seen = await kith.ask(knowledge.summaries, onFreePlan(owner));
    expect(seen.total).toBe(6);
    expect(seen.items.map(({ title, excerpt }) => [title, excerpt])).toEqual(['one', 'two', 'three'].map((title) => [title, '']));
    expect(JSON.stringify(seen)).not.toContain('secret');
  });

  it.each([
    ['what a title shows', 'T', ['two', 'three']],
    ['what a content hides', 'secret of one', []],
    ['what a tag hides', 'hidden', []],
    ['a title that is not shown', 'four', []],
  ])('a search of the list finds %s: %s [S34]', async (_what, search, titles) => {
    expect(await found(onFreePlan(owner), search)).toEqual(titles);
  });

  it('a single item is shown with its title only, if it is one of the first three [S34]', async () => {
    const get = (at: number) => kith.ask(knowledge.get, { ...onFreePlan(owner), itemId: items[at]?.id ?? '' });
    const { title, content, excerpt, fileUrl } = await get(2);
    expect([title, content, excerpt, fileUrl]).toEqual(['three', '', '', null]);
    await expect(get(3)).rejects.toMatchObject({ code: 'NOT_FOUND' });
  });
});

describe('a single item', () => {
  it('is the same as in the list', async () => {
    const owner = kith.anOwner();
    const content = '語'.repeat(190_000);
    const { id: itemId } = await kith.teach(owner, { title: 'Large', content });
    const { id: fileId } = await kith.upload(owner, 'tides.txt', 'High water at noon.');
    await Promise.all([kith.settled(owner, itemId), kith.settled(owner, fileId)]);
    const large = await kith.ask(knowledge.get, { ...owner, itemId });
    expect(large).toMatchObject({ title: 'Large', content, excerpt: '語'.repeat(200) });
    const { items } = await kith.ask(knowledge.list, { ...owner, offset: 1 });
    expect([await kith.ask(knowledge.get, { ...owner, itemId: fileId })]).toEqual(items);
  });

  it('is only for its owner, through its own bot: items of others and missing items give the same error [S28, S29]', async () => {
    const [owner, other] = [kith.anOwner(), kith.anOwner()];
    const { id: itemId } = await kith.teach(owner, {});
    const otherUser = anActor({ plan: 'premium' });
    for (const asked of [
      { ...owner, actor: otherUser, itemId },
      { ...owner, actor: { ...otherUser, ...FREE }, itemId },
      { ...other, itemId },
      { ...onFreePlan(other), itemId },
      { ...owner, itemId: randomUUID() },
      { ...onFreePlan(owner), itemId: randomUUID() },
    ])
      await expect(kith.ask(knowledge.get, asked)).rejects.toMatchObject({ code: 'NOT_FOUND' });
  });
});

const LETTERS = Array.from('abcdefgh123.-%_\\äж水木🐟');

/** Numbers from 0 to below 1, the same ones for the same seed. */
function seeded(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}
