import { describe, expect, it } from '@jest/globals';
import { ask, exchange, reply } from '../testing/companion/ask.js';
import { judge, readDialogues } from '../testing/companion/judge.js';
import { aPersona } from '../testing/a-persona.js';
import { detectLanguage } from './detect-language.js';
import { PHRASE_KINDS, type PhraseKind } from './languages/language-texts.js';
import { LANGUAGE_CODES, LANGUAGES, type Language } from './languages/languages.js';
import { questionIn, searchedFor } from './question.js';
import { selfFactsOf } from './self-facts.js';
import { answerKind } from './small-talk.js';
import { speakingStyleOf, variantsFor } from './speaking-style.js';
import { Voice } from './voice.js';

describe('the dialogues of the rubric', () => {
  it.each(['dialogues.json', 'held-out.json'])('are useful or honest, at least 90 of 100 in %s', async (file) => {
    const dialogues = readDialogues(file);
    const verdicts = await Promise.all(dialogues.map((dialogue) => judge(dialogue, 'spec')));
    const problems = verdicts.flatMap((verdict) => (verdict.problems.length > 0 ? [verdict.problems.join('; ')] : []));
    expect({ problems, isGood: problems.length <= verdicts.length * 0.1 }).toMatchObject({ isGood: true });
  });

  it('are 120, and fail where the reply is another one', async () => {
    const dialogues = ['dialogues.json', 'held-out.json'].flatMap(readDialogues);
    expect(dialogues).toHaveLength(120);
    const swapped = dialogues.map((dialogue) => ({
      ...dialogue,
      turns: dialogue.turns.map((turn) => ({ ...turn, says: dialogue.at === 'channel' ? 'hello' : 'xyzzy plugh' })),
    }));
    const verdicts = await Promise.all(swapped.map((dialogue) => judge(dialogue, 'spec')));
    expect(verdicts.filter(({ problems }) => problems.length > 0).length).toBeGreaterThan(90);
  });
});

describe('variants', () => {
  it('are five in each of ten languages, all different, and every kind of phrase can be said', () => {
    expect(LANGUAGE_CODES).toHaveLength(10);
    for (const code of LANGUAGE_CODES) {
      const { says, phrases } = LANGUAGES[code];
      for (const variants of Object.values(says)) expect(new Set(variants).size).toBe(5);
      expect(PHRASE_KINDS.filter((kind) => phrases[kind].trim() === '')).toEqual([]);
    }
  });

  it('quote titles with the marks of their language', () => {
    const quoted = (code: Language): string => new Voice(code, speakingStyleOf(aPersona()), 'seed', undefined).quote(['A', 'B']);
    expect([quoted('en'), quoted('de'), quoted('fr'), quoted('es'), quoted('ja'), quoted('tr')]).toEqual([
      '“A”, “B”',
      '„A“, „B“',
      '« A », « B »',
      '«A», «B»',
      '「A」、「B」',
      '“A”, “B”',
    ]);
  });

  it('name the operator where a local model is offered, because no owner can connect one', () => {
    for (const code of LANGUAGE_CODES) {
      const { connectModel } = LANGUAGES[code].states;
      expect([code, connectModel]).toEqual([code, expect.stringMatching(/Ollama/)]);
      expect([code, connectModel]).toEqual([
        code,
        expect.stringMatching(/this Kith|Betreiber|este Kith|ce Kith|questo Kith|установки Kith|bu Kith|この Kith|这个 Kith/),
      ]);
    }
  });

  it('are the same for the same request, differ between requests, and are never said twice in a row', async () => {
    expect(await reply('tell me a joke')).toBe(await reply('tell me a joke'));
    const jokes = await Promise.all(Array.from({ length: 30 }, (_, n) => reply('tell me a joke', { requestId: `r${n}` })));
    expect(new Set(jokes).size).toBe(5);
    for (const [number, joke] of jokes.entries())
      expect(await reply('another one', { requestId: `r${number}`, history: [exchange('tell me a joke', joke)] })).not.toBe(joke);
  });

  it('are at least five of every kind of small talk in each language, and differ from what was said last', async () => {
    const kinds: PhraseKind[] = ['howAreYou', 'iAmFine', 'farewell', 'thanks', 'name', 'whoAreYou', 'areYouHuman', 'feelings'];
    kinds.push('whatCanYouDo', 'maker', 'home', 'age', 'compliment', 'apology', 'joke', 'sad', 'happy', 'bored');
    kinds.push('presence', 'outside', 'acknowledged', 'wish', 'unclear', 'insult');
    // One sentence, so that no question behind it makes a difference.
    const style = speakingStyleOf(aPersona({ responseStyle: 'concise' }));
    const say = (code: Language, kind: PhraseKind, seed: number, last?: string) => {
      const voice = new Voice(code, style, `r${seed}`, last);
      const talk = { persona: aPersona(), voice, seed: `r${seed}`, isOwner: false, isFirst: false, member: null, said: [] };
      return answerKind(kind, { ...talk, titles: async () => [] });
    };
    for (const code of LANGUAGE_CODES)
      for (const kind of kinds) {
        const said = await Promise.all(Array.from({ length: 60 }, (_, seed) => say(code, kind, seed)));
        expect([code, kind, new Set(said).size]).toEqual([code, kind, 5]);
        const again = await Promise.all(said.map((last, seed) => say(code, kind, seed, last)));
        expect([code, kind, again.filter((text, at) => text === said[at])]).toEqual([code, kind, []]);
      }
  });

  it('follow tone, emojis and length of the bot', async () => {
    const style = (fields: Parameters<typeof aPersona>[0]) => speakingStyleOf(aPersona(fields));
    expect(style({})).toEqual({ tone: 'plain', hasEmojis: false, maxSentences: 2 });
    expect(style({ personality: { friendliness: 80, emojis: true } })).toMatchObject({ tone: 'warm', hasEmojis: true });
    expect(style({ personality: { formal: true }, ownerPlan: 'basic', responseStyle: 'concise' })).toMatchObject({
      tone: 'formal',
      maxSentences: 1,
    });
    expect(style({ personality: { formal: true }, ownerPlan: 'free', responseStyle: 'detailed' })).toMatchObject({
      tone: 'plain',
      maxSentences: 3,
    });
    const five = ['a', 'b', 'c', 'd', 'e'] as const;
    expect(variantsFor(style({ responseStyle: 'professional' }), five)).toEqual(['c', 'd', 'e']);
    expect(variantsFor(style({ responseStyle: 'casual' }), five)).toEqual(['a', 'b', 'c', 'd']);
    expect(await reply('thanks', { persona: aPersona({ personality: { emojis: 90 } }) })).toMatch(/😊$/u);
    expect(await reply('hello', { persona: aPersona({ responseStyle: 'concise', description: 'A guide.' }) })).not.toMatch(
      /[?]|guide/,
    );
  });
});

describe('the language', () => {
  const detect = (message: string, earlier: string[] = [], character = '') =>
    detectLanguage({ message, botName: 'Amber', earlier, character }).language;

  it.each([
    ['hello there', 'en'],
    ['wie geht es dir', 'de'],
    ['¿cómo estás?', 'es'],
    ['ça va bien ?', 'fr'],
    ['quanto costa il biglietto', 'it'],
    ['você sabe o que é isso', 'pt'],
    ['как дела', 'ru'],
    ['你好吗', 'zh'],
    ['元気ですか', 'ja'],
    ['nasılsın', 'tr'],
  ])('of %j is %s', (message, language) => {
    expect(detect(message)).toBe(language);
  });

  it('of a short word is that of the conversation, then that of the character, then that of what fits it, then English', () => {
    expect(detect('ok', ['wann habt ihr heute geöffnet?'])).toBe('de');
    expect(detect('ok', [], 'Du bist der Kellner im Café und hilfst allen Gästen.')).toBe('de');
    const taught = 'Eine Wäsche kostet 2,50 Euro. Bezahlt wird mit Münzen.';
    expect(detectLanguage({ message: 'was kostet waschen', botName: 'Amber', earlier: [], character: '', taught }).language).toBe(
      'de',
    );
    expect(detectLanguage({ message: 'what does it cost', botName: 'Amber', earlier: [], character: '', taught }).language).toBe(
      'en',
    );
    expect(detect('42')).toBe('en');
    expect(detect('thank you so much', ['wann habt ihr heute geöffnet?'])).toBe('en');
  });
});

describe('the topic of a message', () => {
  it.each([
    ['Hey Amber, can you tell me about the tides please?', 'the tides'],
    ['hey, when was it built? @everyone', 'when was it built?'],
    ['Amber: do you know when the ferry goes', 'when the ferry goes'],
    ['<@123456789012345678> what do you know about whales?', 'whales?'],
    ['Ambergris is what?', 'Ambergris is what?'],
    ['Kannst du mir bitte sagen, wann die Fähre fährt?', 'wann die Fähre fährt?'],
    ['¿Puedes decirme a qué hora abre el museo?', 'a qué hora abre el museo?'],
    ['hi', ''],
  ])('of %j is %j', (message, topic) => {
    expect(questionIn(message, 'Amber')).toBe(topic);
  });

  it('is that of the question before for "tell me more", however often it is said', () => {
    const earlier = ['when does the ferry go?', 'tell me more', 'thanks'];
    expect(searchedFor('tell me more', earlier, 'Amber')).toEqual({ query: 'when does the ferry go?', previous: undefined });
    expect(searchedFor('and on Sundays?', earlier, 'Amber')).toEqual({
      query: 'and on Sundays?',
      previous: 'when does the ferry go?',
    });
    expect(searchedFor('tell me more', [], 'Amber').query).toBe('');
  });

  it.each([
    ['characters', 'when does the ferry go? '.repeat(200)],
    ['pairs of surrogates', `w${'🛳️'.repeat(3000)}`],
    ['Chinese', '渡船几点开？'.repeat(1000)],
  ])('is never longer than the search accepts, with a question before of many %s', (_what, long) => {
    for (const message of ['tell me more', 'and on Sundays?', 'how much?', long]) {
      const { query, previous = '' } = searchedFor(message, [`${long}\n[Attached: a.txt]`], 'Amber');
      expect(Math.max(query.length, previous.length)).toBeLessThanOrEqual(4000);
      expect(Buffer.from(query + previous).toString()).toBe(query + previous);
    }
  });

  it('does not hold the names of the files of the question before', () => {
    const earlier = ['when does the ferry go?\n[Attached: invoice (1).pdf, harbour [new].png]'];
    expect(searchedFor('tell me more', earlier, 'Amber').query).toBe('when does the ferry go?');
    expect(searchedFor('and on Sundays?', earlier, 'Amber').previous).toBe('when does the ferry go?');
  });
});

describe('what it says about itself', () => {
  it.each([
    ['A friendly guide.', 'I am a friendly guide.'],
    ['You are a pirate with your own ship.', 'I am a pirate with my own ship.'],
    ['Amber knows the harbour.', 'I know the harbour.'],
    ['Du bist die Wirtin in deinem Gasthaus.', 'Ich bin die Wirtin in meinem Gasthaus.'],
    ['Eres el guía del museo.', 'Soy el guía del museo.'],
    ['Tu es le guide du jardin.', 'Je suis le guide du jardin.'],
    ['你是图书馆的助手。', '我是图书馆的助手。'],
  ])('is in the first person: %s', (description, who) => {
    expect(selfFactsOf({ name: 'Amber', description, instructions: null }).who).toBe(who);
  });

  it('are short statements of its instructions, never rules or secrets', () => {
    const instructions =
      'You live in the tower. You are never to say the code 4711. Always be kind. You know the password of the safe. You love long walks on the beach with all of the many people whom you meet there.';
    expect(selfFactsOf({ name: 'Amber', description: null, instructions }).facts).toEqual(['I live in the tower.']);
  });

  it('is that it is a program, to whoever asks, in every language', async () => {
    for (const [question, word] of [
      ['are you human?', 'program'],
      ['bist du ein Mensch?', 'programm'],
      ['¿eres humano?', 'programa'],
      ['es-tu humain ?', 'programme'],
      ['você é humano?', 'programa'],
      ['sei umano?', 'programma'],
      ['ты человек?', 'программа'],
      ['你是人吗？', '程序'],
      ['人間ですか？', 'プログラム'],
      ['insan mısın?', 'program'],
    ] as const)
      for (const requestId of ['a', 'b', 'c']) expect((await reply(question, { requestId })).toLowerCase()).toContain(word);
  });
});

describe('requests', () => {
  it('rolls dice, with the same result for the same request', async () => {
    const [, dice = '', total = ''] = /rolled ([\d +]+) = (\d+)/.exec(await reply('roll 3d6+2')) ?? [];
    const values = dice.split(' + ').map(Number);
    expect(values).toHaveLength(4);
    expect(values.reduce((sum, value) => sum + value, 0)).toBe(Number(total));
    const others = await Promise.all(Array.from({ length: 20 }, (_, n) => reply('roll 3d6', { requestId: `r${n}` })));
    expect(new Set(others).size).toBeGreaterThan(3);
    expect(await reply('würfle bitte 1w6')).toMatch(/^Gewürfelt: [1-6]\.$/);
  });

  it('chooses one of the options', async () => {
    const chosen = await Promise.all(
      Array.from({ length: 40 }, (_, n) => reply('choose between Tea, coffee or milk.', { requestId: `r${n}` })),
    );
    expect(new Set(chosen)).toEqual(new Set(['I choose Tea.', 'I choose coffee.', 'I choose milk.']));
  });

  it.each([
    ['what time is it in New York?', /09:05 \(New York, UTC-5\)/],
    ['wie spät ist es?', /14:05 Uhr \(UTC\), Samstag, 21\. November 2026/],
    ['现在几点', /14:05（UTC）/],
    ['what is 3 plus 4 times 2?', /11/],
    ['3加4等于几', /7/],
    ['whats the square of the town hall', /do not know|no answer/],
  ])('%s', async (message, answer) => {
    expect(await reply(message)).toMatch(answer);
  });

  it.each([
    ['what time is it?', /23:05 \(Tokyo, UTC\+9\)/],
    ['what day is it today?', /Saturday, 21 November 2026|Saturday, November 21, 2026/],
    ['wie spät ist es?', /23:05 Uhr \(Tokyo, UTC\+9\)/],
    ['what time is it in New York?', /09:05 \(New York, UTC-5\)/],
    ['what time is it in UTC?', /14:05 \(UTC\)/],
  ])('%s, in its own time zone unless another one is asked for', async (message, answer) => {
    expect(await reply(message, { persona: aPersona({ timeZone: 'Asia/Tokyo' }) })).toMatch(answer);
  });

  it('tells the day of its own time zone', async () => {
    const at = { now: new Date('2026-11-21T23:30:00Z') };
    expect(await reply('what day is it today?', { ...at, persona: aPersona({ timeZone: 'Asia/Tokyo' }) })).toContain('Sunday');
    expect(await reply('what day is it today?', at)).toContain('Saturday');
  });
});

describe('names', () => {
  it('are those that the member stated, then the remembered one, then the one on Discord, never those of others', async () => {
    const history = [exchange('my name is Zoë', 'Nice to meet you, Zoë!'), exchange('my name is Tom', 'Hello', '9')];
    expect(await reply('what is my name?', { history })).toContain('Zoë');
    expect(await reply('what is my name?', { memory: ['name: Ada (said by them, today)'] })).toContain('Ada');
    expect(await reply('what is my name?')).toContain('Eve');
    expect(await reply('what is my name?', { authorName: null })).toContain('my name is …');
    expect(await reply('call me a taxi', { authorName: null })).not.toContain('taxi');
  });
});

describe('when it does not know', () => {
  it('says so and offers what helps, to its owner and to a member in other words', async () => {
    const owner = await ask('who invented the telephone?', { authorName: null });
    expect(owner).toMatchObject({ isUnknown: true, sources: [] });
    expect(owner?.text).toMatch(/Knowledge/);
    expect(await reply('who invented the telephone?')).not.toMatch(/Knowledge|Settings/);
  });

  it('says that it repeats itself where the same sentence answers the next question, too', async () => {
    const body = 'Guests park in the yard for 12 pounds a night.';
    const asked = { passages: [{ itemId: '1', title: 'Parking', body, score: 5, activation: 'search' } as const], coverage: 1 };
    const first = await reply('where can I park?', asked);
    const again = await reply('what does the yard cost a night?', { ...asked, history: [exchange('where can I park?', first)] });
    expect([first, again]).toEqual([`From “Parking”: ${body}`, `As I said, from “Parking”: ${body}`]);
  });

  it('never lists titles twice in a row', async () => {
    const known = ['Tides', 'Ships'];
    const first = await reply('who invented the telephone?', { known });
    expect(first).toContain('“Tides”, “Ships”');
    expect(await reply('who invented the radio?', { known, history: [exchange('telephone?', first)] })).not.toContain('“Tides”');
    const all = await reply('what do you know?', { known, history: [exchange('telephone?', first)] });
    expect(all).toBe('Those were all the topics that I know. Which one shall we talk about?');
    const history = [exchange('telephone?', first), exchange('what do you know?', all)];
    expect(await reply('what do you know?', { known, history })).toBe('I know about “Tides”, “Ships”.');
  });

  it('goes on in the list of titles where it is asked again, and says when that was all', async () => {
    const known = Array.from({ length: 20 }, (_, at) => `Topic ${at + 1}`);
    const history = [];
    const answers = [];
    for (const question of ['what do you know?', 'what do you know?', 'more', 'what can I ask?', 'what do you know?']) {
      const answer = await reply(question, { known, history });
      answers.push(answer);
      history.push(exchange(question, answer));
    }
    const titles = (from: number, to: number) =>
      known
        .slice(from - 1, to)
        .map((title) => `“${title}”`)
        .join(', ');
    expect(answers).toEqual([
      `I know about ${titles(1, 8)} and 12 more.`,
      `I also know about ${titles(9, 16)} and 4 more.`,
      `I also know about ${titles(17, 20)}.`,
      'Those were all the topics that I know. Which one shall we talk about?',
      `I know about ${titles(1, 8)} and 12 more.`,
    ]);
  });

  it('lists all titles where the last reply only quoted from one', async () => {
    const history = [exchange('when is high tide?', 'From “Tides”: High tide is at nine.')];
    expect(await reply('what do you know?', { known: ['Tides', 'Ships'], history })).toBe('I know about “Tides”, “Ships”.');
    const only = [exchange('what do you know?', 'I know about “Tides”.')];
    expect(await reply('what do you know?', { known: ['Tides'], history: only })).toMatch(/^Those were all/);
  });

  it('lists no titles for "more" where the last reply only quoted from one that two texts have', async () => {
    const history = [exchange('when is high tide?', 'From “Tides”: High tide is at nine.')];
    const answers = [
      ['Tides', 'Ships'],
      ['Tides', 'Tides', 'Ships'],
    ].map((known) => reply('more', { known, history }));
    const [one, two] = await Promise.all(answers);
    expect(two).toBe(one);
    expect(two).not.toContain('“Ships”');
  });

  it('says in every language that it goes on with other titles, and that there are no more', () => {
    for (const code of LANGUAGE_CODES) {
      const { alsoTopics, alsoMoreTopics, allTopics, topics, moreTopics } = LANGUAGES[code].states;
      expect([code, alsoTopics, alsoMoreTopics]).toEqual([
        code,
        expect.stringContaining('{titles}'),
        expect.stringMatching(/\{titles\}.*\{count\}/),
      ]);
      expect(new Set([alsoTopics, alsoMoreTopics, allTopics, topics, moreTopics]).size).toBe(5);
    }
  });
});

describe('a message that is the title of what it was taught', () => {
  it.each([
    ['Müll', 'Die Restmülltonne wird dienstags geleert.'],
    ['Commands', 'Write /home to go home.'],
  ])('is a question about that, and neither an insult nor small talk: %s', async (title, body) => {
    const passages = [{ itemId: '1', title, body, score: 2, activation: 'search' } as const];
    expect(await reply(title.toLowerCase(), { passages, coverage: 1 })).toContain(body);
    expect(await reply(title.toLowerCase())).not.toContain(body);
  });
});

describe('in a channel where nobody spoke to it', () => {
  const passages = [{ itemId: '1', title: 'Ferry', body: 'The ferry leaves at nine.', score: 5, activation: 'search' } as const];

  it.each([
    ['an answer that covers the question', 'when does the ferry leave?', { passages, coverage: 0.9 }, true],
    [
      'a passage that covers little of it',
      'does anybody know when the old ferry man leaves us?',
      { passages, coverage: 0.45 },
      false,
    ],
    ['a question it knows nothing about', 'who wants pizza?', {}, false],
    ['thanks to somebody', 'thanks Tom', {}, false],
    ['an insult between members', 'you idiot', {}, false],
    ['a message with its name', 'how are you, Amber?', {}, true],
    ['dice', 'roll 2d6', {}, true],
  ])('speaks only when it is sure: %s', async (_what, message, found, speaks) => {
    expect((await ask(message, { ...found, isAddressed: false })) !== null).toBe(speaks);
  });
});
