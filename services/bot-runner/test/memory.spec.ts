import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { waitFor, type DiscordBot } from '@kith/kit/testing';
import { runner, type MemoryFact } from '@kith/proto';
import { ChannelType } from 'discord-api-types/v10';
import { newMember } from './moderated-bots.js';
import { RunnerHarness } from './runner-harness.js';

let harness: RunnerHarness;
beforeAll(async () => {
  harness = await RunnerHarness.open({ identifyEveryMs: 0 });
  await harness.startInProcess();
});
afterAll(() => harness.close());

let facts = 0;
const aFact = (fields: Partial<MemoryFact> = {}): MemoryFact => ({
  id: `00000000-0000-4000-8000-${String(++facts).padStart(12, '0')}`,
  key: 'Lives in',
  value: 'Port *Amber*',
  origin: 'said',
  saidAt: '2026-01-02T03:04:05.000Z',
  ...fields,
});

async function aBotWithMemory() {
  const added = await harness.onlineBot();
  await waitFor('the command', () => harness.discord.commandsOf(added.bot).some(({ name }) => name === 'memory'));
  return added;
}
const answerTo = (interactionId: string) => waitFor('the answer', () => harness.discord.responseTo(interactionId));
const textOf = (answer: { content: string; embeds: readonly unknown[] }): string =>
  [answer.content, ...(answer.embeds as { description?: string }[]).map(({ description = '' }) => description)].join('\n');
const idsIn = ({ components }: { components: readonly unknown[] }): string[] =>
  (components as { components: { custom_id: string }[] }[]).flatMap((row) => row.components.map(({ custom_id }) => custom_id));

/** A member asks for their memory, and uses its components. */
function memoryOf(bot: DiscordBot, authorId: string, where: { guildId?: null } = {}) {
  const asked = harness.discord.invokeCommand({ bot, name: 'memory', authorId, ...where });
  let last = asked;
  const press = async (customId: string, values?: string[], by = authorId) => {
    last = harness.discord.pressButton({ bot, messageId: last, customId, authorId: by, ...(values ? { values } : {}) });
    return answerTo(last);
  };
  const write = async (fields: Readonly<Record<string, string>>) => {
    last = harness.discord.submitForm(last, fields);
    return answerTo(last);
  };
  return { first: () => answerTo(asked), press, write };
}

describe('the command /memory', () => {
  it('shows, corrects and deletes what is remembered of who uses it, to them alone [S81]', async () => {
    const { bot } = await aBotWithMemory();
    const [eve, bob] = [newMember(), newMember()];
    const [home, tea] = [aFact(), aFact({ key: 'Likes', value: 'tea', origin: 'model' })];
    harness.chat.memories.set(eve, { facts: [home, tea], summary: 'We planned a trip.' });
    const ofBob = await memoryOf(bot, bob).first();
    expect(ofBob).toMatchObject({
      content: 'I remember nothing about you here.',
      isEphemeral: true,
      allowedMentions: { parse: [] },
    });
    const member = memoryOf(bot, eve);
    const first = await member.first();
    expect(first).toMatchObject({ isEphemeral: true, allowedMentions: { parse: [] } });
    expect(textOf(first)).toContain('**Lives in:** Port \\*Amber\\* (you said so, <t:1767323045:d>)');
    expect(textOf(first)).toContain('**Likes:** tea (I understood it from your messages');
    expect(textOf(first)).toContain('**Earlier conversations:** We planned a trip.');
    expect(textOf(await member.press('memory:pick:0', [home.id]))).toContain('Lives in');
    expect((await member.press(`memory:correct:${home.id}`)).modal).toMatchObject({
      components: [{ components: [{ value: 'Port *Amber*' }] }],
    });
    const corrected = await member.write({ value: 'Oslo' });
    expect(textOf(corrected)).toContain('Thank you, I have corrected it.');
    expect(textOf(corrected)).toContain('Oslo');
    await member.press('memory:pick:0', [tea.id]);
    expect(textOf(await member.press(`memory:forget:${tea.id}`))).not.toContain('tea');
    expect(textOf(await member.press('memory:all'))).toContain('/forget-me');
    expect(harness.chat.memories.get(eve)?.facts).toHaveLength(1);
    expect(textOf(await member.press('memory:everything'))).toMatch(/is forgotten\.\nI remember nothing about you here\./);
    expect(harness.chat.memoryCalls.filter(({ memberId }) => memberId === eve)).toMatchObject([
      { factId: tea.id },
      { factId: null },
    ]);
  });

  it('asks for what is known where it is used, and shows many facts in pages that fit', async () => {
    const { bot } = await aBotWithMemory();
    const eve = newMember();
    const many = Array.from({ length: 20 }, (_, n) => aFact({ key: `Key ${n} ${'*'.repeat(30)}`, value: '*'.repeat(200) }));
    harness.chat.memories.set(eve, { facts: many, summary: '#'.repeat(2000) });
    const member = memoryOf(bot, eve);
    expect(idsIn(await member.first())).toEqual(['memory:pick:0', 'memory:page:1', 'memory:all']);
    expect(idsIn(await member.press('memory:page:1'))).toEqual(['memory:pick:1', 'memory:page:0', 'memory:page:2', 'memory:all']);
    expect(textOf(await member.press('memory:page:2'))).toContain('Key 19');
    await member.press('memory:all');
    await member.press('memory:everything');
    const direct = memoryOf(bot, eve, { guildId: null });
    harness.chat.memories.set(eve, { facts: [aFact()], summary: null });
    await direct.first();
    await direct.press('memory:all');
    await direct.press('memory:everything');
    const places = harness.chat.memoryCalls.filter(({ memberId }) => memberId === eve).map(({ place }) => place);
    expect(places).toEqual([{ guildId: bot.guildId, channelIds: [bot.channelId] }, null]);
  });

  it('says so when a fact is gone already, and when it cannot look', async () => {
    const { bot } = await aBotWithMemory();
    const eve = newMember();
    const fact = aFact();
    harness.chat.memories.set(eve, { facts: [fact], summary: null });
    const member = memoryOf(bot, eve);
    await member.first();
    await member.press('memory:pick:0', [fact.id]);
    await member.press(`memory:correct:${fact.id}`);
    harness.chat.memories.delete(eve);
    expect(textOf(await member.write({ value: 'Oslo' }))).toContain('I do not remember this any more.');
  });
});

describe('the messages that the whole server may know', () => {
  it('are those of a channel that everybody sees, and of no other [S81]', async () => {
    const { bot, botId } = await harness.onlineBot();
    const { discord } = harness;
    const hidden = discord.addChannel(bot, { name: 'team' });
    discord.setOverwrites(hidden.id, [
      { id: bot.guildId, of: 'role', deny: ['viewChannel'] },
      { id: bot.applicationId, of: 'member', allow: ['viewChannel'] },
    ]);
    const adults = discord.addChannel(bot, { name: 'adults', isAgeRestricted: true });
    const thread = (parentId: string, type: ChannelType = ChannelType.PublicThread) =>
      discord.addChannel(bot, { name: 'a thread', parentId, type });
    const audienceOf = (channelId: string, guildId = bot.guildId) =>
      harness.runtime.rpc.ask(runner.channelAudience, { botId, guildId, channelId });
    const [open, ofHidden, secret] = [thread(bot.channelId), thread(hidden.id), thread(bot.channelId, ChannelType.PrivateThread)];
    expect(await audienceOf(bot.channelId)).toEqual({ isOpen: true, channelId: bot.channelId });
    expect(await audienceOf(open.id)).toEqual({ isOpen: true, channelId: bot.channelId });
    expect(await audienceOf(hidden.id)).toEqual({ isOpen: false, channelId: hidden.id });
    expect(await audienceOf(ofHidden.id)).toEqual({ isOpen: false, channelId: hidden.id });
    expect(await audienceOf(secret.id)).toEqual({ isOpen: false, channelId: secret.id });
    expect(await audienceOf(adults.id)).toEqual({ isOpen: false, channelId: adults.id });
    const { bot: other } = await harness.onlineBot();
    // Of another server, and one that the bot cannot see.
    for (const channelId of [other.channelId, '1']) expect(await audienceOf(channelId)).toEqual({ isOpen: false, channelId });
  });
});
