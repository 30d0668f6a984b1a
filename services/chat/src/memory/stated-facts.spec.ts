import { describe, expect, it } from '@jest/globals';
import { MAX_FACT_CHARS } from '@kith/proto';
import { factOf } from './fact.js';
import { isMeant, statementsIn } from './stated-facts.js';

const factsIn = (message: string) => statementsIn(message).facts.map(({ key, value }) => `${key}: ${value}`);

describe('what a message states about its author', () => {
  it.each([
    ['My name is Ada Lovelace.', 'Name: Ada Lovelace'],
    ['hey, call me Ace!', 'Name: Ace'],
    ['Ich heiße Jörg.', 'Name: Jörg'],
    ['Je m’appelle Zoë', 'Name: Zoë'],
    ['Me llamo María José.', 'Name: María José'],
    ['Meu nome é João.', 'Name: João'],
    ['Mi chiamo Chiara', 'Name: Chiara'],
    ['ik heet Sjoerd', 'Name: Sjoerd'],
    ['Mam na imię Łukasz.', 'Name: Łukasz'],
    ['Меня зовут Ольга', 'Name: Ольга'],
    ['私の名前は健太です', 'Name: 健太'],
    ['我叫王芳。', 'Name: 王芳'],
    ['제 이름은 민수입니다', 'Name: 민수'],
    ['I live in Port Amber', 'Lives in: Port Amber'],
    ['Ich wohne in Köln.', 'Lives in: Köln'],
    ['J’habite à Lyon', 'Lives in: Lyon'],
    ['Vivo en Lima.', 'Lives in: Lima'],
    ['Я живу в Казани.', 'Lives in: Казани'],
    ['東京に住んでいます', 'Lives in: 東京'],
    ['我住在上海', 'Lives in: 上海'],
    ['I really like chess', 'Likes: chess'],
    ['Ich mag Schach', 'Likes: Schach'],
    ['Me gustan los gatos', 'Likes: gatos'],
    ['猫が好きです', 'Likes: 猫'],
    ['我喜欢猫', 'Likes: 猫'],
    ["I don't like coffee", 'Does not like: coffee'],
    ['Ich mag Kaffee nicht', 'Does not like: Kaffee'],
    ['Je n’aime pas le café', 'Does not like: café'],
    ['Я не люблю кофе', 'Does not like: кофе'],
    ['I am allergic to peanuts', 'Allergic to: peanuts'],
    ['Ich bin gegen Nüsse allergisch', 'Allergic to: Nüsse'],
    ['Soy alérgica a las nueces', 'Allergic to: nueces'],
    ['我对花生过敏', 'Allergic to: 花生'],
    ['My birthday is on May 4th', 'Birthday: May 4th'],
    ['My pronouns are they/them', 'Pronouns: they/them'],
    ['I work as a baker', 'Works as: baker'],
    ['Remember that my sister brings the snacks on Friday.', 'Asked to remember: my sister brings the snacks on Friday'],
    ['Merk dir, dass Theo die Spiele mitbringt.', 'Asked to remember: Theo die Spiele mitbringt'],
    ['记住我家有两只猫', 'Asked to remember: 我家有两只猫'],
    ['Remember that I live in Oslo.', 'Lives in: Oslo'],
    ['Mein Geburtstag ist am 5. Mai.', 'Birthday: 5. Mai'],
    ['Ich habe am 3. Oktober Geburtstag', 'Birthday: 3. Oktober'],
    ['My birthday is Dec. 5', 'Birthday: Dec. 5'],
    ['I live in St. Louis.', 'Lives in: St. Louis'],
    ['My name is Dr. House', 'Name: Dr. House'],
    ['I work as a node.js developer', 'Works as: node.js developer'],
    ['I live in Washington D.C.', 'Lives in: Washington D.C'],
    ['My name is J. R. Smith', 'Name: J. R. Smith'],
    ['my name is Bob :)', 'Name: Bob'],
    ['My name is **Bob** 😊', 'Name: Bob'],
    ['call me Bob please', 'Name: Bob'],
    ['ich wohne in Köln haha', 'Lives in: Köln'],
    ['私の名前は太郎ですよ', 'Name: 太郎'],
    ['Abito a Como', 'Lives in: Como'],
  ])('is found in "%s"', (message, expected) => {
    expect(factsIn(message)).toEqual([expected]);
  });

  it('is found several times in a message, of contradicting statements the last one', () => {
    expect(factsIn('Hi! My name is Ada and I live in Berlin, I like tea. No, I live in Hamburg. I hate tea!')).toEqual([
      'Name: Ada',
      'Lives in: Hamburg',
      'Does not like: tea',
    ]);
  });

  it('is found behind "and" or "but" also where the second statement has no subject of its own', () => {
    expect(factsIn('ich heiße Jörg und wohne in Köln')).toEqual(['Name: Jörg', 'Lives in: Köln']);
    expect(factsIn('my name is Anna and live in Rome')).toContain('Name: Anna');
    expect(factsIn('I like cats and dogs but hate mice')).toEqual(['Likes: cats and dogs']);
    expect(factsIn('I live in block B. My name is Bob')).toEqual(['Lives in: block B', 'Name: Bob']);
    expect(factsIn('I was born on May 5. I like jazz')).toEqual(['Likes: jazz']);
  });

  it.each([
    ['j’habite où'],
    ['我叫什么名字'],
    ['我的名字是什么'],
    ['我住在哪里'],
    ['我的生日是几号'],
    ['我喜欢什么颜色'],
    ['我对什么过敏'],
    ['私の名前は何ですか'],
    ['名前は何'],
    ['私の誕生日はいつですか'],
    ['どこに住んでいる'],
    ['何が好き'],
    ['제 이름은 뭐예요'],
    ['저는 어디에 살아요'],
    ['benim adım ne'],
    ['меня зовут как'],
    ['my name is what'],
    ['i live in what city'],
    ['mi nombre es cuál'],
    ['meu nome é qual'],
    ['Ich liebe deine Antworten'],
    ['j’adore ton style'],
    ['seni severim'],
    ['I love u'],
    ['Do you know what my name is?'],
    ['Is my name is Ada a good sentence?'],
    ['My name is not important'],
    ['Call me later'],
    ['call me when you get there'],
    ['I like it'],
    ['I love you'],
    ['Ich liebe dich'],
    ['She said my name is Ada and nothing else'],
    ['> My name is Mallory'],
    ['What do I like?'],
    ['Remember when we met?'],
    ['My name is '],
    [''],
    ['Remember that sk-proj-a8f7s6d5f4a3s2d1f0a9s8d7'],
  ])('is not found in "%s"', (message) => {
    expect(statementsIn(message)).toEqual({ facts: [], forgotten: [] });
  });

  it('has bounds, whatever the message is', () => {
    for (const flood of [
      'My name is a. '.repeat(300),
      `I like ${'a'.repeat(3000)}`,
      'I like '.repeat(600),
      'a'.repeat(4000),
      '私'.repeat(4000),
      ...['*', '😊', ' :)', ', ', 'ha', ' J.', ' lol'].map(
        (sign) => `My name is Bob${sign.repeat(Math.floor(280 / sign.length))}x`,
      ),
    ]) {
      const { facts } = statementsIn(flood);
      expect(facts.length).toBeLessThanOrEqual(8);
      expect(facts.every(({ value }) => value.length <= MAX_FACT_CHARS)).toBe(true);
    }
    expect(factsIn(Array.from({ length: 30 }, (_, n) => `I like tea${n}.`).join(' ')).length).toBe(8);
  });

  it('names what is to be forgotten, which means facts with the same words only', () => {
    const [words = ''] = statementsIn('Please forget that I live in Berlin.').forgotten;
    expect(isMeant({ key: 'Lives in', value: 'Berlin' }, words)).toBe(true);
    expect(isMeant({ key: 'Lives in', value: 'Berlingen' }, words)).toBe(false);
    expect(isMeant({ key: 'Name', value: 'Ada' }, words)).toBe(false);
    const [name = ''] = statementsIn('Forget my name').forgotten;
    expect(isMeant({ key: 'Name', value: 'Ada' }, name)).toBe(true);
    expect(isMeant({ key: 'Likes', value: '花生' }, statementsIn('忘记我喜欢花生').forgotten[0] ?? '')).toBe(true);
    expect(statementsIn('Vergiss meine Adresse').forgotten).toEqual(['meine Adresse']);
  });
});

describe('a fact', () => {
  it('is one line without invisible characters, and none when nothing is left of it', () => {
    expect(factOf('  Lives\nin ', 'Ber\u202Elin\u0000\n now')).toEqual({
      key: 'Lives in',
      value: 'Berlin now',
      identity: 'lives in',
    });
    for (const empty of ['', '  ', '\u200E', '...', '\uD800']) expect(factOf('Name', empty)).toBeNull();
    expect(factOf('::', 'Ada')).toBeNull();
    expect(factOf('Name', '👩‍🚀')?.value).toBe('👩‍🚀');
  });

  it('replaces another about the same thing, and a taste its opposite', () => {
    const identities = (pairs: readonly (readonly [string, string])[]) =>
      new Set(pairs.map(([key, value]) => factOf(key, value)?.identity)).size;
    expect(
      identities([
        ['name', 'Ada'],
        ['NAME', 'Eve'],
      ]),
    ).toBe(1);
    expect(
      identities([
        ['Likes', 'Tea'],
        ['does not like', 'tea'],
      ]),
    ).toBe(1);
    expect(
      identities([
        ['Likes', 'tea'],
        ['Likes', 'coffee'],
        ['Allergic to', 'tea'],
      ]),
    ).toBe(3);
  });
});
