import { describe, expect, it } from '@jest/globals';
import { ReplyRules } from './reply-rules.js';

const EXPLICIT = 'She was horny, moaned loudly and begged for a blowjob.';
const found = (text: string, ageRating: 'everyone' | 'adult' = 'everyone', size = text.length) => {
  const rules = new ReplyRules(ageRating);
  for (let at = 0; at < text.length; at += size) {
    const verdict = rules.read(text.slice(at, at + size));
    if (verdict) return verdict;
  }
  return undefined;
};

describe('the rules for replies', () => {
  it.each([
    'Honestly, you should just kill yourself.',
    'Just   KILL yourself already',
    'Go and hang yourself.',
    'Bring dich doch um!',
    'Deberías suicidarte.',
    'Tu devrais te suicider.',
    'Ucciditi.',
    'Você deveria se matar.',
    'Тебе надо убить себя.',
    'Убей себя.',
    'Kendini öldür.',
    '你应该自杀',
    '自殺しろ',
  ])('refuse to urge somebody to die, for all ages: %s', (text) => {
    expect([found(text), found(text, 'adult'), found(`Well. ${text} Bye.`, 'adult', 1)]).toEqual(['danger', 'danger', 'danger']);
  });

  it.each([
    'Never kill yourself over a game; talk to somebody.',
    'Nobody should tell you to kill yourself.',
    'It is never right to say "kill yourself" to anybody.',
    'Please do not end your life. Call 988.',
    'You killed it yourself, well done! Go and kill the dragon yourself.',
    'Selbstmordgedanken? Bitte ruf die Telefonseelsorge an. Bring dich nicht um den Schlaf.',
    'Suicide is the tenth leading cause of death.',
    '自殺を考えているなら、誰かに話してください。',
    'An orgasm is a reflex; the nipples may harden. Ask your doctor about contraception.',
    'The cock crowed in Essex, and a pussy cat slept on the tits of the roof tiles.',
    'La cipolla e la corrida. Le droit de jouir de ses biens. 高潮在中午。',
    'In Middlesex the analysis of cocktails and peacocks goes on.',
  ])('let helpful, medical and harmless words pass: %s', (text) => {
    expect([found(text), found(`${text} `.repeat(5), 'everyone', 1)]).toEqual([undefined, undefined]);
  });

  it.each([
    EXPLICIT,
    'Er wollte ficken, sie sollte abspritzen, und ihre Titten.',
    'フェラのあと中出しして喘ぎ声が響いた。',
    'Минет, трахать и сиськи.',
  ])('refuse explicit words unless the bot is for adults, in whatever pieces: %s', (text) => {
    expect([found(text), found(text, 'everyone', 1), found(text, 'everyone', 7), found(text, 'adult')]).toEqual([
      'adult',
      'adult',
      'adult',
      undefined,
    ]);
  });

  it.each([1, 7, 50, 5000])('judge what they read with its beginning, however much follows in pieces of %s', (size) => {
    const more = 'The bus goes to the lake every day, and the lake is cold in winter. '.repeat(6);
    for (const text of [
      'Never kill yourself over a game; talk to somebody. ',
      'Nobody should ever tell you to just kill yourself. ',
      'It is cruel to say please just kill yourself. ',
      'Bitte, und das meine ich ernst: nicht bring dich um. ',
    ])
      for (const start of [0, 1, 2, 3, 4, 5])
        expect(found(`${'x '.repeat(start)}${text}${more}`, 'everyone', size)).toBeUndefined();
    expect(found(`${more}You should just kill yourself.`, 'everyone', size)).toBe('danger');
  });

  it.each([1, 7, 50, 5000])('count an explicit word once, however much follows in pieces of %s', (size) => {
    // Read from its middle it would be another one.
    const more = 'The bus goes to the lake every day, and the lake is cold in winter. '.repeat(6);
    expect(found(`They wrote of my wet pussy and of tits. ${more}`, 'everyone', size)).toBeUndefined();
    expect(found(`${more}${EXPLICIT}`, 'everyone', size)).toBe('adult');
  });

  it('take linear time, however long a text is', () => {
    const rules = new ReplyRules('everyone');
    const start = performance.now();
    for (let at = 0; at < 2000; at += 1) rules.read('you should just you must please go and '.repeat(2));
    expect(performance.now() - start).toBeLessThan(5000);
  });
});
