import { Readable } from 'node:stream';
import { afterAll, afterEach, beforeAll, describe, expect, it, jest } from '@jest/globals';
import type { RunningService } from '@kith/kit';
import { anActor, waitFor, type DiscordBot } from '@kith/kit/testing';
import { AppError, events, queues, runner, sentAtMs, type EventOf } from '@kith/proto';
import { RESPONSE_TIMEOUT_MS } from '../src/interactions/interaction-responses.js';
import { Interactions } from '../src/interactions/interactions.js';
import { newMember } from './moderated-bots.js';
import { RunnerHarness } from './runner-harness.js';

let harness: RunnerHarness;
let service: RunningService;
beforeAll(async () => {
  harness = await RunnerHarness.open({ identifyEveryMs: 0 });
  service = await harness.startInProcess();
});
afterAll(() => harness.close());
afterEach(() => {
  harness.discord.acceptRequests();
  harness.chat.replyText = (job) => `re: ${job.content}`;
});

interface Asked {
  readonly bot: DiscordBot;
  readonly botId: string;
  readonly question: string;
  readonly authorId: string;
}

/** A question that the stand-in of chat does not answer before `harness.chat.resume()`. */
async function anUnansweredQuestion(settings: object = {}): Promise<Asked> {
  const { bot, botId } = await harness.onlineBot(settings);
  await harness.chat.pause();
  const authorId = newMember();
  const question = harness.discord.sendMessage({ bot, content: 'tell me a story', authorId });
  await waitFor('typing', () => harness.discord.typingCount(bot.channelId) > 0);
  return { bot, botId, question, authorId };
}

const show = ({ bot, botId, question, authorId }: Asked, text: string) => {
  const place = { ownerId: harness.bots.runnableOf(botId).ownerId, botId, channelId: bot.channelId, guildId: bot.guildId };
  return harness.runtime.rpc.ask(runner.showProgress, { ...place, messageId: question, authorId, text });
};
const problemsOf = async ({ botId }: Asked) => {
  const actor = anActor({ userId: harness.bots.runnableOf(botId).ownerId });
  return (await harness.runtime.rpc.ask(runner.problems, { actor, botId })).problems;
};
const repliesTo = (messageId: string): string[] => harness.discord.repliesTo(messageId).map(({ content }) => content);
const customIdsBelow = (messageId: string): string[] => {
  const rows = (harness.discord.message(messageId)?.components ?? []) as { components: { custom_id: string }[] }[];
  return rows.flatMap(({ components }) => components.map(({ custom_id }) => custom_id));
};
const pressed = async (asked: Asked, customId: string, authorId = asked.authorId) => {
  const [answer] = harness.discord.repliesTo(asked.question);
  const { bot } = asked;
  const id = harness.discord.pressButton({ bot, messageId: answer?.id ?? '', customId, authorId });
  return waitFor('a response', () => harness.discord.responseTo(id));
};

describe('an answer that is shown while it is written', () => {
  it('is posted once, changed as it grows, and in the end exactly the answer', async () => {
    const asked = await anUnansweredQuestion();
    expect(await show(asked, 'Once upon')).toEqual({ isShown: true });
    expect(await show(asked, 'Once upon a time')).toEqual({ isShown: true });
    expect(repliesTo(asked.question)).toEqual(['Once upon a time …']);
    harness.chat.replyText = () => `Once upon a time there was a moon. ${'word '.repeat(500)}\nThe end.`;
    harness.chat.resume();
    await waitFor('the answer', () => harness.chat.delivered.includes(asked.question));
    const posted = harness.discord.messages(asked.bot.channelId).filter(({ isBot }) => isBot);
    expect(posted).toHaveLength(2);
    expect(posted[0]?.content).toMatch(/^Once upon a time there was a moon\. (word )+$/);
    expect(posted[1]?.content).toMatch(/The end\.$/);
    // What comes late does not take the place of the answer.
    expect(await show(asked, 'Once upon')).toEqual({ isShown: false });
    expect(repliesTo(asked.question)).toEqual([posted[0]?.content]);
  });

  it('to a slash command stands where it is thinking, with all its messages, and in the end is exactly the answer', async () => {
    const { bot, botId } = harness.addBot();
    await harness.bots.change(botId, { commands: [{ commandId: 'ask', trigger: '!ask', custom: null }] });
    await harness.bots.start(botId);
    await harness.bots.waitForState(botId, 'online');
    await waitFor('the command', () => harness.discord.commandsOf(bot).some(({ name }) => name === 'ask'));
    const jobs: { interaction?: string | undefined }[] = [];
    harness.chat.replyText = (job) => {
      jobs.push(job);
      throw new AppError('UNAVAILABLE');
    };
    const options = { question: 'why?' };
    const id = harness.discord.invokeCommand({ bot, name: 'ask', authorId: newMember(), options });
    const interaction = await waitFor('the job', () => jobs[0]?.interaction);
    const place = { ownerId: harness.bots.runnableOf(botId).ownerId, botId, channelId: bot.channelId, guildId: bot.guildId };
    const beginning = { ...place, messageId: id, authorId: newMember(), interaction };
    const shown = async (text: string) => {
      expect(await harness.runtime.rpc.ask(runner.showProgress, { ...beginning, text })).toEqual({ isShown: true });
      return harness.discord.responseTo(id);
    };
    expect(await shown('Because')).toMatchObject({ content: 'Because …', isDeferred: false, followUps: [] });
    const long = `Because ${'word '.repeat(500)}`;
    expect(await shown(long)).toMatchObject({ followUps: [{ content: expect.stringMatching(/word …$/) }] });
    expect(await shown(`${long} so`)).toMatchObject({ followUps: [{ content: expect.stringMatching(/so …$/) }] });
    harness.chat.replyText = () => 'Because of the light.';
    await waitFor('the answer', () => harness.discord.responseTo(id)?.content === 'Because of the light.', 15_000);
    await waitFor('the end of what followed it', () => harness.discord.responseTo(id)?.followUps.length === 0);
    await waitFor('the delivery', () => harness.chat.delivered.includes(id));
    // What comes late does not take the place of the answer.
    expect(await harness.runtime.rpc.ask(runner.showProgress, { ...beginning, text: 'Because' })).toEqual({ isShown: false });
    expect(harness.discord.responseTo(id)?.content).toBe('Because of the light.');
  });

  it('is posted once and exactly when nobody knows any more that its beginning was posted', async () => {
    const asked = await anUnansweredQuestion();
    await show(asked, 'Once upon');
    await harness.runtime.redis.del(`runner:posted:${asked.botId}-${asked.question}`);
    harness.chat.resume();
    await waitFor('the answer', () => repliesTo(asked.question)[0] === 're: tell me a story');
    expect(repliesTo(asked.question)).toHaveLength(1);
  });

  it('is not shown while an earlier question of the channel waits, or while Discord limits the bot', async () => {
    const first = await anUnansweredQuestion();
    const authorId = newMember();
    const second = harness.discord.sendMessage({ bot: first.bot, content: 'and you?', authorId });
    const waiting = { ...first, question: second, authorId };
    await waitFor('the second question', async () => (await harness.runtime.queues.depth(queues.replies)) >= 2);
    expect(await show(waiting, 'I am')).toEqual({ isShown: false });
    harness.discord.rejectRequests({ path: '/messages', method: 'POST', status: 429 });
    expect(await show(first, 'Once upon')).toEqual({ isShown: false });
    harness.discord.acceptRequests();
    harness.chat.resume();
    await waitFor('both answers', () => repliesTo(second).length > 0);
    expect([repliesTo(first.question), repliesTo(second)]).toEqual([['re: tell me a story'], ['re: and you?']]);
  });

  it('goes when its question is deleted', async () => {
    const asked = await anUnansweredQuestion();
    await show(asked, 'Once upon');
    harness.discord.deleteMessage(asked.bot, asked.question);
    await waitFor('the end of it', () => repliesTo(asked.question).length === 0);
    expect(await show(asked, 'Once upon a time')).toEqual({ isShown: false });
    harness.chat.resume();
    await waitFor('the report', () => harness.chat.undeliverable.some(({ messageId }) => messageId === asked.question));
    expect(repliesTo(asked.question)).toEqual([]);
  });
});

describe('a notice about a changed question', () => {
  it('leaves the earlier answer alone, unless the beginning of a new one has taken its place', async () => {
    const { bot, botId } = await harness.onlineBot();
    const question = harness.discord.sendMessage({ bot, content: 'hello', authorId: newMember() });
    await harness.discord.waitForReply(question);
    await waitFor('the report', () => harness.chat.delivered.includes(question));
    const place = { ownerId: harness.bots.runnableOf(botId).ownerId, botId, messageId: question, channelId: bot.channelId };
    const notify = async (revision: string, text: string): Promise<void> => {
      const settled = new Promise((resolve) => void harness.runtime.events.subscribe(events.messageSettled, resolve));
      await harness.runtime.queues.add(queues.deliveries, `${botId}-${question}-${revision}`, {
        ...place,
        revision,
        text,
        kind: 'notice',
      });
      await settled;
    };
    await notify('1', 'I cannot.');
    expect(repliesTo(question)).toEqual(['re: hello']);
    const beginning = { ...place, guildId: bot.guildId, authorId: '1', revision: '2', text: 'Once upon' };
    expect(await harness.runtime.rpc.ask(runner.showProgress, beginning)).toEqual({ isShown: true });
    await notify('2', 'I cannot.');
    expect(repliesTo(question)).toEqual(['I cannot.']);
  });
});

describe('an answer whose beginning is being posted when the process is killed', () => {
  it('is posted once and exactly by another process', async () => {
    const other = await RunnerHarness.open({ identifyEveryMs: 0 });
    try {
      const child = await other.startProcess();
      const { bot, botId } = await other.onlineBot();
      await other.chat.pause();
      const authorId = newMember();
      const question = other.discord.sendMessage({ bot, content: 'tell me a story', authorId });
      await waitFor('typing', () => other.discord.typingCount(bot.channelId) > 0);
      other.discord.delayRequests(500);
      const ownerId = other.bots.runnableOf(botId).ownerId;
      const place = { ownerId, botId, channelId: bot.channelId, guildId: bot.guildId };
      const shown = other.runtime.rpc.ask(runner.showProgress, { ...place, messageId: question, authorId, text: 'Once upon' });
      shown.catch(() => undefined);
      const lock = `runner:posting:${botId}-${question}`;
      await waitFor('the request', async () => (await other.runtime.redis.exists(lock)) === 1);
      await other.end(child, 'SIGKILL');
      other.discord.delayRequests(0);
      await other.startInProcess();
      other.chat.resume();
      // The killed process had the answer for itself: another one waits until that has expired.
      await waitFor('the report', () => other.chat.delivered.includes(question), 40_000);
      expect(other.discord.repliesTo(question).map(({ content }) => content)).toEqual(['re: tell me a story']);
    } finally {
      await other.close();
    }
  }, 90_000);
});

describe('the buttons below an answer', () => {
  it('are there only when the owner wants them', async () => {
    const asked = await anUnansweredQuestion();
    await show(asked, 'Once upon');
    harness.chat.resume();
    await waitFor('the answer', () => harness.chat.delivered.includes(asked.question));
    expect(customIdsBelow(harness.discord.repliesTo(asked.question)[0]?.id ?? '')).toEqual([]);
  });

  it('stop an answer that is being written for who asked, have it written again in its place, and rate it', async () => {
    const interrupted: EventOf<typeof events.replyInterrupted>[] = [];
    const unsubscribe = await harness.runtime.events.subscribe(events.replyInterrupted, (event) => interrupted.push(event));
    const asked = await anUnansweredQuestion({ replyButtons: true });
    const { botId, question, authorId } = asked;
    const ids = (action: string): string => `reply:${action}:${question}:${authorId}`;
    await show(asked, 'Once upon');
    const [beginning] = harness.discord.repliesTo(question);
    expect(customIdsBelow(beginning?.id ?? '')).toEqual([ids('stop')]);
    expect(await pressed(asked, ids('stop'), newMember())).toMatchObject({
      content: 'Only who asked can do this.',
      isEphemeral: true,
    });
    await pressed(asked, ids('stop'));
    await waitFor('the event', () => interrupted.length > 0);
    expect(interrupted).toEqual([{ botId, messageId: question, reason: 'stopped' }]);
    harness.chat.resume();
    await waitFor('the answer', () => harness.chat.delivered.includes(question));
    expect(customIdsBelow(beginning?.id ?? '')).toEqual([ids('again'), ids('good'), ids('bad')]);
    expect(await pressed(asked, ids('good'))).toMatchObject({ isEphemeral: true });
    expect(await pressed(asked, ids('bad'))).toMatchObject({
      isEphemeral: true,
      content: expect.stringContaining('What was wrong'),
    });
    expect(harness.chat.ratings).toEqual([
      { messageId: question, isGood: true },
      { messageId: question, isGood: false },
    ]);
    expect(await pressed(asked, ids('again'), newMember())).toMatchObject({ content: 'Only who asked can do this.' });
    harness.chat.replyText = () => 'Another story.';
    await pressed(asked, ids('again'));
    await waitFor('the new answer', () => repliesTo(question)[0] === 'Another story.');
    expect(repliesTo(question)).toHaveLength(1);
    await harness.bots.change(botId, { ageRating: 'adult' });
    const forAdults = 'I am for adults, so I answer only in age-restricted channels of servers.';
    await waitFor('the rating', async () => (await pressed(asked, ids('again'))).content === forAdults);
    await harness.bots.change(botId, { ageRating: 'everyone' });
    harness.discord.deleteMessage(asked.bot, question);
    expect(await pressed(asked, ids('again'))).toMatchObject({ content: 'I cannot find the question any more.' });
    unsubscribe();
  });
});

describe('a button that Discord delivers again after it is too late for a response', () => {
  it('has no effect a second time, so that the later of two ratings counts', async () => {
    const asked = await anUnansweredQuestion({ replyButtons: true });
    harness.chat.resume();
    await waitFor('the answer', () => harness.chat.delivered.includes(asked.question));
    const interactions = service.app.get(Interactions, { strict: false });
    const handled = jest.spyOn(interactions, 'handle');
    const before = harness.chat.ratings.length;
    for (const action of ['good', 'bad']) await pressed(asked, `reply:${action}:${asked.question}:${asked.authorId}`);
    const [connected, interaction] = handled.mock.calls[0] ?? [];
    await Promise.all(handled.mock.results.map(({ value }) => value));
    handled.mockRestore();
    if (!connected || !interaction) throw new Error('the interaction was not handled');
    await waitFor('the end of its time', () => Date.now() - sentAtMs(interaction.id) > RESPONSE_TIMEOUT_MS);
    await interactions.handle(connected, interaction);
    expect(harness.chat.ratings.slice(before).map(({ isGood }) => isGood)).toEqual([true, false]);
  });
});

describe('a button that Discord delivers again while there is time for a response', () => {
  it('rates as of when it was pressed, so that the later of two ratings counts', async () => {
    const asked = await anUnansweredQuestion({ replyButtons: true });
    harness.chat.resume();
    await waitFor('the answer', () => harness.chat.delivered.includes(asked.question));
    const interactions = service.app.get(Interactions, { strict: false });
    const handled = jest.spyOn(interactions, 'handle');
    const before = harness.chat.ratedAtMs.length;
    for (const action of ['good', 'bad']) await pressed(asked, `reply:${action}:${asked.question}:${asked.authorId}`);
    const [[connected, first] = [], [, second] = []] = handled.mock.calls;
    handled.mockRestore();
    if (!connected || !first || !second) throw new Error('the interactions were not handled');
    await interactions.handle(connected, first);
    const pressedAtMs = [first, second, first].map(({ id }) => sentAtMs(id));
    expect(harness.chat.ratedAtMs.slice(before)).toEqual(
      Date.now() - sentAtMs(first.id) < RESPONSE_TIMEOUT_MS ? pressedAtMs : pressedAtMs.slice(0, 2),
    );
  });
});

describe('an answer without buttons', () => {
  it('is rated by anybody in the channel with the context menu, who is told before what its owner reads', async () => {
    const { bot } = await harness.onlineBot();
    await waitFor('the commands', () => harness.discord.commandsOf(bot).some(({ name }) => name === 'Rate this answer'));
    const question = harness.discord.sendMessage({ bot, content: 'hello', authorId: newMember() });
    const answer = await harness.discord.waitForReply(question);
    const rate = (messageId: string, authorId: string): string =>
      harness.discord.invokeOnMessage({ bot, name: 'Rate this answer', messageId, authorId });
    const response = (id: string) => waitFor('a response', () => harness.discord.responseTo(id));
    const ratings = harness.chat.ratings.length;
    const memberId = newMember();
    const asked = rate(answer.id, memberId);
    expect(await response(asked)).toMatchObject({
      isEphemeral: true,
      content: expect.stringContaining('My owner may read the question'),
    });
    const chosen = { bot, messageId: asked, customId: `rating:${question}`, authorId: memberId };
    const done = await response(harness.discord.pressButton({ ...chosen, values: ['wrong'] }));
    expect(done.content).toContain('Thank you');
    expect(harness.chat.ratings.slice(ratings)).toEqual([{ messageId: question, isGood: false, memberId, reason: 'wrong' }]);
    expect((await response(rate(question, memberId))).content).toBe('Only answers of this companion can be rated here.');
  });
});

describe('a long code block', () => {
  const code = Array.from({ length: 200 }, (_, line) => `print(${line}) # prints a number`).join('\n');
  const answerWithCode = async (asked: Asked) => {
    harness.chat.replyText = () => `Here it is:\n\`\`\`python\n${code}\n\`\`\`\nRun it.`;
    harness.chat.resume();
    await waitFor('the answer', () => harness.chat.delivered.includes(asked.question));
    return harness.discord.messages(asked.bot.channelId).filter(({ isBot }) => isBot);
  };

  it('is attached as a file', async () => {
    const posted = await answerWithCode(await anUnansweredQuestion());
    expect(posted.map(({ content }) => content)).toEqual(['Here it is:\n`code-1.py`\nRun it.']);
    expect(posted[0]?.attachments).toMatchObject([{ name: 'code-1.py', bytes: Buffer.byteLength(`${code}\n`) }]);
  });

  it('stands in the messages where the bot may not attach files, which its owner reads until it may', async () => {
    const asked = await anUnansweredQuestion();
    harness.discord.setOverwrites(asked.bot.channelId, [{ id: asked.bot.applicationId, of: 'member', deny: ['attachFiles'] }]);
    const posted = await answerWithCode(asked);
    expect(posted.length).toBeGreaterThan(2);
    expect(posted.map(({ content }) => content).join('')).toContain('print(199)');
    const missing = { channelId: asked.bot.channelId, action: 'attach-files', permission: 'Attach Files' };
    await waitFor('the problem', async () => (await problemsOf(asked)).length > 0);
    expect(await problemsOf(asked)).toMatchObject([missing]);
    harness.discord.setOverwrites(asked.bot.channelId, []);
    const again = harness.discord.sendMessage({ bot: asked.bot, content: 'again', authorId: newMember() });
    await waitFor('the answer', () => harness.chat.delivered.includes(again));
    await waitFor('the end of the problem', async () => (await problemsOf(asked)).length === 0);
  });
});

describe('a picture', () => {
  const deliver = async ({ bot, botId, question }: Asked) => {
    const ownerId = harness.bots.runnableOf(botId).ownerId;
    const { key } = await harness.runtime.files.put(ownerId, Readable.from([Buffer.from('picture')]), 100);
    const place = { ownerId, botId, messageId: question, channelId: bot.channelId, guildId: bot.guildId };
    const pictures = [{ key, name: 'picture-1.png' }];
    await harness.runtime.queues.add(queues.deliveries, `${botId}-${question}`, { ...place, text: '', kind: 'reply', pictures });
    return key;
  };

  it('is attached; where the bot may not attach files, it says so, nothing is charged and the channel goes on being answered', async () => {
    const asked = await anUnansweredQuestion();
    await deliver(asked);
    const posted = await harness.discord.waitForReply(asked.question);
    expect(posted).toMatchObject({ content: '', attachments: [{ name: 'picture-1.png', bytes: 7 }] });
    const denied = await anUnansweredQuestion();
    harness.discord.setOverwrites(denied.bot.channelId, [{ id: denied.bot.applicationId, of: 'member', deny: ['attachFiles'] }]);
    await deliver(denied);
    expect((await harness.discord.waitForReply(denied.question)).content).toContain('I may not attach pictures here');
    await waitFor('the report', () => harness.chat.undeliverable.some(({ messageId }) => messageId === denied.question));
    expect(await problemsOf(denied)).toMatchObject([{ action: 'attach-files', permission: 'Attach Files' }]);
    harness.chat.resume();
    const next = harness.discord.sendMessage({ bot: denied.bot, content: 'and in words?', authorId: newMember() });
    expect((await harness.discord.waitForReply(next)).content).toBe('re: and in words?');
  });
});
