import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { knowledge } from '@kith/proto';
import { knowledgeUnderTest, type KnowledgeUnderTest, type Owner } from './knowledge-under-test.js';

let kith: KnowledgeUnderTest;
beforeAll(async () => {
  kith = await knowledgeUnderTest();
});
afterAll(() => kith.stop());

const titlesFor = async (owner: Owner, query: string, more: Parameters<typeof kith.search>[2] = {}) =>
  (await kith.search(owner, query, more)).passages.map(({ title }) => title);
const anEntry = (owner: Owner, title: string, keywords: string[], content = `${title} lies far away.`) =>
  kith.teach(owner, { title, content, activation: 'keywords', keywords });

describe('an item that is activated by key words', () => {
  let owner: Owner;
  beforeAll(async () => {
    owner = kith.anOwner();
    await anEntry(owner, 'Port Amber', ['Port Amber', 'harbour town']);
    await anEntry(owner, 'Zoë', ['Zoë', 'ゾーイ']);
    await anEntry(owner, 'Library', ['図書館']);
    await kith.teach(owner, { title: 'Tides', content: 'The tides come twice a day.' });
  });

  it('enters the prompt by one of its key words, wherever it stands in the messages', async () => {
    expect(await titlesFor(owner, 'Have you been to PORT  amber lately?')).toEqual(['Port Amber']);
    expect(await titlesFor(owner, 'zoe!')).toEqual(['Zoë']);
    expect(await titlesFor(owner, 'ゾーイさんはどこ')).toEqual(['Zoë']);
    expect(await titlesFor(owner, '市立図書館は何時に開きますか')).toEqual(['Library']);
    expect(await titlesFor(owner, 'And then?', { previous: 'Which harbour town?' })).toEqual(['Port Amber']);
    expect(await titlesFor(owner, 'ok', { messages: ['ok', 'It is in the port', 'Zoe went to Port Amber.'] })).toEqual([
      'Port Amber',
      'Zoë',
    ]);
    expect(await titlesFor(owner, '', { messages: ['hello Zoë'] })).toEqual(['Zoë']);
  });

  it('does not enter it otherwise, not even when a search would find it', async () => {
    expect(await titlesFor(owner, 'What lies far away from the amber port?')).toEqual([]);
    expect(await titlesFor(owner, 'zoes')).toEqual([]);
    expect(await titlesFor(owner, 'Zoë', { messages: ['somebody'] })).toEqual([]);
  });

  it('comes before what a search finds, and says why it is there', async () => {
    const { passages, outcome } = await kith.search(owner, 'How often do the tides come to Port Amber?');
    expect(passages.map(({ title, activation }) => [title, activation])).toEqual([
      ['Port Amber', 'keywords'],
      ['Tides', 'search'],
    ]);
    expect(outcome).toBe('found');
  });

  it('follows its changes: of the key words, of the activation, and its deletion', async () => {
    const changing = kith.anOwner();
    const { id: itemId } = await anEntry(changing, 'Dragons', ['dragon']);
    expect(await titlesFor(changing, 'a dragon')).toEqual(['Dragons']);
    const update = (changes: object) => kith.ask(knowledge.update, { ...changing, itemId, ...changes });
    expect(await update({ keywords: ['wyvern', 'Drache'] })).toMatchObject({ keywords: ['wyvern', 'Drache'] });
    expect(await titlesFor(changing, 'a dragon')).toEqual([]);
    expect(await titlesFor(changing, 'ein drache')).toEqual(['Dragons']);
    await update({ activation: 'search' });
    expect(await titlesFor(changing, 'ein drache')).toEqual([]);
    expect(await titlesFor(changing, 'dragons far away')).toEqual(['Dragons']);
    await update({ activation: 'keywords', title: 'Wyverns' });
    expect(await titlesFor(changing, 'ein drache')).toEqual(['Wyverns']);
    await kith.ask(knowledge.remove, { ...changing, itemId });
    expect(await titlesFor(changing, 'ein drache')).toEqual([]);
    expect(await kith.query('select 1 from knowledge.keyword where item_id = $1', [itemId])).toEqual([]);
  });

  it.each([[[]], [['\u200b']]])('needs a key word that can occur: %j is refused', async (keywords) => {
    const changing = kith.anOwner();
    await expect(anEntry(changing, 'Nothing', keywords)).rejects.toMatchObject({
      code: 'BAD_INPUT',
      details: { fields: { keywords: 'Please enter at least one key word' } },
    });
    const { id: itemId } = await kith.teach(changing, {});
    await expect(kith.ask(knowledge.update, { ...changing, itemId, activation: 'keywords', keywords })).rejects.toMatchObject({
      code: 'BAD_INPUT',
    });
  });

  it('is of its bot alone', async () => {
    expect(await titlesFor(kith.anOwner(), 'Port Amber')).toEqual([]);
  });

  it('is active within the items of the plan only', async () => {
    const free = kith.anOwner();
    for (let n = 0; n < 5; n += 1) await kith.teach(free, { title: `Filler ${n}` });
    await anEntry(free, 'Sixth', ['six']);
    await kith.teach(free, { title: 'Seventh', activation: 'always' });
    expect(await titlesFor(free, 'six', { ownerPlan: 'free' })).toEqual([]);
    expect(await titlesFor(free, 'six', { ownerPlan: 'basic' })).toEqual(['Seventh', 'Sixth']);
  });

  it('holds for uploaded files too', async () => {
    const uploading = kith.anOwner();
    const { id } = await kith.upload(uploading, 'lore.txt', 'The old king sleeps.', {
      activation: 'keywords',
      keywords: ['king'],
    });
    expect(await kith.settled(uploading, id)).toMatchObject({ activation: 'keywords', keywords: ['king'] });
    expect(await titlesFor(uploading, 'the king?')).toEqual(['lore.txt']);
    await expect(kith.upload(uploading, 'more.txt', 'Words.', { activation: 'keywords' })).rejects.toMatchObject({
      code: 'BAD_INPUT',
    });
  });
});

describe('an item that is always active', () => {
  it('enters every prompt before the others, and no search', async () => {
    const owner = kith.anOwner();
    await anEntry(owner, 'Dragons', ['dragon']);
    await kith.teach(owner, { title: 'Motto', content: 'We are never rude.', activation: 'always' });
    expect(await titlesFor(owner, 'hello')).toEqual(['Motto']);
    expect(await titlesFor(owner, '')).toEqual(['Motto']);
    expect(await titlesFor(owner, 'Why are dragons never rude? A dragon...')).toEqual(['Motto', 'Dragons']);
  });

  it('leaves room: six passages of each activation, the beginning of every item first', async () => {
    const owner = kith.anOwner();
    const long = Array.from({ length: 12 }, (_none, n) => `Paragraph ${n}. ${'Long words stand here. '.repeat(60)}`).join('\n\n');
    await kith.teach(owner, { title: 'Long', content: long, activation: 'always' });
    for (let n = 0; n < 3; n += 1) await kith.teach(owner, { title: `Short ${n}`, activation: 'always' });
    for (let n = 0; n < 8; n += 1) await anEntry(owner, `Entry ${n}`, ['dragon']);
    expect(await titlesFor(owner, 'dragon')).toEqual([
      'Long',
      'Long',
      'Long',
      'Short 0',
      'Short 1',
      'Short 2',
      ...Array.from({ length: 6 }, (_none, n) => `Entry ${n}`),
    ]);
  });
});
