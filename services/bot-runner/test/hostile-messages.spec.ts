import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { waitFor } from '@kith/kit/testing';
import { systemPages } from '@kith/proto';
import { ModeratedBots, newMember, type Moderated } from './moderated-bots.js';

let bots: ModeratedBots;
beforeAll(async () => {
  bots = await ModeratedBots.open();
});
afterAll(() => bots.harness.close());

const WORDS = { autoDelete: true, profanityFilter: true, blockedWords: 'kumquat, two words, 禁止', allowedLinkHosts: 'ok.test' };
const MARKS = '\u0335\u0321\u034E'.repeat(100);
const zalgo = (text: string): string => [...text].map((letter) => letter + MARKS).join('');
const mentions = (count: number): string =>
  Array.from({ length: count }, (_, n) => `<@${810_000_000_000_000_000n + BigInt(n)}>`).join(' ');

/** Every message is handled, also those after a hostile one. */
async function isAnswered(kith: Moderated): Promise<void> {
  expect((await bots.harness.discord.waitForReply(bots.write(kith, 'and hello'))).content).toBe('re: and hello');
}

describe('a hostile message', () => {
  it.each([
    ['profanity', 'behind a word of thousands of letters', `${'a'.repeat(3980)} kumquat`],
    ['profanity', 'behind thousands of characters that stand for many', `${'\uFDFA'.repeat(3980)} kumquat`],
    ['profanity', 'in piled-up marks', zalgo('kumquat')],
    ['profanity', 'in letters of another alphabet', 'a kumqu\u0430t'],
    ['profanity', 'in a phrase with letters of another alphabet', 'tw\u043E \u200B words'],
    ['profanity', 'between invisible characters', [...'kumquat'].join('\u200B\u2060')],
    ['profanity', 'written backwards and turned around', '\u202Etauqmuk'],
    ['profanity', 'in a script without spaces', '这是禁\u200D止的'],
    ['links', 'with 500 links to allowed websites', 'http://ok.test '.repeat(500)],
    ['invites', 'that invites in look-alike letters', 'd\u0456\u0455\u0441\u043Erd . gg / abcdef'],
  ] as const)('breaks the rule %s %s', async (rule, _how, content) => {
    const kith = await bots.add(WORDS);
    const messageId = bots.write(kith, content);
    await waitFor('the deletion', () => bots.isDeleted(messageId));
    expect(await bots.aCase(kith)).toMatchObject({ rule, actions: ['delete'] });
    await isAnswered(kith);
  });

  it('that breaks no rule is answered once, pings nobody, and does not keep others from being answered', async () => {
    const kith = await bots.add(WORDS);
    for (const content of ['a'.repeat(4000), zalgo('hi').slice(0, 4000), '\u202E\u200F'.repeat(50) + 'hi', mentions(150)]) {
      const messageId = bots.write(kith, content);
      const reply = await bots.harness.discord.waitForReply(messageId);
      expect(reply.allowedMentions).toMatchObject({ parse: [] });
      expect(bots.isDeleted(messageId)).toBe(false);
    }
    expect(await bots.casesOf(kith)).toEqual([]);
    await isAnswered(kith);
  });

  it('breaks the rules of the owner in auto-moderation: mass mentions, patterns and words in disguise', async () => {
    const kith = await bots.addWith({ systemId: 'auto-moderation', settings: { dryRun: false } });
    const call = { actor: kith.actor, botId: kith.botId, systemId: 'auto-moderation', guildId: kith.bot.guildId, action: 'add' };
    const rules: Record<string, string | number>[] = [
      { name: 'pings', trigger: 'mentions', limit: 5 },
      { name: 'pattern', trigger: 'pattern', words: '(a|aa)+b' },
      { name: 'words', trigger: 'words', words: 'two words' },
    ];
    for (const values of rules) await bots.ask(systemPages.act, { ...call, values });
    const messages = [mentions(150), `${'a'.repeat(3990)}b`, 'tw\u043E  words'].map((content) => bots.write(kith, content));
    for (const id of messages) await waitFor('the deletion', () => bots.isDeleted(id));
    const almost = bots.write(kith, 'a'.repeat(4000), newMember());
    await bots.harness.discord.waitForReply(almost);
    expect((await bots.casesOf(kith)).map(({ detail }) => detail).toSorted()).toEqual(['pattern', 'pings', 'words']);
    await isAnswered(kith);
  });
});
