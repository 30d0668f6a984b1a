import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { knowledge } from '@kith/proto';
import { DataSource } from 'typeorm';
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

const topTitle = async (question: string) => (await kith.ranking(cafe, question))[0]?.title;

describe('searching for a question', () => {
  it.each(QUESTIONS)('finds for %j the item %j', async (question, title) => {
    expect(await topTitle(question)).toBe(title);
  });

  it.each(MISSPELT)('finds for the misspelt %j the item %j', async (question, title) => {
    expect(await topTitle(question)).toBe(title);
  });

  it('gives a high coverage when the answer is known and a low one when it is not', async () => {
    const known = await Promise.all(QUESTIONS.map(async ([question]) => (await kith.search(cafe, question)).coverage));
    const foreign = [
      'Who won the football world cup in 1998?',
      'the boiling point of liquid helium',
      'write a poem on autumn rain',
      'derivative of a logarithm',
    ];
    const unknown = await Promise.all(foreign.map(async (question) => (await kith.search(cafe, question)).coverage));
    expect(known.filter((coverage) => coverage >= 0.4).length / known.length).toBeGreaterThanOrEqual(0.85);
    expect(Math.max(...unknown)).toBeLessThan(0.4);
    expect([...known, ...unknown].every((coverage) => coverage >= 0 && coverage <= 1)).toBe(true);
  });

  it('gives a full coverage for a single item, whatever else it contains', async () => {
    const owner = kith.anOwner();
    await kith.teach(owner, { title: 'Port Amber', content: 'The lighthouse of Port Amber was built in 1874.' });
    expect((await kith.search(owner, 'In which year did they build the lighthouse at Port Amber?')).coverage).toBeGreaterThan(
      0.4,
    );
    expect((await kith.search(owner, 'Which port wine goes with blue cheese?')).coverage).toBeLessThan(0.4);
  });

  it('returns the requested number of passages, best first', async () => {
    const { passages } = await kith.search(cafe, 'game table', { limit: 3 });
    expect(passages).toHaveLength(3);
    const scores = passages.map(({ score }) => score);
    expect(scores).toEqual([...scores].sort((a, b) => b - a));
  });

  it.each([
    ['nothing', ''],
    ['stop words', 'what is it to you'],
    ['signs', '?!… ::: \' " \\ %_ & | ! <-> ()'],
    ['NUL bytes and lone surrogates', 'abc\0def \ud800'],
    ['one endless word', 'x'.repeat(4000)],
    ['2,000 words', 'ab '.repeat(1333)],
  ])('accepts a question of %s', async (_what, question) => {
    const { passages, coverage } = await kith.search(cafe, question);
    expect(passages).toEqual([]);
    expect(coverage).toBe(0);
  });

  it('ignores a NUL byte in the question', async () => {
    expect(await topTitle('wifi\0password')).toBe('Wifi');
  });

  it('finds the item for the rare words of a question of hundreds of words', async () => {
    const chatter = Array.from({ length: 350 }, (_, n) => `blah${n}`).join(' ');
    // Such a question is not relevant enough for a prompt, which is another matter.
    const found = await kith.query<{ title: string }>('select title from knowledge.search($1, $2, 6, null)', [
      cafe.botId,
      `${chatter} gloomhaven campaign`,
    ]);
    expect(found[0]?.title).toBe('Gloomhaven');
  });

  it('refuses a question of more than 4,000 characters', async () => {
    await expect(kith.search(cafe, 'a'.repeat(4001))).rejects.toMatchObject({ code: 'BAD_INPUT' });
  });
});

describe('searching in other bots', () => {
  it('finds nothing of this bot', async () => {
    const other = kith.anOwner();
    await kith.teach(other, { title: 'Wifi', content: 'The wifi password of the library is written on the card.' });
    const { passages } = await kith.search(other, 'wifi password tram chess');
    expect(passages.map(({ body }) => body)).toEqual(['The wifi password of the library is written on the card.']);
    expect((await kith.search(kith.anOwner(), 'wifi password')).passages).toEqual([]);
  });

  it('does not correct the spelling with the vocabulary of this bot', async () => {
    const other = kith.anOwner();
    await kith.teach(other, { title: 'Cars', content: 'Engines and wheels.' });
    expect((await kith.search(other, 'gloomhavn')).passages).toEqual([]);
  });
});

describe('searching after a downgrade', () => {
  it('finds the first five items only, as many as the free plan allows', async () => {
    const titles = async (query: string, ownerPlan: 'free' | 'basic') =>
      (await kith.search(cafe, query, { limit: 20, ownerPlan })).passages.map(({ title }) => title);
    const active = ['Opening hours', 'Holidays', 'Table reservation', 'Cancellation', 'Entry fee'];
    for (const [question, title] of QUESTIONS) {
      const found = await titles(question, 'free');
      expect(found.filter((one) => !active.includes(one))).toEqual([]);
      expect(found.includes(title)).toBe(active.includes(title));
    }
    expect(await titles('When does the chess club meet?', 'basic')).toContain('Chess evening');
  });
});

describe('searching in a bot that knows texts of several languages', () => {
  let traveller: Owner;
  beforeAll(async () => {
    traveller = kith.anOwner();
    const texts = [
      ['Freibad', 'Das Freibad öffnet von Mai bis September täglich um neun Uhr. Hunde sind nicht erlaubt.'],
      ['Mercado', 'El mercado de la plaza abre de martes a sábado. Las películas antiguas se venden los viernes.'],
      ['Каток', 'Каток работает каждый день с десяти утра. Коньки дают напрокат на два часа.'],
      ['図書館', '図書館は火曜日から日曜日まで、午前九時に開きます。雑誌の最新号は館内でだけ読めます。'],
      ['游泳馆', '游泳馆每天早上六点半开门，晚上九点半关门。周三上午换水，不对外开放。'],
      ['ห้องสมุด', 'ห้องสมุดเปิดทุกวันตั้งแต่เก้าโมงเช้า ยืมหนังสือได้ครั้งละห้าเล่ม'],
      ['학교 도서관', '학교 도서관은 아침 여덟 시에 문을 엽니다. 책은 두 주 동안 빌릴 수 있습니다.'],
      ['Zoë', 'Zoë looks after the IT department and answers questions about node.js and the module kith.search.index.'],
    ] as const;
    for (const [title, content] of texts) await kith.teach(traveller, { title, content });
  });

  it.each([
    ['wann öffnen Freibäder?', 'Freibad'],
    ['sind Hunde im freibad erlaubt', 'Freibad'],
    ['donde hay peliculas', 'Mercado'],
    ['прокат коньков', 'Каток'],
    ['雑誌は読めますか', '図書館'],
    ['周三开放吗', '游泳馆'],
    ['ยืมหนังสือได้กี่เล่ม', 'ห้องสมุด'],
    ['도서관에서 책을 빌리고 싶어요', '학교 도서관'],
    ['who is zoe', 'Zoë'],
    ['Who works for IT?', 'Zoë'],
    ['help with nodejs', 'Zoë'],
    ['what is search.index', 'Zoë'],
  ])('finds for %j the item %j', async (question, title) => {
    expect((await kith.ranking(traveller, question))[0]?.title).toBe(title);
  });

  it('understands a question by the one before it, and a new subject by itself', async () => {
    const first = async (query: string, previous: string) => (await kith.ranking(traveller, query, previous))[0]?.title;
    expect(await first('Und im Mai?', 'Wann öffnet das Freibad?')).toBe('Freibad');
    expect(await first('прокат коньков', 'Wann öffnet das Freibad?')).toBe('Каток');
  });
});

describe('searching in the other characters of a language', () => {
  let owner: Owner;
  beforeAll(async () => {
    owner = kith.anOwner();
    for (const [title, content] of [
      ['图书馆', '图书馆周三上午闭馆。借书证在服务台办理，学习室开到晚上十点。'],
      ['游泳館', '游泳館每天早上六點半開門，晚上九點半關門。票價三十元。'],
      ['ネコカフェ', 'ネコカフェのチケットは五百円です。ペットボトルは持ち込めます。'],
      ['小説', '棚の二段目にあります。'],
    ] as const)
      await kith.teach(owner, { title, content });
  });

  it.each([
    ['學習室開到幾點?', '图书馆'],
    ['借書證在哪裡辦理?', '图书馆'],
    ['游泳馆的票价是多少?', '游泳館'],
    ['ねこかふぇのちけっとはいくらですか', 'ネコカフェ'],
    ['小説はどこですか', '小説'],
  ])('finds for %j the item %j', async (question, title) => {
    expect((await kith.search(owner, question)).passages[0]?.title).toBe(title);
  });

  it('counts an everyday word that is the title, in the characters of the question', async () => {
    const [found] = await kith.ranking(owner, '小説はどこですか');
    const [unwritten] = await kith.query<{ relevance: number }>('select relevance from knowledge.search($1, $2, 1, null, $3)', [
      owner.botId,
      '小说 说は',
      ['小说'],
    ]);
    const [written] = await kith.query<{ relevance: number }>('select relevance from knowledge.search($1, $2, 1, null, $3, $4)', [
      owner.botId,
      '小说 说は',
      ['小说'],
      ['小説'],
    ]);
    expect(found?.title).toBe('小説');
    expect(written?.relevance).toBeGreaterThan(unwritten?.relevance ?? 1);
  });
});

describe('searching for stop words', () => {
  it.each([
    ['Who is Will?', 'Staff'],
    ['Will', 'Staff'],
    ['IT', 'Help'],
    ['IT?', 'Help'],
    ['where is IT', 'Help'],
    ['Do you ship to the US?', 'Orders'],
    ['when does May work', 'Week'],
  ])('finds for %j what has them as a name: %j', async (question, title) => {
    const owner = kith.anOwner();
    for (const [name, content] of [
      ['Staff', 'The kitchen is led by Will, who came in spring.'],
      ['Help', 'Passwords are reset by the IT department. Will it be open? It may be.'],
      ['Orders', 'We send parcels to the US within a week. It will be there on time.'],
      ['Week', 'On Tuesdays and Fridays the counter belongs to May.'],
      ['Other', 'It may rain. Will you be with us? You will, and may it be so.'],
    ] as const)
      await kith.teach(owner, { title: name, content });
    expect((await kith.ranking(owner, question))[0]?.title).toBe(title);
    // In small letters, and at the beginning of a sentence, they are stop words.
    for (const words of ['who will it be?', 'Will we?'])
      expect((await kith.ranking(owner, words)).map((one) => one.title)).toEqual([]);
  });

  it('finds names in German, where other words have capital letters, too', async () => {
    const owner = kith.anOwner();
    await kith.teach(owner, {
      title: 'Bauzeit',
      content: 'Die Halle wurde gebaut, als das Dorf noch klein war. Die Arbeit hat lange gedauert.',
    });
    await kith.teach(owner, {
      title: 'Küche',
      content: 'Unser Koch heißt Will und kommt aus dem Norden. Er kocht jeden Tag frisch.',
    });
    expect((await kith.ranking(owner, 'Wer ist Will?')).map(({ title }) => title)).toEqual(['Küche']);
    expect(await kith.ranking(owner, 'Die hat was?')).toEqual([]);
  });

  it('leaves out those of the language of the question only', async () => {
    const owner = kith.anOwner();
    await kith.teach(owner, {
      title: 'Museum',
      content: 'The second floor of the building shows how the war ended and how many people had to die.',
    });
    await kith.teach(owner, {
      title: 'Shop',
      content: 'The shop on the ground floor sells hats and postcards of the old harbour.',
    });
    const german = await kith.teach(owner, {
      title: 'Freibad',
      content: 'Das Freibad war im letzten Jahr geschlossen. Man hat es saniert, und die Becken sind neu.',
    });
    const titles = async (question: string) => (await kith.ranking(owner, question)).map(({ title }) => title);
    for (const question of ['what do you know of the war?', 'war', 'when did the war end', 'did they die?', 'a hat'])
      expect([question, (await titles(question))[0]]).toEqual([question, question === 'a hat' ? 'Shop' : 'Museum']);
    expect(await titles('wie war das?')).toEqual([]);
    expect(await titles('hat man das?')).toEqual([]);
    const languages = async () =>
      (
        await kith.query<{ languages: string[] }>('select languages from knowledge.kstat where bot_id = $1', [owner.botId])
      )[0]?.languages.toSorted();
    expect(await languages()).toEqual(['english', 'german']);
    await kith.ask(knowledge.remove, { ...owner, itemId: german.id });
    expect(await languages()).toEqual(['english']);
  });

  it('is changed without reading the other chunks of the bot', async () => {
    const owner = kith.anOwner();
    const { id: large } = await kith.teach(owner, { title: 'Museum', content: 'The war ended, and the people came home.' });
    const { id: small } = await kith.teach(owner, { title: 'Shop', content: 'The shop on the ground floor sells hats.' });
    await kith.query(
      `insert into knowledge.chunk (bot_id, owner_id, item_id, ord, body, language)
       select bot_id, owner_id, item_id, n, 'Words', language from knowledge.chunk, generate_series(2, 3000) n where item_id = $1`,
      [large],
    );
    const database = kith.services.get('knowledge')?.app.get(DataSource);
    const read = await database?.transaction(async (manager) => {
      const rows = () =>
        manager.query<{ n: number }[]>(
          `select (idx_tup_fetch + seq_tup_read)::int as n from pg_stat_xact_user_tables where relid = 'knowledge.chunk'::regclass`,
        );
      const [before] = await rows();
      await manager.query('select knowledge.unindex_item($1, null)', [small]);
      const [after] = await rows();
      return (after?.n ?? 0) - (before?.n ?? 0);
    });
    expect(read).toBeGreaterThan(0);
    expect(read).toBeLessThan(50);
    expect(await kith.query('select languages from knowledge.kstat where bot_id = $1', [owner.botId])).toEqual([
      { languages: ['english'] },
    ]);
  });
});

describe('a question of one character', () => {
  it.each([
    ['猫', '猫が好き'],
    ['犬', '白い犬'],
    ['猫？', '猫が好き'],
    ['책', '책은 두 주 동안'],
    ['茶', '喝茶'],
  ])('%j finds %j', async (question, title) => {
    const owner = kith.anOwner();
    for (const content of ['猫が好き', '白い犬', '책은 두 주 동안', '喝茶']) await kith.teach(owner, { title: content, content });
    expect((await kith.ranking(owner, question)).map((one) => one.title)).toEqual([title]);
  });
});

describe('a question with emoji and flags', () => {
  let owner: Owner;
  beforeAll(async () => {
    owner = kith.anOwner();
    await kith.teach(owner, { title: 'German guests', content: 'Guests from 🇩🇪 get a room with a view.' });
    await kith.teach(owner, { title: 'Swiss guests', content: 'Guests from 🇨🇭 get a chocolate.' });
    await kith.teach(owner, { title: 'Rain', content: 'With 🌧 we stay inside.' });
  });

  it.each([
    ['🇩🇪', 'German guests'],
    ['🇨🇭?', 'Swiss guests'],
    ['🇨🇭🌧', 'Rain Swiss guests'],
  ])('finds the items that have them: %s', async (question, titles) => {
    const found = (await kith.ranking(owner, question)).map(({ title }) => title);
    expect([...new Set(found)].toSorted().join(' ')).toBe(titles);
  });

  it.each(['🇫🇷', '🇩🇰', '🌦', '☔'])('takes none of them for a misspelt other one: %s', async (question) => {
    expect((await kith.ranking(owner, question)).map(({ title }) => title)).toEqual([]);
  });
});

describe('searching in scripts written from right to left', () => {
  let owner: Owner;
  beforeAll(async () => {
    owner = kith.anOwner();
    for (const [title, content] of [
      ['مكتبة', 'تفتح المَكْتَبَة العامة كل يوم من الساعة التاسعة، ويمكن اسـتـعـارة خمسة كتب.'],
      ['مطعم', 'يقدم المطعم السمك المشوي والأرز كل مساء، والشاي مجاني للضيوف.'],
      ['ספרייה', 'הספרייה פתוחה בכל יום מתשע בבוקר. אפשר להשאיל חמישה סְפָרִים.'],
      ['בריכה', 'הבריכה נסגרת בשמונה בערב, והכניסה לילדים חינם.'],
    ] as const)
      await kith.teach(owner, { title, content });
  });

  it.each([
    ['متى تفتح المكتبة؟', 'مكتبة'],
    ['متى تفتح المَكْتَبَةُ؟', 'مكتبة'],
    ['\u202bالمكتبة\u202c', 'مكتبة'],
    ['استعارة الكتب', 'مكتبة'],
    ['هل الشاي مجاني؟', 'مطعم'],
    ['מתי הספרייה פתוחה?', 'ספרייה'],
    ['להשאיל ספרים', 'ספרייה'],
    ['מתי נסגרת הבריכה?', 'בריכה'],
    ['\u200fהבריכה\u200f', 'בריכה'],
  ])('finds for %j the item %j, and lets it into the prompt', async (question, title) => {
    expect((await kith.search(owner, question)).passages[0]?.title).toBe(title);
  });

  it('lets no greeting through', async () => {
    for (const words of ['مرحبا', 'شكرا جزيلا', 'שלום', 'תודה רבה'])
      expect((await kith.search(owner, words)).passages).toEqual([]);
  });
});

describe('searching where there is little to find', () => {
  it('finds other words beside 200,000 equal letters, and takes them for no answer', async () => {
    const owner = kith.anOwner();
    await kith.teach(owner, { title: 'Letters', content: 'a'.repeat(200_000) });
    await kith.teach(owner, { title: 'Ferry', content: 'The ferry leaves at nine.' });
    expect((await kith.search(owner, 'When does the ferry leave?')).passages.map(({ title }) => title)).toEqual(['Ferry']);
    expect((await kith.search(owner, 'a'.repeat(4000))).passages.filter(({ title }) => title !== 'Letters')).toEqual([]);
  });

  it('answers that it found nothing where nothing was taught or asked', async () => {
    const [empty, taught] = [kith.anOwner(), kith.anOwner()];
    await kith.teach(taught, { title: 'Ferry', content: 'The ferry leaves at nine.' });
    for (const [owner, question] of [
      [empty, 'When does the ferry leave?'],
      [empty, ''],
      [taught, ''],
    ] as const) {
      const nothing = { passages: [], coverage: 0, outcome: 'nothing_found' };
      expect(await kith.search(owner, question)).toMatchObject(nothing);
      expect(await kith.search(owner, question, { previous: '', messages: [''] })).toMatchObject({ passages: [] });
    }
  });
});
