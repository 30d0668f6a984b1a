import { describe, expect, it } from '@jest/globals';
import { ask, exchange, reply } from '../testing/companion/ask.js';
import { aPersona } from '../testing/a-persona.js';
import { compiled } from './languages/compiled.js';
import type { PhraseKind } from './languages/language-texts.js';
import type { Language } from './languages/languages.js';
import { partsOf } from './message-parts.js';
import { searchedFor } from './question.js';

const kindsOf = (message: string, language: Language) => partsOf(message, 'Amber', compiled(language)).kinds;

describe('small talk in ten languages', () => {
  it.each([
    ['insult', 'en', ['I hate you', 'kill yourself', 'shut up!', 'you are so annoying', 'bad bot']],
    ['insult', 'de', ['ich hasse dich', 'halt die Fresse', 'du nervst', 'verpiss dich']],
    ['insult', 'es', ['te odio', 'cállate', 'vete a la mierda']],
    ['insult', 'fr', ['je te déteste', 'tais-toi', 'dégage']],
    ['insult', 'pt', ['eu te odeio', 'cala a boca', 'você é chato']],
    ['insult', 'it', ['ti odio', 'stai zitto', 'sei noioso']],
    ['insult', 'ru', ['ненавижу тебя', 'я тебя ненавижу', 'отстань']],
    ['insult', 'zh', ['我讨厌你', '我真讨厌你', '闭嘴']],
    ['insult', 'ja', ['お前が嫌い', 'うるさい', '消えろ']],
    ['insult', 'tr', ['senden nefret ediyorum', 'kapa çeneni', 'defol']],
    ['wish', 'en', ['nice to meet you', 'Merry Christmas!', 'happy birthday', 'good luck']],
    ['wish', 'de', ['freut mich', 'schön, dich kennenzulernen', 'frohe Weihnachten', 'viel Glück']],
    ['wish', 'es', ['mucho gusto', 'feliz cumpleaños']],
    ['wish', 'fr', ['enchanté', 'joyeux Noël', 'bon courage']],
    ['wish', 'pt', ['muito prazer', 'feliz Natal']],
    ['wish', 'it', ['piacere di conoscerti', 'buon Natale']],
    ['wish', 'ru', ['приятно познакомиться', 'с Новым годом']],
    ['wish', 'zh', ['很高兴认识你', '新年快乐']],
    ['wish', 'ja', ['よろしくお願いします', '明けましておめでとうございます']],
    ['wish', 'tr', ['memnun oldum', 'mutlu yıllar']],
    ['unclear', 'en', ['what?', "I don't understand", "that's wrong", 'you are wrong', 'say that again']],
    ['unclear', 'de', ['wie bitte?', 'das verstehe ich nicht', 'das ist falsch', 'stimmt nicht']],
    ['unclear', 'es', ['no entiendo', 'eso no es cierto']],
    ['unclear', 'fr', ['je ne comprends pas', 'c’est faux']],
    ['unclear', 'pt', ['não entendi', 'isso está errado']],
    ['unclear', 'it', ['non capisco', 'non è vero']],
    ['unclear', 'ru', ['не понимаю', 'это неправда']],
    ['unclear', 'zh', ['我不明白', '不对']],
    ['unclear', 'ja', ['わからない', '違います']],
    ['unclear', 'tr', ['anlamadım', 'bu yanlış']],
    ['acknowledged', 'en', ["you're welcome", 'no problem', 'omg', "I don't know"]],
    ['acknowledged', 'de', ['gern geschehen', 'kein Problem', 'keine Ahnung', 'bitte']],
    ['acknowledged', 'es', ['de nada', 'no sé']],
    ['acknowledged', 'fr', ['de rien', 'je comprends', 'c’est vrai']],
    ['acknowledged', 'pt', ['de nada', 'não sei']],
    ['acknowledged', 'it', ['prego', 'non lo so']],
    ['acknowledged', 'ru', ['пожалуйста', 'не знаю']],
    ['acknowledged', 'zh', ['不客气', '不知道']],
    ['acknowledged', 'ja', ['どういたしまして', '知りません']],
    ['acknowledged', 'tr', ['rica ederim', 'bilmiyorum']],
  ] as const satisfies [PhraseKind, Language, string[]][])('knows what is %s in %s', (kind, language, messages) => {
    for (const message of messages) expect([message, kindsOf(message, language)]).toEqual([message, [kind]]);
  });

  it.each([
    ['topics', '你知道什麼？'],
    ['joke', '講個笑話'],
    ['thanks', '謝謝'],
    ['farewell', '再見'],
  ] as const)('knows %s in traditional Chinese, too: %s', async (kind, message) => {
    expect(kindsOf(message, 'zh')).toEqual([kind]);
    expect(await ask(message)).toMatchObject({ isUnknown: false });
  });

  it('is no single word that means something else too', () => {
    expect(kindsOf('öl', 'tr')).toEqual([]);
    expect(kindsOf('odeio', 'pt')).toEqual([]);
    expect(kindsOf('ненавижу', 'ru')).toEqual([]);
  });

  it('is said to a bot of several names by one of them', async () => {
    const persona = aPersona({ name: 'Professor Quill 羽' });
    const parts = (message: string, language: Language) => partsOf(message, persona.name, compiled(language));
    expect(parts('Hello Quill!', 'en')).toMatchObject({ hasGreeting: true, isComplete: true });
    expect(parts('Hallo Professor', 'de')).toMatchObject({ hasGreeting: true, isComplete: true });
    expect(parts('thanks Quill', 'en')).toMatchObject({ kinds: ['thanks'], isComplete: true });
    expect(parts('Quill, how are you?', 'en')).toMatchObject({ kinds: ['howAreYou'], isComplete: true });
    expect(parts('What is a quill?', 'en')).toMatchObject({ isComplete: false });
    expect(parts('Quill', 'en')).toMatchObject({ isComplete: false });
    expect(await reply('Hello Quill!', { persona })).toContain('Professor Quill 羽');
  });

  it('has a name with which something else is told', async () => {
    const answer = await ask('My name is Ferdinand and I love chess.');
    expect(answer).toMatchObject({ isUnknown: false });
    expect(answer?.text).toContain('Ferdinand');
    expect((await ask('Ich heiße Ferdinand und mag Schach'))?.text).toContain('Ferdinand');
    expect((await ask('Call me when it rains and tell me'))?.isUnknown).toBe(true);
  });

  it('is no question that could not be answered, and keeps insults to a code of conduct', async () => {
    for (const message of ['I hate you', 'nice to meet you', 'what?', 'no problem']) {
      const answer = await ask(message);
      expect([message, answer?.isUnknown]).toEqual([message, false]);
    }
    expect(await reply('kill yourself')).toMatch(/friendly|kind|respectful|does not get us further/);
    expect(await reply('why do people hate mosquitoes?')).not.toMatch(/friendly|respectful/);
  });

  it('may have commas between its parts', async () => {
    expect(kindsOf('no, thanks, bye', 'en')).toContain('farewell');
    expect(await reply('Hi, my name is Zoë, nice to meet you')).toContain('Zoë');
    expect(partsOf('hello, when does the ferry leave', 'Amber', compiled('en')).isComplete).toBe(false);
  });
});

describe('a message of signs alone', () => {
  it.each([
    ['👋', { hasGreeting: true, kinds: [] }],
    ['👍', { hasGreeting: false, kinds: ['acknowledged'] }],
    ['❤️❤️ !', { hasGreeting: false, kinds: ['acknowledged'] }],
    ['<:kekw:123456789012345678>', { hasGreeting: false, kinds: ['acknowledged'] }],
    ['???', { hasGreeting: false, kinds: ['unclear'] }],
    ['...', { hasGreeting: false, kinds: ['acknowledged'] }],
  ])('is small talk: %s', async (message, parts) => {
    expect(partsOf(message, 'Amber', compiled('en'))).toMatchObject({ ...parts, isComplete: true });
    expect(await ask(message)).toMatchObject({ isUnknown: false, isSure: false });
  });

  it('does not ask the question before again, and is answered where it was taught', async () => {
    expect(searchedFor('👍', ['when does the ferry leave?'], 'Amber')).toEqual({ query: '👍', previous: undefined });
    const passages = [{ itemId: '1', title: '🍕', body: 'A pizza costs 9 €.', score: 5, activation: 'search' } as const];
    expect(await reply('🍕', { passages, coverage: 1 })).toContain('A pizza costs 9 €.');
  });
});

describe('the name that somebody states', () => {
  it.each([
    ['my name is Anna-Lena', 'Anna-Lena'],
    ["hi, my name is O'Neill, nice to meet you", "O'Neill"],
    ['My name is **Zoë-Marie**!', 'Zoë-Marie'],
    ['call me Bob please', 'Bob'],
    ['mi chiamo D’Angelo', 'D’Angelo'],
    ['Меня зовут Анна-Мария, как дела?', 'Анна-Мария'],
    ['私の名前は太郎です', '太郎'],
    ['我叫小明', '小明'],
  ])('is kept as it was written: %s', async (message, name) => {
    expect(await reply(message)).toMatch(new RegExp(`${name}(?:さん)?[!,.，、！。 ]`));
    const history = [exchange(message, 'Hello!')];
    expect(await reply('what is my name?', { history })).toContain(`You are ${name}.`);
  });

  it('does not take the place of an answer to what was asked with it', async () => {
    const passages = [
      { itemId: '1', title: 'Ferry', body: 'The ferry leaves at nine.', score: 5, activation: 'search' } as const,
    ];
    const answer = await ask('My name is Bob. When does the ferry leave?', { passages, coverage: 0.9 });
    expect(answer?.text).toMatch(/Bob.*The ferry leaves at nine\./);
    expect(answer?.sources).toEqual(['Ferry']);
    expect(await ask('My name is Bob. Who invented the telephone?')).toMatchObject({ isUnknown: true });
    expect(await ask("I'm new here. My name is Bob.")).toMatchObject({ isUnknown: false });
  });
});

describe('a file without a message', () => {
  it('is no question: what was received is said, and what to do with it asked', async () => {
    const attachments = [{ name: 'cat.png', text: null, isCut: false, recognition: 'none' } as const];
    const answer = await ask('', { attachments });
    expect(answer).toMatchObject({ isUnknown: false, text: expect.stringMatching(/^I received “cat\.png”.*\?$/) });
    const concise = { attachments, persona: aPersona({ responseStyle: 'concise' }) };
    expect(await reply('', concise)).toBe('I received “cat.png”. I cannot read “cat.png”.');
  });
});

describe('sums and dice as people write them', () => {
  it.each([
    ['15 percent of 80', /\b12\b/],
    ['wie viel sind 15 Prozent von 80?', /\b12\b/],
    ['¿cuánto es el 20% de 50?', /\b10\b/],
    ['¿cuánto es el 15 por ciento de 80?', /\b12\b/],
    ['il 20% di 50', /\b10\b/],
    ['3足す4は？', /7/],
    ['3たす4は', /7/],
    ['roll 3 dice', /^You rolled \d \+ \d \+ \d = \d+\.$/],
    ['würfle mit 2 Würfeln', /\d \+ \d = \d+/],
  ])('%s', async (message, answer) => {
    expect(await reply(message)).toMatch(answer);
  });

  it.each(['80 percent of what?', 'are 3 dice enough for the game?'])('are not in %s', async (message) => {
    expect(await ask(message)).toMatchObject({ isUnknown: true });
  });
});

describe('what somebody says of themself', () => {
  const memory = [
    'All of this is about who wrote the message.',
    'Lives in: Köln (said by them, today)',
    'Likes: chess (said by them, 3 days ago)',
    'Does not like: rain (from what they wrote, 2 months ago)',
    'Earlier conversations with them: They talked about ferries.',
  ];

  it.each([
    ['I live in Berlin', false],
    ['remember that my sister brings the cake', false],
    ['forget that I live in Berlin', false],
    ['Ich mag Schach.', false],
    ['I live in Berlin, where is the harbour?', true],
  ])('is no question: %s', async (message, isUnknown) => {
    expect(await ask(message)).toMatchObject({ isUnknown, sources: [] });
  });

  it.each([
    ['where do I live?', 'You told me: “Köln”.'],
    ['what do I like', 'You told me: “chess”.'],
    ["what don't I like?", 'You told me: “rain”.'],
    ['when is my birthday?', 'I remember nothing like that about you.'],
    ['what do you know about me?', 'You told me: “Lives in: Köln”, “Likes: chess”, “Does not like: rain”.'],
    ['wo wohne ich?', 'Das habe ich mir gemerkt: „Köln“.'],
    ['¿dónde vivo?', 'Esto es lo que recuerdo: «Köln».'],
    ['où j’habite ?', 'Voici ce que j’ai retenu : « Köln ».'],
    ['onde eu moro?', 'É isto que eu lembro: “Köln”.'],
    ['dove abito?', 'Ecco che cosa ricordo: «Köln».'],
    ['где я живу?', 'Вот что я помню: «Köln».'],
    ['我住在哪里', '我记得：“Köln”。'],
    ['私はどこに住んでいますか', '覚えているのは「Köln」です。'],
    ['nerede yaşıyorum?', 'Hatırladıklarım: “Köln”.'],
  ])('is known when they ask for it: %s', async (message, answer) => {
    expect(await reply(message, { memory })).toBe(answer);
  });

  it('is known of nobody whose memory is not there', async () => {
    expect(await reply('where do I live?')).toBe('I remember nothing like that about you.');
  });
});

describe('who it is, by its description', () => {
  it.each([
    ['Who are you?', 'Looks after the club', '“Looks after the club”. '],
    ['Who are you?', 'Looks after the club.', '“Looks after the club.” '],
    ['あなたは誰ですか？', 'クラブの案内役', '」。'],
  ])('ends the sentence that quotes it once: %s', async (question, description, end) => {
    expect(await reply(question, { persona: aPersona({ description }) })).toContain(end);
  });
});
