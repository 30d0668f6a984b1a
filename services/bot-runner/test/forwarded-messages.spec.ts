import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { waitFor } from '@kith/kit/testing';
import { systemPages } from '@kith/proto';
import { LINK, ModeratedBots, newMember, type Moderated } from './moderated-bots.js';
import { outcomeOf } from './setting-probes.js';

let bots: ModeratedBots;
beforeAll(async () => {
  bots = await ModeratedBots.open();
});
afterAll(() => bots.harness.close());

const forward = (bot: Moderated, content: string, memberId = newMember()): string =>
  bots.write(bot, '', memberId, { forwarded: { content } });
const poll = (bot: Moderated, question: string, answers: readonly string[], memberId = newMember()): string =>
  bots.write(bot, '', memberId, { poll: { question, answers } });
const traceOf = ({ actor, botId }: Moderated, messageId: string) => outcomeOf({ bots, actor, botId }, messageId);
const isGone = (messageId: string) => waitFor('the deletion', () => bots.isDeleted(messageId));

describe('a message that a member forwards, and a poll of a member', () => {
  it('is moderated like a text of their own', async () => {
    const kith = await bots.add({ autoDelete: true, blockedWords: 'kumquat' });
    const gone = [
      forward(kith, LINK),
      forward(kith, 'join discord.gg/abcdef'),
      poll(kith, 'a kumquat?', ['yes', 'no']),
      poll(kith, 'what to eat?', ['bread', 'a kumquat']),
    ];
    for (const id of gone) await isGone(id);
    const found = (await bots.casesOf(kith)).map(({ rule }) => rule);
    expect(found.toSorted()).toEqual(['invites', 'links', 'profanity', 'profanity']);
    expect(await traceOf(kith, gone[0] ?? '')).toBe('ignored: moderated');
  });

  it('that is the same three times is spam', async () => {
    const kith = await bots.add({ autoDelete: true });
    const memberId = newMember();
    const [first, second, third] = [1, 2, 3].map(() => forward(kith, 'buy my book', memberId));
    await isGone(third ?? '');
    expect(await bots.aCase(kith)).toMatchObject({ rule: 'spam' });
    expect([first, second].filter((id) => bots.isDeleted(id ?? ''))).toEqual([]);
  });

  it('is not answered, with the reason in its trace, when it breaks no rule', async () => {
    const kith = await bots.add();
    const [forwarded, asked] = [forward(kith, '!ping'), poll(kith, 'tea?', ['yes', 'no'])];
    expect([await traceOf(kith, forwarded), await traceOf(kith, asked)]).toEqual(['ignored: forwarded', 'ignored: poll']);
    expect(await bots.casesOf(kith)).toEqual([]);
  });

  it('is seen by the rules of auto-moderation, whose limit of mentions counts those that reach somebody', async () => {
    const systemId = 'auto-moderation';
    const guard = await bots.addWith({ systemId, settings: { dryRun: false } });
    const call = { actor: guard.actor, botId: guard.botId, systemId, guildId: guard.bot.guildId, action: 'add' };
    const rules: Record<string, string | number>[] = [
      { name: 'words', trigger: 'words', words: 'kumquat' },
      { name: 'repeated', trigger: 'repeated messages', limit: 2 },
      { name: 'mentions', trigger: 'mentions', limit: 1 },
    ];
    for (const values of rules) await bots.ask(systemPages.act, { ...call, values });
    const repeating = newMember();
    const kept = [forward(guard, `<@${newMember()}> <@${newMember()}>`), forward(guard, 'buy my book', repeating)];
    const gone = [forward(guard, 'a kumquat'), poll(guard, 'what?', ['a kumquat']), forward(guard, 'buy my book', repeating)];
    for (const id of gone) await isGone(id);
    expect(kept.filter((id) => bots.isDeleted(id))).toEqual([]);
    expect((await bots.casesOf(guard)).map(({ detail }) => detail).toSorted()).toEqual(['repeated', 'words', 'words']);
  });

  it('is shown to the AI moderator', async () => {
    const judged = await bots.addWith({ systemId: 'ai-moderator', settings: { dryRun: false, categories: 'Insults' } });
    const written = [forward(judged, 'you idiot'), poll(judged, 'who is an idiot?', ['me', 'you'])];
    const texts = await waitFor('the texts', async () => {
      const waiting = await bots.harness.runtime.redis.hvals(`runner:to-judge:${judged.botId}:${judged.bot.guildId}`);
      const found = waiting.map((json) => JSON.parse(json) as { messageId: string; text: string });
      return found.length === written.length ? found.map(({ text }) => text) : undefined;
    });
    expect(texts.toSorted()).toEqual(['who is an idiot?\nme\nyou', 'you idiot']);
  });
});
