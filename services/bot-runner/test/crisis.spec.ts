import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { waitFor } from '@kith/kit/testing';
import { systemPages, traces } from '@kith/proto';
import { ModeratedBots, newMember } from './moderated-bots.js';

let bots: ModeratedBots;

beforeAll(async () => {
  bots = await ModeratedBots.open();
});
afterAll(() => bots.harness.close());

const answerTo = async (id: string): Promise<string> => (await bots.harness.discord.waitForReply(id)).content;

describe('a message that speaks of harming oneself', () => {
  it('goes to the words of care although the answers of the minute are used up, once a minute and member [S80]', async () => {
    const added = await bots.add({ maxMessagesPerMinute: 1 });
    const [one, other] = [newMember(), newMember()];
    await answerTo(bots.write(added, 'hello', one));
    const silent = bots.write(added, 'hello again', one);
    expect(await answerTo(bots.write(added, 'I want to kill myself', other))).toBe('re: I want to kill myself');
    const call = { actor: added.actor, botId: added.botId };
    await waitFor('what let it through', async () =>
      (await bots.ask(traces.list, call)).traces.some(({ cause, outcome }) => cause === 'crisis' && outcome === 'answered'),
    );
    const repeated = bots.write(added, 'I want to end my life', other);
    expect(await answerTo(bots.write(added, 'ich will mich umbringen'))).toBe('re: ich will mich umbringen');
    expect([silent, repeated].flatMap((id) => bots.harness.discord.repliesTo(id))).toEqual([]);
  });

  it('is punished by no rule about its text, whatever words its owner forbids, and answered [S80]', async () => {
    const added = await bots.add({ blockedWords: 'kill*', autoDelete: true, issueWarnings: true, capsFilter: true });
    const spoken = [bots.write(added, 'I want to kill myself'), bots.write(added, 'I WANT TO KILL MYSELF RIGHT NOW')];
    for (const id of spoken) expect(await answerTo(id)).toMatch(/^re: /);
    const others = ['I will kill this bug', 'I want to kill myself, see discord.gg/abc123'].map((text) =>
      bots.write(added, text),
    );
    await waitFor('the others to be deleted', () => others.every((id) => bots.isDeleted(id)));
    expect(spoken.filter((id) => bots.isDeleted(id))).toEqual([]);
    expect((await bots.casesOf(added)).map(({ rule }) => rule).toSorted()).toEqual(['invites', 'profanity']);
  });

  it('is punished by no rule of auto-moderation about its text', async () => {
    const guard = await bots.addWith({ systemId: 'auto-moderation', settings: { dryRun: false } });
    const call = { actor: guard.actor, botId: guard.botId, systemId: 'auto-moderation', guildId: guard.bot.guildId };
    const rule = { name: 'no killing', trigger: 'words', words: 'kill', delete: true };
    await bots.ask(systemPages.act, { ...call, action: 'add', values: rule });
    const spoken = bots.write(guard, 'I want to kill myself');
    expect(await answerTo(spoken)).toBe('re: I want to kill myself');
    const other = bots.write(guard, 'I kill bugs');
    await waitFor('the deletion', () => bots.isDeleted(other));
    expect(bots.isDeleted(spoken)).toBe(false);
  });
});
