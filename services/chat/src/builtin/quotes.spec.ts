import { describe, expect, it } from '@jest/globals';
import type { Passage } from '@kith/proto';
import { furtherSentences, quoteFile, reasonIn, selectSentences } from './quotes.js';
import { sentencesOf } from './sentences.js';
import { isSameWord } from './word-matching.js';

const file = (name: string, text: string | null) => ({ name, text, isCut: false });
const passage = (title: string, body: string, score: number): Passage => ({
  itemId: `${score}`.padStart(36, '0'),
  title,
  body,
  score,
  activation: 'search',
});

describe('isSameWord', () => {
  it.each([
    ['tides', 'tide', true],
    ['opening', 'opens', true],
    ['ferries', 'ferry', true],
    ['lighthose', 'lighthouse', true],
    ['membreship', 'membership', true],
    ['билета', 'билеты', true],
    ['öffnungszeiten', 'öffnungszeit', true],
    ['cost', 'price', true],
    ['kostet', 'preis', true],
    ['cat', 'car', false],
    ['port', 'part', false],
    ['lighthouse', 'lightning', false],
    ['cost', 'coast', false],
  ])('%s and %s: %s', (a, b, same) => {
    expect(isSameWord(a, b)).toBe(same);
    expect(isSameWord(b, a)).toBe(same);
  });
});

describe('the sentences of a text', () => {
  it.each([
    ['a table with a rule', '| Fish | Price |\n|---|---|\n| Cod | 9 |\n| Eel | |', ['Cod: Price 9.', 'Eel']],
    [
      'a table of two columns without a header',
      '| Hours | 9 to 5 |\n| Phone | 030 123 |\n| Where | Pier 2 |',
      ['Hours: 9 to 5.', 'Phone: 030 123.', 'Where: Pier 2.'],
    ],
    ['one of words alone', '| Owner | Ann Lee |\n| Cook | Bo Wu |', ['Owner: Ann Lee.', 'Cook: Bo Wu.']],
    ['one of days', '| Mon | 9:00 | 17:00 |\n| Sat | 10:00 | |', ['Mon: 9:00, 17:00.', 'Sat: 10:00.']],
    ['one by years', '| Goals | 2023 | 2024 |\n| Eve | 3 | 5 |', ['Eve: 2023 3, 2024 5.']],
    ['a table of one row', '| Built | 1874 |', ['Built: 1874.']],
    [
      'full stops within a sentence',
      'Dr. Meyer came on 5. Mai to see J. Smith, z. B. at approx. 9. Then he left. So did I. It was late.',
      ['Dr. Meyer came on 5. Mai to see J. Smith, z. B. at approx. 9.', 'Then he left.', 'So did I.', 'It was late.'],
    ],
    [
      'records of JSON',
      '```json\nmenu[0]: {"name":"Tea","price":3,"tags":["hot","sweet"]}\nhours.monday: "9 to 17"\n```',
      ['Tea: price 3, tags hot, sweet.', 'hours monday: 9 to 17.'],
    ],
    [
      'a whole JSON text',
      '{"wifi":{"password":"blue","isFree":true},"openingHours":[{"day":"Mon","from":9},{"day":"Sat","from":10}],"owner":"Ann","empty":[]}',
      [
        'wifi: password blue, is Free true.',
        'opening Hours: day Mon, from 9.',
        'opening Hours: day Sat, from 10.',
        'owner: Ann.',
      ],
    ],
    ['a list of JSON records', '[{"q":"When?","a":"At nine."},3]', ['At nine.', '3.']],
    ['what only looks like JSON', '{curly} words.\n[1] A note: "quoted".', ['{curly} words.', '[1] A note: "quoted".']],
    ['a table without outer lines', 'Size | Price\nsmall | 3\nlarge | 5', ['small: Price 3.', 'large: Price 5.']],
    ['rows of CSV', 'name;price;day\nCod;9;Tuesday\nEel;7;Friday', ['Cod: price 9, day Tuesday.', 'Eel: price 7, day Friday.']],
    [
      'sentences with commas',
      'Bread, milk and eggs.\nApples, pears and plums.\nTea, coffee and water.',
      ['Bread, milk and eggs.', 'Apples, pears and plums.', 'Tea, coffee and water.'],
    ],
    ['a list and a heading', '# Menu\n- Cake.\n- Tea.', ['Cake.', 'Tea.']],
    [
      'lines that were cut for the width of a page',
      'Das Hallenbad von Port Amber\nwurde 1931 von der Architektin\nClara Voss gebaut. Am Sonntag ist\nes von zehn bis vier Uhr geöffnet.\n\nHunde bleiben draußen',
      [
        'Das Hallenbad von Port Amber wurde 1931 von der Architektin Clara Voss gebaut.',
        'Am Sonntag ist es von zehn bis vier Uhr geöffnet.',
        'Hunde bleiben draußen',
      ],
    ],
    [
      'cut lines without spaces',
      '港の博物館は月曜日が休み\nです。入場料は五百円で\nす。',
      ['港の博物館は月曜日が休みです。', '入場料は五百円です。'],
    ],
    [
      'cut lines of a list',
      '- The ferry to Seal Island leaves at nine and\n  at three, also on Sundays.\n- Dogs travel for free.',
      ['The ferry to Seal Island leaves at nine and at three, also on Sundays.', 'Dogs travel for free.'],
    ],
    [
      'lines that are no prose',
      'Opening hours of the harbour museum\nMonday to Friday 9 to 5\nSaturday 10 to 4',
      ['Opening hours of the harbour museum', 'Monday to Friday 9 to 5', 'Saturday 10 to 4'],
    ],
    [
      'a short line above cut ones',
      'Ferries\nThe ferry to Seal Island leaves at nine and\nat three, also on Sundays.',
      ['Ferries', 'The ferry to Seal Island leaves at nine and at three, also on Sundays.'],
    ],
    [
      'questions and answers: the answers alone',
      'Q: How do I reset my password?\nA: Click "Forgot password". You get an email.\n\nQ: Can I change my username?\nA: Yes.',
      ['Click "Forgot password".', 'You get an email.', 'Yes.'],
    ],
    [
      'questions as headings, in bold and as lines, and one without an answer',
      '## Do you ship?\n\nYes, by boat.\n\n**When?**\nOn Fridays.\n\nWho pays?\n\nYou do.\n\nWhy?',
      ['Yes, by boat.', 'On Fridays.', 'You do.', 'Why?'],
    ],
    [
      'questions within a text',
      'Hungry? We sell cod. Is it fresh? It is.',
      ['Hungry?', 'We sell cod.', 'Is it fresh?', 'It is.'],
    ],
    ['a script without spaces', '港は北にあります。船は九時に出ます。', ['港は北にあります。', '船は九時に出ます。']],
  ])('%s', (_what, text, sentences) => {
    expect(sentencesOf(text)).toEqual(sentences);
  });
});

describe('selectSentences', () => {
  it('answers from records of JSON that are questions and answers', () => {
    const body =
      '[{"question":"How do I reset my password?","answer":"Write to Ann."},{"question":"Who pays?","answer":"You do."}]';
    const faq = { itemId: 'f', title: 'FAQ', body, score: 3, activation: 'search' } as const;
    expect(selectSentences('reset password', [faq], { limit: 1 })?.sentences).toEqual(['Write to Ann.']);
  });

  const harbour = passage(
    'Harbour',
    '# Harbour > Ferries\n\nThe harbour is old. The ferry to Seal Island leaves at nine and at three. Dogs may travel for free. Bring warm clothes.',
    5,
  );
  const market = passage('Market', 'The market opens at nine. Fish is sold from the boats.', 2);

  it('selects the sentences that answer the question, without headings', () => {
    expect(selectSentences('when does the ferry to the island leave', [harbour, market], { limit: 1 })).toEqual({
      title: 'Harbour',
      sentences: ['The ferry to Seal Island leaves at nine and at three.'],
    });
  });

  it('selects sentences of one item in their order, and none that hold nothing of the question', () => {
    const quote = selectSentences('dogs on the ferry', [harbour, market], { limit: 3 });
    expect(quote?.sentences).toEqual(['The ferry to Seal Island leaves at nine and at three.', 'Dogs may travel for free.']);
  });

  it('prefers a sentence with a number where one is asked for', () => {
    const rooms = passage('Rooms', 'A room has a price that you pay in the evening. A room costs 90 pounds.', 3);
    expect(selectSentences('room', [rooms], { limit: 1, asksAmount: true })?.sentences).toEqual(['A room costs 90 pounds.']);
  });

  it('reads a question that asks on with the one before, and repeats what was said where nothing else answers it as well', () => {
    const menu = passage(
      'Menu',
      '| Drink | Small | Large |\n|---|---|---|\n| Espresso | 2.20 | 3.00 |\n| Cappuccino | 3.40 | 4.20 |\n\nAll drinks are available with oat milk for 50 cents more.',
      3,
    );
    const stopWords = new Set('and a an one how much is what does it do you have'.split(' '));
    const answer = (question: string, previous: string, said: string) =>
      selectSentences(question, [menu], { limit: 1, previous, stopWords, wasSaid: (sentence) => sentence.includes(said) })
        ?.sentences;
    expect(answer('and a small one?', 'How much is a large cappuccino?', 'Cappuccino')).toEqual([
      'Cappuccino: Small 3.40, Large 4.20.',
    ]);
    expect(answer('what does it cost extra?', 'Do you have oat milk?', 'oat milk')).toEqual([
      'All drinks are available with oat milk for 50 cents more.',
    ]);
    expect(answer('and an espresso?', 'How much is a large cappuccino?', 'Cappuccino')).toEqual([
      'Espresso: Small 2.20, Large 3.00.',
    ]);
    const hours = passage('Opening hours', 'The opening hours are from 7 am to 6 pm.', 2.5);
    expect(selectSentences('menu', [menu, hours], { limit: 1, previous: 'What are your opening hours?' })?.title).toBe('Menu');
    const history = passage('History', 'The café was founded by Maria. Her daughter Anna has run it since 2015.', 3);
    expect(selectSentences('who runs it now?', [history], { limit: 1, previous: 'who founded the café?' })?.sentences).toEqual([
      'Her daughter Anna has run it since 2015.',
    ]);
  });

  it('selects the answer to a question that stands in the text, not the question', () => {
    const faq = passage(
      'FAQ',
      'Q: How do I reset my password?\nA: Click the link below the form. You get an email.\n\nQ: Can I change my username?\nA: Yes, in Settings.\n\nThe office is open at nine.',
      3,
    );
    const answer = (question: string) => selectSentences(question, [faq], { limit: 2 })?.sentences;
    expect(answer('how do i reset my password')).toEqual(['Click the link below the form.', 'You get an email.']);
    expect(answer('Can I change my username?')).toEqual(['Yes, in Settings.']);
    expect(answer('when is the office open')).toEqual(['The office is open at nine.']);
  });

  it('selects the entries of a list whose title is asked for, and one of them where it answers the question', () => {
    const rules = passage(
      'Server rules',
      '1. Be respectful\n2. No spam.\n3. No NSFW content.\n\nBreaking a rule leads to a ban.',
      3,
    );
    const answer = (question: string) => selectSentences(question, [rules], { limit: 2 })?.sentences;
    expect(answer('what are the rules?')).toEqual(['Be respectful.', 'No spam.', 'No NSFW content.']);
    expect(answer('is nsfw allowed')).toEqual(['No NSFW content.']);
    expect(answer('what happens when I break a rule')).toEqual(['Breaking a rule leads to a ban.']);
    const commands = passage(
      'Commands',
      '/home - goes home\n/claim - claims land\n/tpa - asks a player\n\nThey work everywhere.',
      3,
    );
    expect(selectSentences('commands', [commands], { limit: 2 })?.sentences).toEqual([
      '/home - goes home.',
      '/claim - claims land.',
      '/tpa - asks a player.',
    ]);
    const ranks = passage('Ranks', '| Rank | Homes |\n|---|---|\n| Pebble | 1 |\n| Cobble | 3 |\n| Obsidian | 10 |', 3);
    expect(selectSentences('what ranks are there', [ranks], { limit: 2 })?.sentences).toHaveLength(3);
    expect(selectSentences('what ranks are there', [ranks], { limit: 1 })?.sentences).toHaveLength(1);
  });

  it.each([
    ['¿a qué hora es el desayuno?', 'El desayuno cuesta 8.50 €.', 'El desayuno se sirve de 7:30 a 10:30.'],
    ['what time is breakfast', 'Breakfast costs 8 pounds.', 'Breakfast is served until 10 am.'],
    ['Um wie viel Uhr gibt es Frühstück?', 'Das Frühstück kostet 8 Euro.', 'Das Frühstück beginnt um 7 Uhr.'],
    ['朝食は何時ですか', '朝食は八百円です。', '朝食は七時からです。'],
  ])('prefers a sentence with a time of day where one is asked for: %s', (question, price, time) => {
    const passages = [passage('Prices', price, 3), passage('Times', time, 2.5)];
    expect(selectSentences(question, passages, { limit: 1 })?.sentences).toEqual([time]);
  });

  it('selects the first sentences when only the title matches', () => {
    const seals = passage('Seals', 'They sleep on the rocks. They eat fish.', 3);
    expect(selectSentences('Seals?', [seals], { limit: 1 })?.sentences).toEqual(['They sleep on the rocks.']);
  });

  it('selects nothing from a text that was not searched for and holds no word of the question', () => {
    const always = { ...passage('House rules', 'Be kind.', 0), activation: 'always' } as const;
    expect(selectSentences('who won the cup', [always], { limit: 1 })).toBeUndefined();
    expect(selectSentences('must I be kind', [always], { limit: 1 })?.sentences).toEqual(['Be kind.']);
  });

  it.each([
    'Sign up for the regatta at https://harbour.example/join?ref=1&day=2.',
    'The regatta map is ![the map](https://harbour.example/map.png) on the pier.',
  ])('never splits inside of a word: %s', (sentence) => {
    const quote = selectSentences('where is the regatta', [passage('Regatta', `${sentence} Bring a hat!`, 3)], { limit: 1 });
    expect(quote?.sentences).toEqual([sentence]);
  });

  it('returns undefined without passages or sentences', () => {
    expect(selectSentences('anything', [], { limit: 2 })).toBeUndefined();
    expect(selectSentences('anything', [passage('Empty', '# Only a heading', 1)], { limit: 2 })).toBeUndefined();
  });

  it('goes on behind what was said, and finds a reason', () => {
    const said = ['From “Harbour”: Dogs may travel for free.'];
    expect(furtherSentences([harbour], said, 1)?.sentences).toEqual(['Bring warm clothes.']);
    expect(furtherSentences([market], ['The market opens at nine. Fish is sold from the boats.'], 2)).toBeUndefined();
    const closed = passage('Pier', 'The pier is closed. It is closed because the wood is wet.', 1);
    expect(reasonIn([closed], ['because'], 'The pier is closed.')?.sentences).toEqual(['It is closed because the wood is wet.']);
    const again = reasonIn([closed], ['because'], 'It is closed because the wood is wet.');
    expect(again?.sentences).toEqual(['… because the wood is wet.']);
    expect(reasonIn([harbour], ['because'], said[0] ?? '')).toBeUndefined();
  });
});

describe('quoteFile', () => {
  const ferry = file('ferry.txt', 'Dogs travel free. The ferry to the island leaves at nine. Bring a coat.');

  it('quotes the file that covers the question', () => {
    const cats = file('cats.txt', 'Cats sleep. Cats eat.');
    expect(quoteFile('when does the ferry leave?', [cats, ferry], { limit: 1 })).toEqual({
      title: 'ferry.txt',
      sentences: ['The ferry to the island leaves at nine.'],
    });
  });

  it.each([
    ['no file covers the question', 'what is the capital of France?', [ferry]],
    ['no file has text', 'when does the ferry leave?', [file('ferry.png', null)]],
    ['the question has no topic', 'and?', [ferry]],
    ['there are no files', 'when does the ferry leave?', []],
  ])('quotes nothing when %s', (_what, question, files) => {
    expect(quoteFile(question, files, { limit: 2 })).toBeUndefined();
  });

  it('is fast for long messages, long files and very long words', () => {
    const words = Array.from({ length: 700 }, (_, n) => `word${n}x`).join(' ');
    const startedAt = performance.now();
    quoteFile(words, [file('a.txt', `${words} ${'Tide. '.repeat(400)}`)], { limit: 3 });
    const endless = (seed: string) => 'a' + seed.repeat(290);
    const terms = ['bc', 'cb', 'bb', 'cc', 'bd', 'db'].map(endless);
    const held = ['bc', 'cb', 'bb', 'cc', 'xd', 'dx', 'ee', 'ef', 'fe', 'ff', 'gg', 'gh'].map(endless);
    quoteFile(
      [...terms, 'tide', 'ebb', 'flood', 'moon'].join(' '),
      [file('b.txt', [...held, 'Tide, ebb, flood, moon.'].join(' \n'))],
      { limit: 3 },
    );
    const long = Array.from({ length: 150 }, (_, n) => `a${'bcdef'.repeat(9)}${'abcdefghijklmno'[n % 15]}${n}`);
    quoteFile(long.slice(0, 80).join(' '), [file('c.txt', long.join(' '))], { limit: 3 });
    expect(performance.now() - startedAt).toBeLessThan(5000);
  });
});
