import { describe, expect, it } from '@jest/globals';
import { NEWER_FACTS, REMEMBERED_PEOPLE } from '../../test/remembered-people.js';
import { fittingLines, memoryLines, relevantFacts, type RememberedFact } from './memory-lines.js';

const NOW = Date.parse('2026-11-23T12:00:00Z');
const aFact = (key: string, value: string, daysAgo = 1, origin: RememberedFact['origin'] = 'said'): RememberedFact => ({
  id: `${key} ${value}`,
  key,
  value,
  origin,
  saidAt: new Date(NOW - daysAgo * 86_400_000),
});
const MANY = Array.from({ length: 40 }, (_, n) => aFact('Likes', `thing number ${n}`, n + 1));

describe('the lines of a memory', () => {
  it('name fact, origin and age, the newest first, and then the summaries', () => {
    const facts = [aFact('Lives in', 'Berlin', 100, 'model'), aFact('Name', 'Ada', 0), aFact('Likes', 'tea', 1, 'owner')];
    expect(memoryLines(facts, ['They plan a trip.'], { query: 'Hi' }, NOW)).toEqual([
      'All of this is about who wrote the message.',
      'Name: Ada (said by them, today)',
      'Likes: tea (noted by them, a day ago)',
      'Lives in: Berlin (from what they wrote, 3 months ago)',
      'Earlier conversations with them: They plan a trip.',
    ]);
    expect(memoryLines([], [], { query: 'Hi' }, NOW)).toEqual([]);
  });

  it('are those that fit the question when there are many, with what always matters', () => {
    const facts = [...MANY, aFact('Name', 'Ada', 400), aFact('Sister', 'is called Ann', 300), aFact('Lives in', '東京都', 350)];
    const found = (question: string) => relevantFacts(facts, { query: question }).map(({ value }) => value);
    expect(found('What is the name of my sisters?')).toEqual(expect.arrayContaining(['Ada', 'is called Ann']));
    expect(found('東京の天気は?')).toContain('東京都');
    expect(found('thing number 33, please')[0]).toBe('thing number 33');
    expect(found('')).toHaveLength(12);
  });

  it.each(["I don't know.", 'Ich weiß nicht, was los ist.', 'No lo sé.', 'Je ne sais pas.', 'Не знаю.', 'Nie wiem.'])(
    'are not what somebody does not like because the message holds a negation: %s',
    (query) => {
      const dislikes = Array.from({ length: 12 }, (_, n) => aFact('Does not like', `dish ${n}`, 300 + n));
      expect(relevantFacts([...MANY, ...dislikes], { query }).filter(({ key }) => key === 'Does not like')).toEqual([]);
    },
  );

  it('stay within a budget', () => {
    const long = Array.from({ length: 12 }, (_, n) => aFact(`Key ${n}`, 'x'.repeat(200)));
    expect(memoryLines(long, ['y'.repeat(2000)], { query: 'Hi' }, NOW).join('').length).toBeLessThanOrEqual(2000);
  });
});

describe('the lines of a memory that is too long', () => {
  const twelve = Array.from({ length: 11 }, (_, n) => aFact(`Key ${n}`, 'x'.repeat(200), n)).concat(
    aFact('Allergic to', 'nuts', 400),
  );
  const sentence = 'They plan a trip to the northern lighthouse. ';

  it('still hold the summary, shortened at a sentence, and what always matters', () => {
    const lines = memoryLines(twelve, [sentence.repeat(44)], { query: 'Hi' }, NOW);
    expect(lines.join('').length).toBeLessThanOrEqual(2000);
    expect(lines).toContain('Allergic to: nuts (said by them, 13 months ago)');
    expect(lines.filter((line) => line.startsWith('Key'))).not.toEqual([]);
    expect(lines.at(-1)).toMatch(/^Earlier conversations with them: They plan .{500,}lighthouse\.…$/);
  });

  it.each([
    ['Chinese', '他们在计划去北方灯塔的旅行。'],
    ['emoji alone', '👨‍👩‍👧'],
    ['Thai', 'พวกเขากำลังวางแผนการเดินทาง'],
  ])('hold the beginning of a summary of %s', (_what, text) => {
    const last = memoryLines(twelve, [text.repeat(Math.ceil(2000 / text.length))], { query: 'Hi' }, NOW).at(-1) ?? '';
    expect(last).toMatch(/^Earlier conversations with them: .+…$/u);
    expect(last.length).toBeGreaterThan(533);
    expect(Buffer.from(last).toString()).toBe(last);
  });

  it('give the first summary its room before the second', () => {
    const lines = memoryLines([], ['a '.repeat(500), sentence.repeat(44)], { query: 'Hi' }, NOW);
    expect(lines[1]).toHaveLength(33 + 1000);
    expect(lines[2]?.endsWith('.…')).toBe(true);
  });

  it('fit whatever the budget is, and are none where there is room for the introduction alone', () => {
    const lines = memoryLines(twelve.slice(6), [sentence.repeat(20)], { query: 'Hi' }, NOW);
    for (const budget of [0, 10, 50, 100, 300, 1000, 3000]) {
      const shown = fittingLines(lines, budget, ({ length }) => length);
      expect(shown.join('').length).toBeLessThanOrEqual(budget);
      expect(shown).not.toEqual(['All of this is about who wrote the message.']);
    }
    expect(fittingLines(lines, 300, ({ length }) => length).at(-1)).toMatch(/^Earlier conversations with them: They/);
  });
});

describe('the facts that a message finds among fifty', () => {
  const rankOf = (
    facts: readonly RememberedFact[],
    { query, previous, finds }: (typeof REMEMBERED_PEOPLE)[number]['questions'][number],
  ) => relevantFacts(facts, { query, previous }).findIndex(({ value }) => value === finds);
  const older = (facts: readonly (readonly [string, string])[]) => facts.map(([key, value], at) => aFact(key, value, 100 + at));
  const newer = NEWER_FACTS.map(([key, value], at) => aFact(key, value, 1 + at));

  it.each(REMEMBERED_PEOPLE)('are the right ones in $language, whatever the form of their words', ({ facts, questions }) => {
    const all = [...older(facts), ...newer];
    const missed = questions.filter((question) => rankOf(all, question) > 2 || rankOf(all, question) === -1);
    expect(missed).toEqual([]);
  });

  it('are those of the message before where it goes on, and not where it says itself what it is about', () => {
    const all = [
      ...older([
        ['Pet', 'a parrot'],
        ['Exam', 'anatomy finals'],
      ]),
      ...newer,
    ];
    const first = (query: string, previous?: string) => relevantFacts(all, { query, previous })[0]?.value;
    expect(first('And when?', 'I fear my anatomy exam')).toBe('anatomy finals');
    expect(first('My parrot talks', 'I fear my anatomy exam')).toBe('a parrot');
  });

  it('are the newest where none fits, with what always matters', () => {
    const all = [
      ...older([
        ['Name', 'Ada'],
        ['Allergic to', 'nuts'],
        ['Asked to remember', 'buy milk'],
      ]),
      ...newer,
    ];
    const found = relevantFacts(all, { query: 'xyzzy' }).map(({ value }) => value);
    expect(found).toEqual(expect.arrayContaining(['Ada', 'nuts', 'buy milk', 'a quiet evening']));
    expect(found).toHaveLength(12);
  });

  it.each(REMEMBERED_PEOPLE)('still hold what words find in $language, whatever vectors say', ({ facts, questions }) => {
    const all = [...older(facts), ...newer];
    // Nearest is what is not asked for.
    const missed = questions.filter(({ query, previous, finds }) => {
      const nearness = new Map(all.map(({ id, value }, at) => [id, value === finds ? -1 : at / all.length]));
      return !relevantFacts(all, { query, previous, nearness }).some(({ value }) => value === finds);
    });
    expect(missed).toEqual([]);
  });

  it('are those that are near by meaning as well, in at most half of the places', () => {
    const all = [...older([['Name', 'Ada'], ...MANY.slice(0, 10).map(({ key, value }) => [key, value] as const)]), ...newer];
    const nearness = new Map(all.map(({ id }, at) => [id, at === 5 ? 1 : 0]));
    const near = all[5]?.value ?? '';
    const found = (query: string, near_ = nearness) => relevantFacts(all, { query, nearness: near_ }).map(({ value }) => value);
    expect(found('xyzzy')[0]).toBe(near);
    expect(found('xyzzy', new Map())).not.toContain(near);
    expect(found('xyzzy')).toHaveLength(12);
    expect(found('xyzzy')).toEqual(expect.arrayContaining(['Ada', ...newer.slice(0, 5).map(({ value }) => value)]));
    expect(found('penguins or thing number 7').slice(0, 3)).toEqual(expect.arrayContaining([near, 'penguins', 'thing number 7']));
  });

  it('are not crowded out by many allergies or notes', () => {
    const notes = Array.from({ length: 20 }, (_, n) => aFact('Asked to remember', `note ${n}`, n));
    const allergies = Array.from({ length: 20 }, (_, n) => aFact('Allergic to', `plant ${n}`, n));
    const all = [...notes, ...allergies, aFact('Pet', 'a parrot', 400)];
    expect(relevantFacts(all, { query: 'The parrots sing' })[0]?.value).toBe('a parrot');
  });

  it.each(['', '???', 'a'.repeat(4000), '加'.repeat(4000), '\ud800 \0 \n', 'word '.repeat(800)])(
    'are found in bounded time for any message',
    (query) => {
      const all = Array.from({ length: 200 }, (_, n) => aFact(`Key ${n}`, `${'value of some length '.repeat(9)}${n}`, n));
      const startedAt = performance.now();
      expect(relevantFacts(all, { query })).toHaveLength(12);
      expect(performance.now() - startedAt).toBeLessThan(500);
    },
  );
});
