import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { knowledge, knowledgeQuestions } from '@kith/proto';
import { knowledgeUnderTest, type KnowledgeUnderTest, type Owner } from './knowledge-under-test.js';

// Neither has a word of a text, so that no rule lets a passage through.
const PREVIOUS = 'Do you offer courses with clay?';
const FOLLOW_UP = "who's the teacher";
const WHOLE = 'Who gives the pottery lessons at Willow?';

let kith: KnowledgeUnderTest;
let owner: Owner;
beforeAll(async () => {
  kith = await knowledgeUnderTest();
  owner = kith.anOwner();
  await kith.teach(owner, { title: 'Willow', content: 'Anjali gives the pottery lessons at Willow. They start at 7:15.' });
  await kith.teach(owner, { title: 'Tram', content: 'The tram number 4 stops in front of the house.' });
});
beforeEach(() => {
  kith.wholeQuestions.clear();
  kith.rewritten.length = 0;
});
afterAll(() => kith.stop());

const find = (query: string, previous?: string) =>
  kith.ask(knowledge.find, { ...owner, query, ...(previous !== undefined && { previous }) });

describe('the test of the search', () => {
  it('searches for the whole question that the language model writes of a message that finds nothing, and shows it', async () => {
    expect(await find(FOLLOW_UP, PREVIOUS)).toMatchObject({ outcome: 'nothing_found', rewritten: null });
    kith.wholeQuestions.set(FOLLOW_UP, WHOLE);
    const found = await find(FOLLOW_UP, PREVIOUS);
    expect(found).toMatchObject({ outcome: 'found', rewritten: WHOLE, passages: [{ title: 'Willow', number: 1 }] });
    const { actor } = owner;
    const asked = { ownerId: actor.userId, ownerPlan: 'premium', botName: 'Milo', message: FOLLOW_UP, previous: PREVIOUS };
    expect(kith.rewritten).toEqual([asked, asked]);
  });

  it('shows the question also when it finds nothing either', async () => {
    kith.wholeQuestions.set(FOLLOW_UP, 'Who invented the telephone?');
    const found = await find(FOLLOW_UP, PREVIOUS);
    expect(found).toMatchObject({ outcome: 'nothing_found', rewritten: 'Who invented the telephone?' });
  });

  it('has sixty written in an hour for a user, in all their bots; then what the first search found counts', async () => {
    const [frequent, other] = [kith.anOwner(), kith.anOwner()];
    const second = kith.anOwner('premium', frequent.actor);
    for (const each of [frequent, second, other])
      await kith.teach(each, { title: 'Willow', content: 'Anjali gives the pottery lessons at Willow.' });
    kith.wholeQuestions.set(FOLLOW_UP, WHOLE);
    const test = (each: Owner) => kith.ask(knowledge.find, { ...each, query: FOLLOW_UP, previous: PREVIOUS });
    for (let time = 0; time < 60; time += 1) await test(frequent);
    expect(kith.rewritten).toHaveLength(60);
    for (const each of [frequent, second]) expect(await test(each)).toMatchObject({ outcome: 'nothing_found', rewritten: null });
    expect(kith.rewritten).toHaveLength(60);
    expect(await test(other)).toMatchObject({ outcome: 'found', rewritten: WHOLE });
  });

  it('has none written of a question that finds something, that follows none, or of what asks for nothing', async () => {
    await find('Where does the tram stop?', PREVIOUS);
    await find(FOLLOW_UP);
    for (const message of ['thanks', 'lol', 'haha nice', 'i love it', 'are you sure?']) await find(message, PREVIOUS);
    expect(kith.rewritten).toEqual([]);
  });
});

it('a search says of a message whether it may ask for something', async () => {
  const mayAsk = async (query: string) => (await kith.search(owner, query, { previous: PREVIOUS })).mayAsk;
  for (const message of [FOLLOW_UP, 'and on sundays?', 'how much?', 'price', 'und sonntags?', 'कब'])
    expect([message, await mayAsk(message)]).toEqual([message, true]);
  for (const message of ['thanks', 'lol', 'ok', 'wow', 'i love it', 'how are you?', 'are you sure?', 'haha nice'])
    expect([message, await mayAsk(message)]).toEqual([message, false]);
});

it('no message may ask for something in a bot without texts', async () => {
  expect((await kith.search(kith.anOwner(), FOLLOW_UP, { previous: PREVIOUS })).mayAsk).toBe(false);
});

it('a saved question is run as it is', async () => {
  kith.wholeQuestions.set(FOLLOW_UP, WHOLE);
  const saved = { ...owner, question: FOLLOW_UP, previous: PREVIOUS, expectedItemId: null };
  expect(await kith.ask(knowledgeQuestions.save, saved)).toMatchObject({ isPassed: true });
  expect(kith.rewritten).toEqual([]);
});
