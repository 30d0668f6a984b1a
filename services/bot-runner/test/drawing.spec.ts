import { Readable } from 'node:stream';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { waitFor, type DiscordBot } from '@kith/kit/testing';
import { events, type ChannelSettings, type RunnableCommand } from '@kith/proto';
import { LINK, newMember } from './moderated-bots.js';
import { RunnerHarness } from './runner-harness.js';

let harness: RunnerHarness;
const drawing = new Set<string>();
beforeAll(async () => {
  harness = await RunnerHarness.open({ identifyEveryMs: 0 }, { REPLY_MERGE_WINDOW_MS: '300' });
  harness.chat.canDraw = (botId) => drawing.has(botId);
  await harness.startInProcess();
});
afterAll(() => harness.close());
beforeEach(() => harness.discord.acceptRequests());

const isOffered = ({ bot }: { bot: DiscordBot }) => harness.discord.commandsOf(bot).some(({ name }) => name === 'generate');
async function aBot(settings: Partial<ChannelSettings> = {}, { canDraw = true, commands = [] as RunnableCommand[] } = {}) {
  const added = harness.addBot(settings);
  if (canDraw) drawing.add(added.botId);
  await harness.bots.change(added.botId, { commands });
  await harness.bots.start(added.botId);
  await harness.bots.waitForState(added.botId, 'online');
  await waitFor('the commands', () => harness.discord.commandsOf(added.bot).some(({ name }) => name === 'forget-me'));
  return added;
}
async function aDrawingBot(settings: Partial<ChannelSettings> = {}) {
  const added = await aBot(settings);
  await waitFor('the command', () => isOffered(added));
  return added;
}
const generate = (bot: DiscordBot, description: string, authorId = newMember(), place: { guildId?: null } = {}) =>
  harness.discord.invokeCommand({
    bot,
    name: 'generate',
    subcommand: 'image',
    options: { description },
    authorId,
    ...place,
  });
const answered = (id: string) =>
  waitFor('the answer', () => {
    const response = harness.discord.responseTo(id);
    return response && !response.isDeferred ? response : undefined;
  });
const jobOf = (id: string) => harness.chat.jobs.find(({ messageId }) => messageId === id);

describe('/generate image as a slash command', () => {
  it('is answered with the picture, asked for as in the text that begins with it, in servers and in direct messages', async () => {
    const { bot, botId } = await aDrawingBot();
    const { ownerId } = harness.bots.runnableOf(botId);
    const { key } = await harness.runtime.files.put(ownerId, Readable.from([Buffer.from('picture')]), 100);
    harness.chat.picturesOf = () => [{ key, name: 'picture-1.png' }];
    harness.chat.replyText = () => '';
    const id = generate(bot, 'a lighthouse at dusk');
    expect(await answered(id)).toMatchObject({ files: ['picture-1.png'], isEphemeral: false, allowedMentions: { parse: [] } });
    expect(jobOf(id)).toMatchObject({ content: '/generate image a lighthouse at dusk', guildId: bot.guildId });
    expect(jobOf(id)).not.toHaveProperty('isAddressed');
    await waitFor('the report', () => harness.chat.delivered.includes(id));
    const direct = generate(bot, 'a gull', newMember(), { guildId: null });
    expect(await answered(direct)).toMatchObject({ files: ['picture-1.png'] });
    harness.chat.picturesOf = () => undefined;
    // What the chat service says in place of a picture.
    harness.chat.replyText = () => 'I cannot draw.';
    expect(await answered(generate(bot, 'a gull'))).toMatchObject({ content: 'I cannot draw.', files: [] });
    harness.chat.replyText = (job) => `re: ${job.content}`;
  });

  it('is offered where the bot can draw, and from when its owner can: by another key, plan or setting', async () => {
    const added = await aBot({}, { canDraw: false });
    const { ownerId } = harness.bots.runnableOf(added.botId);
    expect(isOffered(added)).toBe(false);
    drawing.add(added.botId);
    await harness.runtime.events.publish(events.actorDropped, { userId: ownerId });
    await waitFor('the command', () => isOffered(added));
    await harness.bots.change(added.botId, { sendsPictures: false });
    await waitFor('its end', () => !isOffered(added));
  });

  it('leaves the name to a learned command and to the program of the owner', async () => {
    const custom = { commandId: '5a5a5a5a-0000-4000-8000-000000000009', trigger: '!generate' };
    const learned = { ...custom, custom: { name: 'Generate', description: 'Makes a name' } };
    const { bot } = await aBot({}, { commands: [learned] });
    await waitFor('the learned one', () =>
      harness.discord.commandsOf(bot).some(({ name, description }) => name === 'generate' && description === 'Makes a name'),
    );
    const owned = harness.addBot();
    drawing.add(owned.botId);
    harness.discord.setCommand(owned.bot, { name: 'generate', description: 'Of the owner' });
    await harness.bots.start(owned.botId);
    await waitFor('the commands', () => harness.discord.commandsOf(owned.bot).some(({ name }) => name === 'report'));
    expect(harness.discord.commandsOf(owned.bot).find(({ name }) => name === 'generate')?.description).toBe('Of the owner');
  });

  it('is refused by the rules, limits and places of all replies, to the member alone', async () => {
    const { bot, botId } = await aDrawingBot({ maxMessagesPerMinute: 2, moderationMode: true, blockLinks: true });
    expect(await answered(generate(bot, LINK))).toMatchObject({
      content: expect.stringContaining('breaks a rule'),
      isEphemeral: true,
    });
    for (let count = 0; count < 2; count += 1) await answered(generate(bot, 'a gull'));
    const refused = generate(bot, 'a gull');
    expect(await answered(refused)).toMatchObject({
      content: expect.stringContaining('answered a lot here'),
      isEphemeral: true,
    });
    expect(jobOf(refused)).toBeUndefined();
    await harness.bots.change(botId, { settings: { restrictedChannels: [bot.channelId] } });
    await waitFor('the setting', async () =>
      (await answered(generate(bot, 'a gull'))).content.includes('do not answer in this channel'),
    );
  });
});

describe('/generate image as a text', () => {
  it('is a question of its own, also right behind another line, whose mention holds for it', async () => {
    const { bot } = await aBot({ mentionOnly: true });
    const authorId = newMember();
    const first = harness.discord.sendMessage({ bot, content: 'good evening', authorId, mention: true });
    const drawn = harness.discord.sendMessage({ bot, content: '/generate image a lighthouse', authorId });
    expect((await harness.discord.waitForReply(first)).content).toBe('re: good evening');
    expect((await harness.discord.waitForReply(drawn)).content).toBe('re: /generate image a lighthouse');
  });

  it('counts like other questions, however quickly members ask', async () => {
    const { bot } = await aBot({ maxMessagesPerMinute: 2 });
    const authorId = newMember();
    const sent = ['hello', '/generate image a', '/generate image b', '/generate image c'].map((content) =>
      harness.discord.sendMessage({ bot, content, authorId }),
    );
    await harness.discord.waitForReply(sent[1] ?? '');
    const last = harness.discord.sendMessage({ bot, content: 'and now?', authorId: newMember(), guildId: null });
    await harness.discord.waitForReply(last);
    expect(sent.map((id) => jobOf(id) !== undefined)).toEqual([true, true, false, false]);
  });
});

// Last: for a while after it nobody is asked.
describe('/generate image while the chat service does not answer', () => {
  it('stays while it cannot be known whether the bot can draw', async () => {
    const added = await aDrawingBot();
    harness.chat.canDraw = () => {
      throw new Error('away');
    };
    // Nothing of its key or plan changed; its owner is asked about again.
    await harness.runtime.events.publish(events.actorDropped, { userId: harness.bots.runnableOf(added.botId).ownerId });
    await harness.bots.change(added.botId, { commands: [{ commandId: 'roll', trigger: '!roll', custom: null }] });
    await waitFor('the new command', () => harness.discord.commandsOf(added.bot).some(({ name }) => name === 'roll'));
    expect(isOffered(added)).toBe(true);
    harness.chat.canDraw = (botId) => drawing.has(botId);
  });
});
