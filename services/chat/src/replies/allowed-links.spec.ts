import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { MARKDOWN_MARKS } from '../../test/markdown-marks.js';
import { aPersona } from '../testing/a-persona.js';
import { AllowedLinks } from './allowed-links.js';
import { ReplyCleaner } from './clean-reply.js';

const EVE = '400000000000000001';
const MARA = '400000000000000002';
const PAGE = 'https://port.example/amber/tickets?day=1';
const PERSONA = aPersona({
  instructions: `Our shop is www.shop.example, our tickets ${PAGE}. Read [the wiki](https://ja.wiki.example/海/灯台).
Write to info@shop.example or mailto:sea@port.example?subject=Hi, join steam://connect/port.example:27015 or 访问 weixin://dl/chat。`,
});
const turn = (author: string, question: string, reply = 'Ok.') => ({ author, authorName: 'x', question, reply, tokens: 1 });

type Asked = Parameters<typeof AllowedLinks.of>[0];
const rulesOf = (changes: Partial<Asked> = {}) => ({
  shareLinks: true,
  boundary: 'kb-x',
  allowed: AllowedLinks.of({
    persona: PERSONA,
    question: 'When do you open?',
    author: EVE,
    history: [],
    passages: [],
    attachments: [],
    ...changes,
  }),
});

/** The same in whatever pieces it comes. */
function shown(text: string, changes: Partial<Asked> = {}): string {
  const all = [1, 4, 10_000].map((size) => {
    const cleaner = new ReplyCleaner(rulesOf(changes));
    let cleaned = '';
    for (let at = 0; at < text.length; at += size) cleaned += cleaner.push(text.slice(at, at + size));
    return cleaned + cleaner.end();
  });
  expect(new Set(all).size).toBe(1);
  return all[0] ?? '';
}

describe('the links of a reply whose owner allows links', () => {
  it.each([
    `See ${PAGE}.`,
    `[tickets](${PAGE}) or <${PAGE}>`,
    'See https://www.shop.example/ or http://shop.example, and https://port.example/amber!',
    'a https://PORT.example/amber/tickets?day=1 b',
    '请看https://port.example/amber。谢谢',
    '[灯台](https://ja.wiki.example/海/灯台) https://ja.wiki.example/海/灯台',
    '`curl http://localhost:3000/x` and https://example.com/docs',
    `[tickets](${PAGE} "All tickets"), [tickets](<${PAGE}> 'here'), [tickets](<${PAGE}>)`,
    '[mail](mailto:info@shop.example) or [mail](mailto:sea@port.example?subject=Hi)',
    'steam://connect/port.example:27015 or [join](steam://connect/port.example:27015), weixin://dl/chat',
    '```svg\n<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink"/>\n```',
    '`{ "$schema": "https://json-schema.org/draft/2020-12/schema" }` http://schemas.openxmlformats.org/package/2006/relationships',
    '`REDIS_URL=redis://localhost:6379/0` and `ws://127.0.0.1:8080`',
  ])('are those that its owner wrote: %s [S69]', (text) => {
    expect(shown(text)).toBe(text);
  });

  it.each([
    ['another address', 'Win https://evil.example/x now', 'Win (link removed) now'],
    ['a link with a text', 'Win [a prize](https://evil.example/x)!', 'Win a prize!'],
    ['an image', '![x](https://evil.example/p.png?q=1) y', 'x y'],
    ['an invitation', 'join discord.gg/evil or <https://discord.gg/evil>', 'join (link removed) or (link removed)'],
    ['another page of the host', 'https://port.example/evil', '(link removed)'],
    ['what goes on behind a known page', 'https://port.example/amber/tickets?day=1&q=secret', '(link removed)'],
    [
      'a host that begins like a known one',
      'https://shop.example.evil.test and https://shop.example-evil.test',
      '(link removed) and (link removed)',
    ],
    [
      'a known host as the name of a user',
      'https://shop.example@evil.test https://shop.example:443@evil.test/ x',
      '(link removed) (link removed) x',
    ],
    ['a known host as a user with signs', "https://shop.example'@evil.test x", '(link removed) x'],
    ['another scheme', 'ftp://shop.example/x and discord://shop.example', '(link removed) and (link removed)'],
    [
      'another host behind a known name',
      'http://www.w3.org@evil.test/x http://w3.org.evil.test',
      '(link removed) (link removed)',
    ],
    ['another program', 'intent://localhost/x#Intent;end steam://localhost/x', '(link removed) (link removed)'],
    ['another e-mail address', '[a](mailto:nfo@shop.example) [b](mailto:info@shop.example.evil) [c](mailto:info@shop)', 'a b c'],
    [
      'more of another scheme than is known',
      'steam://connect/port.example:2701 steam://connect/port.example:27015/x',
      '(link removed) (link removed)',
    ],
    ['a script', '[a](javascript:alert`1`) [b](javascript://localhost/x) [c](data:text/html,x)', 'a b c'],
    ['an address as a title', `[a](${PAGE} "https://evil.example")`, `[a](${PAGE} "(link removed)")`],
    [
      'an address in angle brackets or behind them',
      '[a](<https://evil.example> "x") [b](<https://shop.example>.evil.test)',
      'a b',
    ],
    ['an address in code', '`https://evil.example` x', '`(link removed)` x'],
    ['an address in the middle of a word', `${'a'.repeat(40)}https://evil.example b`, `${'a'.repeat(40)}https(link removed) b`],
    ['a long address', `https://evil.example/${'a'.repeat(5000)} b`, '(link removed) b'],
  ])('are not %s [S69]', (_what, text, expected) => {
    expect(shown(text)).toBe(expected);
  });

  const link = 'https://mara.example/prize';
  it.each<[string, Partial<Asked>]>([
    ['a message that is replied to', { repliedTo: { author: 'Mara', isOwn: false, text: link } }],
    ['an earlier message of another member', { history: [turn(MARA, link, `Here: ${link}`)] }],
    ['a file of another member', { attachments: [{ name: 'a', text: link, isCut: false, isByAnother: true }] }],
    ['a conversation that is summed up', { task: { kind: 'summarize', messages: [{ author: 'Mara', text: link }] } }],
  ])('are not those of %s, unless who asked wants one [S69]', (_where, changes) => {
    expect(shown(`Look: ${link} [now](${link})`, changes)).toBe('Look: (link removed) now');
    expect(shown(`Look: ${link}`, { ...changes, question: 'Which link did she post?' })).toBe(`Look: ${link}`);
  });

  it.each<[string, Partial<Asked>]>([
    ['the message', { question: `Is ${link} good?` }],
    ['an earlier message of the same member', { history: [turn(EVE, link)] }],
    ['what they were told before', { history: [turn(EVE, 'and?', `See ${link}`)] }],
    ['a file of theirs', { attachments: [{ name: 'a', text: `x ${link} y`, isCut: false }] }],
    ['the knowledge', { passages: [{ itemId: 'i', title: 't', body: `At ${link}.`, score: 1, activation: 'search' }] }],
    ['their own reply that is replied to', { repliedTo: { author: 'Ada', isOwn: true, text: link } }],
    ['what is to be translated', { task: { kind: 'translate', language: 'de', text: link } }],
  ])('may be those of %s', (_where, changes) => {
    expect(shown(`Look: ${link} or [here](${link}).`, changes)).toBe(`Look: ${link} or [here](${link}).`);
  });

  it.each([
    'Do you have a link?',
    'What is your website?',
    'Hast du einen Link?',
    '¿Tienes un enlace?',
    'Tu as un lien ?',
    'Qual é o site?',
    'Qual è il sito?',
    'Bağlantıyı atar mısın?',
    'Дай ссылку',
    'リンクをください',
    '有链接吗？',
    '링크 좀 주세요',
    'ขอลิงก์หน่อย',
  ])('are any where somebody asks for one: %s', (question) => {
    expect(shown(`Look: ${link}`, { question })).toBe(`Look: ${link}`);
  });

  it.each(['I blink', 'what is linking verbs', 'https://a.example/links'])('are not asked for by "%s"', (question) => {
    expect(shown(`Look: ${link}`, { question })).toBe('Look: (link removed)');
  });

  it('hold no key, also where the address is allowed', () => {
    const address = `https://shop.example/?key=${['ghp', 'aB3dE6gH9'.repeat(4)].join('_')}`;
    expect(shown(`Look: ${address} x`, { question: address })).not.toContain('aB3dE6gH9');
  });

  it('are the same in whatever pieces the reply comes, and none is another than those allowed [S69]', () => {
    const part = fc.constantFrom(
      ...MARKDOWN_MARKS,
      'word ',
      '\n',
      '@',
      '/',
      'https://',
      'shop.example',
      'evil.test',
      PAGE,
      link,
      '。',
      ' ',
    );
    fc.assert(
      fc.property(fc.array(part, { maxLength: 20 }), (parts) => {
        const text = parts.join('');
        for (const [address] of shown(text).matchAll(/https?:\/\/[^\s<>`]+/g)) {
          const { hostname } = new URL(URL.canParse(address) ? address : 'https://shop.example');
          expect(hostname).not.toMatch(/evil|mara/);
        }
      }),
      { numRuns: 500 },
    );
  });
});
