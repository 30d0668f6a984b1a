import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { waitFor, type DiscordBot } from '@kith/kit/testing';
import { AppError, CommandPost, type customCommands, type OutputOf, type RunnableCommand } from '@kith/proto';
import { RunnerHarness } from './runner-harness.js';

const CUSTOM_ID = '5a5a5a5a-0000-4000-8000-000000000003';
const GREET: RunnableCommand = {
  commandId: CUSTOM_ID,
  trigger: '!greet',
  custom: { name: 'Greet', description: 'Says hello' },
};

let harness: RunnerHarness;
let members = 0;
const newMember = (): string => String(900_000_000_000_000_000n + BigInt(++members));

beforeAll(async () => {
  harness = await RunnerHarness.open({ identifyEveryMs: 0 });
  await harness.startInProcess();
});
afterAll(() => harness.close());

async function aBot(command: RunnableCommand = GREET) {
  const added = harness.addBot();
  await harness.bots.change(added.botId, { commands: [command] });
  await harness.bots.start(added.botId);
  await harness.bots.waitForState(added.botId, 'online');
  return added;
}
const send = (bot: DiscordBot, content: string, authorId = newMember()) =>
  harness.discord.sendMessage({ bot, content, authorId });
const say = (bot: DiscordBot, content: string, authorId?: string) => harness.discord.waitForReply(send(bot, content, authorId));
const answerTo = async (bot: DiscordBot, content: string, authorId?: string) => (await say(bot, content, authorId)).content;

describe('custom commands', () => {
  it('run as their owner wrote them, with what the member wrote, and their answers ping nobody', async () => {
    const { bot, botId } = await aBot();
    const authorId = newMember();
    const reply = await say(bot, '!greet one two', authorId);
    expect(reply).toMatchObject({ content: 'ran one+two', allowedMentions: { parse: [] } });
    expect(harness.bots.customRuns.at(-1)).toEqual({
      botId,
      commandId: CUSTOM_ID,
      callId: reply.replyTo,
      context: {
        message: '!greet one two',
        userId: authorId,
        channelId: bot.channelId,
        guildId: bot.guildId,
        args: ['one', 'two'],
        value: null,
        values: [],
        fields: {},
        options: {},
      },
    });
    expect(await answerTo(bot, '!greet again', authorId)).toContain('a few seconds');
  });

  it('that fail, or that the plan does not allow, are told in one polite line', async () => {
    const { bot } = await aBot();
    const { runCustom } = harness.bots;
    const failed = { result: null, error: { message: 'x is not defined', line: 1, column: 1 }, log: [], durationMs: 1 };
    harness.bots.runCustom = () => failed;
    const answer = await answerTo(bot, '!greet');
    expect(answer).toContain('This command did not work.');
    expect(answer).not.toContain('x is not defined');
    harness.bots.runCustom = () => {
      throw new AppError('UPGRADE_REQUIRED');
    };
    expect(await answerTo(bot, '!greet')).toBe('This command is switched off at the moment.');
    harness.bots.runCustom = () => ({ ...failed, error: null, result: { success: true, response: 'quiet', shouldReply: false } });
    const silent = send(bot, '!greet silently');
    await waitFor('the run', () => harness.bots.customRuns.some(({ context }) => context.message === '!greet silently'));
    harness.bots.runCustom = runCustom;
    expect(await answerTo(bot, '!greet loud')).toBe('ran loud');
    expect(harness.discord.repliesTo(silent)).toEqual([]);
  });

  it('that find the sandbox busy are tried once more, and then told, without another run', async () => {
    const { bot } = await aBot();
    const { runCustom } = harness.bots;
    const runsOf = (text: string) => harness.bots.customRuns.filter(({ context }) => context.message === text).length;
    const failing = () => {
      throw new AppError('RATE_LIMITED');
    };
    harness.bots.runCustom = (run) => (runsOf('!greet soon') === 1 ? failing() : runCustom(run));
    expect(await answerTo(bot, '!greet soon')).toBe('ran soon');
    const busy = 'I am running as many commands as I can. Please try again in a moment.';
    harness.bots.runCustom = failing;
    expect(await answerTo(bot, '!greet never')).toBe(busy);
    expect(runsOf('!greet never')).toBe(2);
    harness.bots.runCustom = runCustom;
  });

  it('whose end was not learned in time go on as the same call: what they stored stands, and nobody is told to call again', async () => {
    const { bot } = await aBot();
    const { runCustom } = harness.bots;
    const runs = () => harness.bots.customRuns.filter(({ context }) => context.message === '!greet slowly');
    harness.bots.runCustom = (run) => {
      if (runs().length === 1) throw new AppError('DEADLINE');
      return runCustom(run);
    };
    expect(await answerTo(bot, '!greet slowly')).toBe('ran slowly');
    expect(runs()).toHaveLength(2);
    expect(new Set(runs().map(({ callId }) => callId)).size).toBe(1);
    harness.bots.runCustom = runCustom;
  });
});

/** What the command returns while `work` runs. */
async function returning<T>(result: OutputOf<typeof customCommands.run>['result'], work: () => Promise<T>): Promise<T> {
  const { runCustom } = harness.bots;
  harness.bots.runCustom = () => ({ result, error: null, log: [], durationMs: 1 });
  try {
    return await work();
  } finally {
    harness.bots.runCustom = runCustom;
  }
}
const POST = { content: 'Choose', embeds: [], buttons: [], selects: [] };
const posting = (...posts: Partial<CommandPost>[]) => ({
  success: true,
  response: '',
  shouldReply: true,
  posts: posts.map((post) => ({ ...POST, ...post })),
});
const idOf = (message: { readonly components: readonly unknown[] }, label: string): string => {
  const rows = message.components as { components: { label?: string; placeholder?: string; custom_id: string }[] }[];
  const found = rows.flatMap(({ components }) => components).find((one) => label === (one.label ?? one.placeholder));
  if (!found) throw new Error(`no component ${label}`);
  return found.custom_id;
};
const answered = (interactionId: string) =>
  waitFor('the answer', () => {
    const response = harness.discord.responseTo(interactionId);
    return response && !response.isDeferred ? response : undefined;
  });

describe('what a custom command posts', () => {
  it('is one message each of as many code points as Discord allows', async () => {
    const { bot } = await aBot();
    const emoji = (count: number): string => '\u{1F600}'.repeat(count);
    const post = { content: emoji(2000), embeds: [{ title: emoji(256), description: emoji(4096), footer: emoji(1648) }] };
    expect(CommandPost.safeParse(post).success).toBe(true);
    expect(CommandPost.safeParse({ ...post, content: emoji(2001) }).success).toBe(false);
    await returning(posting(post), async () => {
      const reply = await say(bot, '!greet');
      expect(reply).toMatchObject({ content: post.content, embeds: [{ footer: { text: post.embeds[0]?.footer } }] });
    });
  });

  it('are embeds, buttons and menus as it returned them, in their order, and nobody is notified', async () => {
    const { bot } = await aBot();
    const result = posting(
      { content: '@everyone first' },
      {
        content: '',
        embeds: [
          { title: 'Dice', color: 0xff0000, fields: [{ name: 'a', value: '6' }], footer: 'f', image: 'https://x.test/a.png' },
        ],
        buttons: [
          { label: 'Again', value: 'again:1', style: 'primary', emoji: '<a:dice:1234567890123456789>' },
          { label: 'Site', url: 'https://example.org/' },
        ],
        selects: [{ value: 'm', placeholder: 'Menu', options: [{ label: 'One', value: '1' }], min: 1, max: 1 }],
      },
    );
    const sent = await returning(result, async () => {
      const id = send(bot, '!greet');
      await harness.discord.waitForReply(id);
      return waitFor('both messages', () => {
        const all = harness.discord
          .messages(bot.channelId)
          .filter(({ isBot }) => isBot)
          .slice(-2);
        return all.length === 2 ? all : undefined;
      });
    });
    expect(sent.map(({ content, allowedMentions }) => [content, allowedMentions])).toMatchObject([
      ['@everyone first', { parse: [] }],
      ['', { parse: [] }],
    ]);
    expect(sent[1]?.embeds).toMatchObject([{ title: 'Dice', footer: { text: 'f' }, image: { url: 'https://x.test/a.png' } }]);
    expect(sent[1]?.components).toMatchObject([
      {
        components: [
          { label: 'Again', style: 1, emoji: { id: '1234567890123456789', name: 'dice', animated: true } },
          { label: 'Site', style: 5, url: 'https://example.org/' },
        ],
      },
      { components: [{ type: 3, options: [{ label: 'One', value: '1' }], min_values: 1 }] },
    ]);
  });

  it('calls the command again with its value, by the member who pressed or chose, as often as they like', async () => {
    const { bot, botId } = await aBot();
    const buttons = [
      { label: 'New', value: 'a:b' },
      { label: 'Private', value: 'p', answer: 'private' as const },
    ];
    const selects = [{ value: 'menu', placeholder: 'Menu', options: [{ label: 'x', value: 'é x' }], min: 1, max: 1 }];
    const message = await returning(posting({ buttons, selects }), () => say(bot, '!greet'));
    const authorId = newMember();
    const press = (label: string, values?: string[]) =>
      harness.discord.pressButton({
        bot,
        messageId: message.id,
        customId: idOf(message, label),
        authorId,
        ...(values ? { values } : {}),
      });
    const contextOf = (callId: string) => harness.bots.customRuns.find((one) => one.callId === callId)?.context;
    const first = press('New');
    expect(await answered(first)).toMatchObject({ content: 'ran ', isEphemeral: false });
    expect(harness.bots.customRuns.at(-1)).toMatchObject({ botId, commandId: CUSTOM_ID });
    expect(contextOf(first)).toMatchObject({ userId: authorId, value: 'a:b', values: [], channelId: bot.channelId });
    const chosen = press('Menu', ['é x']);
    await answered(chosen);
    expect(contextOf(chosen)).toMatchObject({ value: 'menu', values: ['é x'] });
    const alone = await returning(posting({ content: 'for you' }), () => answered(press('Private')));
    expect(alone).toMatchObject({ content: 'for you', isEphemeral: true, allowedMentions: { parse: [] } });
  });

  it('is changed by a button that says so, and stays when the command is refused', async () => {
    const { bot } = await aBot();
    const buttons = [{ label: 'Next', value: '2', answer: 'update' as const }];
    const post = () => returning(posting({ buttons }), () => say(bot, '!greet'));
    const [message, other] = [await post(), await post()];
    const press = (message: Awaited<ReturnType<typeof post>>) =>
      harness.discord.pressButton({ bot, messageId: message.id, customId: idOf(message, 'Next'), authorId: newMember() });
    const updated = await returning(posting({ content: 'page 2' }), async () => {
      const id = press(message);
      return waitFor('the update', () => {
        const response = harness.discord.responseTo(id);
        return response?.content === 'page 2' ? response : undefined;
      });
    });
    expect(updated.components).toEqual([]);
    const refused = await returning(null, async () => {
      const id = press(other);
      return waitFor('the refusal', () => {
        const response = harness.discord.responseTo(id);
        return response && response.followUps.length > 0 ? response : undefined;
      });
    });
    expect(JSON.stringify(refused.followUps)).toContain('did not work');
    expect(refused.content).not.toContain('did not work');
  });

  it('opens a form by a button, and calls the command with what the member wrote', async () => {
    const { bot } = await aBot();
    const field = { name: 'why', label: 'Why?', style: 'paragraph' as const, required: true, max: 50 };
    const form = { title: 'Apply', value: 'apply', fields: [field] };
    const authorId = newMember();
    const interactionId = await returning({ success: true, response: 'Press to apply', shouldReply: true, form }, async () => {
      const message = await say(bot, '!greet', authorId);
      expect(message.content).toBe('Press to apply');
      const id = harness.discord.pressButton({ bot, messageId: message.id, customId: idOf(message, 'Apply'), authorId });
      const { modal } = await answered(id);
      expect(modal).toMatchObject({
        title: 'Apply',
        components: [{ components: [{ custom_id: 'why', style: 2, max_length: 50 }] }],
      });
      return id;
    });
    const submitted = harness.discord.submitForm(interactionId, { why: 'because' });
    await answered(submitted);
    expect(harness.bots.customRuns.find(({ callId }) => callId === submitted)?.context).toMatchObject({
      userId: authorId,
      value: 'apply',
      fields: { why: 'because' },
    });
  });

  it('does nothing any more when the bot has unlearned the command or was told by a forged id', async () => {
    const { bot, botId } = await aBot();
    const message = await returning(posting({ buttons: [{ label: 'Old', value: 'x' }] }), () => say(bot, '!greet'));
    await harness.bots.change(botId, { commands: [] });
    await waitFor('the change', async () => {
      const id = harness.discord.pressButton({
        bot,
        messageId: message.id,
        customId: idOf(message, 'Old'),
        authorId: newMember(),
      });
      return (await answered(id)).content === 'I do not know this command any more.';
    });
  });
});

describe('the limits of a command', () => {
  const ROLE = '777000000000000001';

  it('let members wait as long as the owner set, and say until when', async () => {
    const { bot } = await aBot({ ...GREET, limits: { cooldownS: 3600, requiredRoleId: null } });
    const authorId = newMember();
    expect(await answerTo(bot, '!greet a', authorId)).toBe('ran a');
    expect(await answerTo(bot, '!greet b', authorId)).toMatch(/^You can use this command again <t:\d+:R>\.$/);
    expect(await answerTo(bot, '!greet c')).toBe('ran c');
  });

  it('of zero seconds let a member call a custom command at once again, and one of the catalogue can have a limit too', async () => {
    const { bot } = await aBot({ ...GREET, limits: { cooldownS: 0, requiredRoleId: null } });
    const authorId = newMember();
    expect([await answerTo(bot, '!greet a', authorId), await answerTo(bot, '!greet b', authorId)]).toEqual(['ran a', 'ran b']);
    const flip = { commandId: 'coinflip', trigger: '!coinflip', custom: null, limits: { cooldownS: 5, requiredRoleId: null } };
    const { bot: other } = await aBot(flip);
    expect(await answerTo(other, '!coinflip', authorId)).toMatch(/Heads|Tails/);
    expect(await answerTo(other, '!coinflip', authorId)).toContain('a few seconds');
  });

  it('let only members with the role call it, and nobody in direct messages', async () => {
    const { bot } = await aBot({ ...GREET, limits: { cooldownS: null, requiredRoleId: ROLE } });
    const [allowed, other] = [newMember(), newMember()];
    harness.discord.setMember(bot.guildId, { id: other, roles: [] });
    expect(await answerTo(bot, '!greet a', other)).toBe(`You need the role <@&${ROLE}> for this.`);
    harness.discord.setMember(bot.guildId, { id: allowed, roles: [ROLE] });
    expect(await answerTo(bot, '!greet a', allowed)).toBe('ran a');
    const direct = harness.discord.sendMessage({ bot, content: '!greet', authorId: allowed, guildId: null });
    expect((await harness.discord.waitForReply(direct)).content).toBe('This command works in servers only.');
  });
});

describe('the option of /help', () => {
  const HELP = { commandId: 'help', trigger: '!help', custom: null };

  it('is completed with the commands that the bot learned, and explains the chosen one to the member alone', async () => {
    const { bot, botId } = await aBot(HELP);
    await harness.bots.change(botId, { commands: [HELP, GREET, { commandId: 'roll', trigger: '!dice', custom: null }] });
    await waitFor('the commands', () => harness.discord.commandsOf(bot).some(({ name }) => name === 'dice'));
    const authorId = newMember();
    const typing = (command: string) =>
      waitFor('the choices', () => {
        const id = harness.discord.invokeCommand({ bot, name: 'help', authorId, options: { command }, isTyping: true });
        return waitFor('the response', () => harness.discord.responseTo(id)?.choices);
      });
    expect(await typing('')).toHaveLength(3);
    expect(await typing('DICE')).toEqual([{ name: '/dice – Roll', value: '!dice' }]);
    expect(await typing('greet')).toEqual([{ name: '/greet – Greet', value: '!greet' }]);
    expect(await typing('nothing like it')).toEqual([]);
    const ask = (command: string) =>
      answered(harness.discord.invokeCommand({ bot, name: 'help', authorId, options: { command } }));
    expect(await ask('!greet')).toMatchObject({ content: '**Greet** `!greet`: Says hello', isEphemeral: true });
    expect(await ask('no such')).toMatchObject({ content: 'I have no command of this name.', isEphemeral: true });
  });
});
