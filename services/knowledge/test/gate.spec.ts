import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { knowledge } from '@kith/proto';
import { SearchService } from '../src/search/search.service.js';
import { CORPUS, MISSPELT, QUESTIONS } from './corpus.js';
import { knowledgeUnderTest, type KnowledgeUnderTest, type Owner } from './knowledge-under-test.js';

let kith: KnowledgeUnderTest;
let cafe: Owner;

beforeAll(async () => {
  kith = await knowledgeUnderTest();
  cafe = kith.anOwner();
  for (const item of CORPUS) await kith.teach(cafe, item);
}, 60_000);
afterAll(() => kith.stop());

const SMALL_TALK = [
  'hey, how are you doing today?',
  'thank you so much, you are great',
  'tell me a joke about cats',
  'what do you think about love',
  'I am so bored',
  'you are stupid',
  'good night everybody',
  'I had a long week and I am tired',
  'nobody wants to play with me',
  'do you like music?',
  'haha nice one',
  'are you a human being?',
];

describe('the gate before the prompt', () => {
  it('keeps small talk without passages, and says that what was found is not relevant', async () => {
    const results = await Promise.all(SMALL_TALK.map((words) => kith.search(cafe, words)));
    expect(results.filter(({ outcome }) => outcome === 'found')).toEqual([]);
    expect(results.every(({ passages }) => passages.length === 0)).toBe(true);
    expect(results.map(({ outcome }) => outcome)).toContain('not_relevant');
    expect((await kith.search(cafe, 'xyzzy plugh')).outcome).toBe('nothing_found');
  });

  it('keeps small talk without passages right after a question too', async () => {
    for (const words of ['thanks, you are the best', 'haha cool', 'ok good to know', 'you are funny'])
      expect(await kith.search(cafe, words, { previous: 'When are you open on Sundays?' })).toMatchObject({ passages: [] });
  });

  it('tells small talk from a question that nothing taught answers, also in a bot without texts', async () => {
    for (const owner of [cafe, kith.anOwner()]) {
      const isSmallTalk = async (words: string) => (await kith.search(owner, words)).isSmallTalk;
      expect([await isSmallTalk('Vind je me leuk?'), await isSmallTalk('나 좋아해?')]).toEqual([true, true]);
      expect([await isSmallTalk('Wat kost een kaartje?'), await isSmallTalk('어린이 표는 얼마예요?')]).toEqual([false, false]);
    }
  });

  it('asks for more where a bot also has a text of another language, as long as it has it', async () => {
    const owner = kith.anOwner();
    const search = kith.services.get('knowledge')?.app.get(SearchService);
    const isOfOneLanguage = async (query: string) =>
      (await search?.evidence({ botId: owner.botId, query, limit: 1, items: null }))?.message.isOfOneLanguage;
    const relevance = async () => (await kith.ask(knowledge.find, { ...owner, query: 'and the boathouse' })).relevance;
    expect(await isOfOneLanguage('boathouse')).toBe(false);
    const content = 'The boathouse opens at nine in the morning, and the keys are kept by the harbour master.';
    await kith.teach(owner, { title: 'Boathouse', content });
    const alone = await relevance();
    for (const query of ['boathouse', 'the', '', '😀']) expect([query, await isOfOneLanguage(query)]).toEqual([query, true]);
    const german = await kith.teach(owner, {
      title: 'Freibad',
      content: 'Das Freibad war im letzten Jahr geschlossen. Man hat es saniert, und die Becken sind neu.',
    });
    for (const query of ['boathouse', 'the', '']) expect([query, await isOfOneLanguage(query)]).toEqual([query, false]);
    expect(await relevance()).toBeLessThan(alone);
    await kith.ask(knowledge.remove, { ...owner, itemId: german.id });
    expect(await isOfOneLanguage('boathouse')).toBe(true);
    expect(await relevance()).toBe(alone);
  });

  it('lets questions through, misspelt ones and follow-ups too', async () => {
    const keptOf = async (questions: typeof QUESTIONS) => {
      const found = await Promise.all(
        questions.map(async ([question, title]) =>
          (await kith.search(cafe, question)).passages.some((one) => one.title === title),
        ),
      );
      return found.filter(Boolean).length / questions.length;
    };
    expect(await keptOf(QUESTIONS)).toBeGreaterThanOrEqual(0.89);
    // Most of these have one or two words, all misspelt: the gate keeps fewer of them than of longer questions (bench/gate.bench.ts).
    expect(await keptOf(MISSPELT)).toBeGreaterThanOrEqual(0.6);
    const followUp = await kith.search(cafe, 'And on Mondays?', { previous: 'When are you open on Sundays?' });
    expect(followUp).toMatchObject({ outcome: 'found' });
    expect(followUp.passages[0]?.title).toBe('Opening hours');
  });

  it('takes an everyday word for the subject of a question where a title has it, and not in small talk', async () => {
    const owner = kith.anOwner();
    await kith.teach(owner, { title: 'Dogs', content: 'Dogs are welcome inside if they are on a leash.' });
    await kith.teach(owner, { title: 'Terrace', content: 'The Wi-Fi works on the terrace too. In the evening there is music.' });
    const titles = async (query: string) => (await kith.search(owner, query)).passages.map(({ title }) => title);
    for (const question of ['can I bring my dog?', 'are dogs allowed', 'is my dog welcome'])
      expect(await titles(question)).toEqual(['Dogs']);
    for (const words of ['my dog is so cute', 'I love dogs', 'do you like music?']) expect(await titles(words)).toEqual([]);
    expect(await titles('is there wifi')).toEqual(['Terrace']);
  });

  it('reads a question about something else without the one before', async () => {
    const owner = kith.anOwner();
    await kith.teach(owner, { title: 'Ferry', content: 'The ferry leaves at 1 pm from the old pier. A ticket is 4 euros.' });
    await kith.teach(owner, { title: 'Lighthouse', content: 'The lighthouse was built in 1884 and can be climbed in summer.' });
    const titles = async (query: string, previous: string) =>
      (await kith.search(owner, query, { previous })).passages.map(({ title }) => title);
    const previous = 'When does the ferry leave?';
    for (const question of [
      'What is the capital of France?',
      'Was ist die Hauptstadt von Frankreich?',
      'Who invented the telephone?',
    ])
      expect(await titles(question, previous)).toEqual([]);
    for (const question of ['And on Sundays?', 'And how much is it?', 'What about returning?'])
      expect((await titles(question, previous))[0]).toBe('Ferry');
  });

  it('shows the owner what enters the prompt, also for a question that follows another', async () => {
    const find = (query: string, previous?: string) =>
      kith.ask(knowledge.find, { ...cafe, query, ...(previous === undefined ? {} : { previous }) });
    const weak = await find('nobody wants to play with me');
    expect(weak.outcome).toBe('not_relevant');
    expect(weak.relevance).toBeLessThan(weak.minRelevance);
    expect(weak.passages.length).toBeGreaterThan(0);
    expect(weak.passages.every(({ number }) => number === null)).toBe(true);

    const query = 'And on Mondays?';
    const previous = 'When are you open on Sundays?';
    const { passages: live } = await kith.search(cafe, query, { previous, ownerPlan: 'premium' });
    const tested = await find(query, previous);
    expect(tested.relevance).toBeGreaterThanOrEqual(tested.minRelevance);
    expect(tested.passages.filter(({ number }) => number !== null).map(({ body, number }) => [body, number])).toEqual(
      live.map(({ body }, place) => [body, place + 1]),
    );
  });

  it('numbers at most as many passages as enter the prompt, and shows more when asked', async () => {
    const { passages } = await kith.ask(knowledge.find, { ...cafe, query: 'game table players', limit: 20 });
    expect(passages.length).toBeGreaterThan(6);
    expect(passages.map(({ number }) => number)).toEqual(passages.map((_one, place) => (place < 6 ? place + 1 : null)));
  });
});
