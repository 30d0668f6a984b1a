import { afterAll, afterEach, beforeAll, describe, expect, it, jest } from '@jest/globals';
import type { RunningService } from '@kith/kit';
import { ownerDatabase, waitFor, type DiscordBot } from '@kith/kit/testing';
import { chat, memory, sentAtMs, type MemoryFact } from '@kith/proto';
import type { DataSource } from 'typeorm';
import { database as spec } from '../src/index.js';
import { CommandAnswers } from '../src/interactions/command-answers.js';
import { Deferrals } from '../src/interactions/deferrals.js';
import { Interactions } from '../src/interactions/interactions.js';
import { RESPONSE_TIMEOUT_MS } from '../src/interactions/interaction-responses.js';
import { LateAnswers } from '../src/interactions/late-answers.js';
import { MemberRecords } from '../src/interactions/member-records.js';
import { AgeGate } from '../src/messages/age-gate.js';
import { FOR_ADULTS } from '../src/messages/intake-notices.js';
import { Reports } from '../src/reports/reports.service.js';
import { newMember } from './moderated-bots.js';
import { RunnerHarness } from './runner-harness.js';

let harness: RunnerHarness;
let service: RunningService;
let owner: DataSource;

beforeAll(async () => {
  harness = await RunnerHarness.open({ identifyEveryMs: 0 });
  service = await harness.startInProcess();
  owner = await ownerDatabase(harness, spec);
});
afterAll(async () => {
  await owner.destroy();
  await harness.close();
});
afterEach(() => {
  jest.restoreAllMocks();
});

async function aBot(): Promise<{ bot: DiscordBot; botId: string }> {
  const added = await harness.onlineBot();
  await waitFor('the commands', () => harness.discord.commandsOf(added.bot).some(({ name }) => name === 'report'));
  return added;
}
const responseTo = (id: string) => harness.discord.responseTo(id);
const isDeferred = (id: string) => waitFor('the deferral', () => responseTo(id)?.isDeferred);
const answerTo = (id: string) =>
  waitFor('the answer', () => {
    const response = responseTo(id);
    return response && !response.isDeferred ? response : null;
  });
const reportsOf = (botId: string) => owner.query<object[]>('select reporters from runner.report where bot_id = $1', [botId]);

/** Postgres lets nobody read or write reports until the work is done. */
const whileReportsAreLocked = (work: () => Promise<void>): Promise<void> =>
  owner.transaction(async (transaction) => {
    await transaction.query('lock table runner.report in access exclusive mode');
    await work();
  });

function anOpenPromise() {
  let resolve: () => void = () => undefined;
  const promise = new Promise<void>((settle) => (resolve = settle));
  return { promise, resolve: () => resolve() };
}

/** Calls of the chat service are answered once `resume` was called. */
function heldCalls(call: object): { resume: () => void } {
  const { rpc } = harness.runtime;
  const ask = rpc.ask.bind(rpc) as (...args: unknown[]) => Promise<unknown>;
  const { promise, resolve } = anOpenPromise();
  const held = async (...args: unknown[]): Promise<unknown> => {
    if (args[0] === call) await promise;
    return ask(...args);
  };
  jest.spyOn(rpc, 'ask').mockImplementation(held as typeof rpc.ask);
  return { resume: resolve };
}

describe('a report that Postgres does not store in time', () => {
  it.each(['report', 'Report to Kith'])('is announced to the member, who reads later what became of it (%s)', async (name) => {
    const { bot, botId } = await aBot();
    const authorId = newMember();
    const reply = await harness.discord.waitForReply(
      harness.discord.sendMessage({ bot, content: 'hello', authorId: newMember() }),
    );
    let id = '';
    await whileReportsAreLocked(async () => {
      id =
        name === 'report'
          ? harness.discord.invokeCommand({ bot, name, options: { reason: 'spam' }, authorId })
          : harness.discord.invokeOnMessage({ bot, name, messageId: reply.id, authorId });
      await isDeferred(id);
      expect(Date.now() - sentAtMs(id)).toBeLessThan(3000);
    });
    expect(await answerTo(id)).toMatchObject({ content: expect.stringContaining('Thank you'), isEphemeral: true });
    expect(await reportsOf(botId)).toHaveLength(1);
  });

  it('is stored, counted and answered once when its runner dies meanwhile and Discord delivers it again', async () => {
    const { bot, botId } = await aBot();
    const authorId = newMember();
    const interactions = service.app.get(Interactions, { strict: false });
    const handled = jest.spyOn(interactions, 'handle');
    const { promise: killed, resolve: end } = anOpenPromise();
    jest.spyOn(service.app.get(LateAnswers, { strict: false }), 'give').mockReturnValueOnce(killed);
    const add = jest.spyOn(service.app.get(Reports, { strict: false }), 'add');
    const report = () => harness.discord.invokeCommand({ bot, name: 'report', options: { reason: 'spam' }, authorId });
    let id = '';
    await whileReportsAreLocked(async () => {
      id = report();
      await isDeferred(id);
    });
    await waitFor('the end of its time', () => Date.now() - sentAtMs(id) > RESPONSE_TIMEOUT_MS);
    await waitFor('the report', async () => (await reportsOf(botId)).length === 1);
    const [connected, interaction] = handled.mock.calls[0] ?? [];
    if (!connected || !interaction) throw new Error('the interaction was not handled');
    for (let time = 0; time < 2; time += 1) await interactions.handle(connected, interaction);
    expect(await answerTo(id)).toMatchObject({ content: expect.stringContaining('Thank you'), isEphemeral: true });
    expect(add.mock.calls.filter(([, { interactionId }]) => interactionId === id)).toHaveLength(2);
    expect(await reportsOf(botId)).toMatchObject([{ reporters: [expect.any(String)] }]);
    // Five in an hour: it was one of them.
    for (let n = 0; n < 4; n += 1) expect((await answerTo(report())).content).toContain('Thank you');
    expect((await answerTo(report())).content).toContain('try again in an hour');
    end();
  });
});

describe('what is deleted of a member too slowly', () => {
  it('is announced to the member', async () => {
    const { bot } = await aBot();
    const { promise, resolve } = anOpenPromise();
    jest.spyOn(service.app.get(MemberRecords, { strict: false }), 'forget').mockReturnValueOnce(promise);
    const id = harness.discord.invokeCommand({ bot, name: 'forget-me', authorId: newMember() });
    await isDeferred(id);
    resolve();
    expect(await answerTo(id)).toMatchObject({ content: expect.stringContaining('is deleted'), isEphemeral: true });
  });
});

const fact: MemoryFact = {
  id: '00000000-0000-4000-8000-000000000001',
  key: 'Likes',
  value: 'tea',
  origin: 'said',
  saidAt: '2026-01-02T03:04:05.000Z',
};

describe('/memory while the chat service does not answer', () => {
  it('is answered later, and so are its components; a form cannot be opened then', async () => {
    const { bot } = await aBot();
    const authorId = newMember();
    harness.chat.memories.set(authorId, { facts: [fact], summary: null });
    const first = heldCalls(memory.ofMember);
    const asked = harness.discord.invokeCommand({ bot, name: 'memory', authorId });
    await isDeferred(asked);
    first.resume();
    expect(JSON.stringify((await answerTo(asked)).embeds)).toContain('tea');
    expect(responseTo(asked)?.isEphemeral).toBe(true);
    const press = async (customId: string, call: object, values?: string[]) => {
      jest.restoreAllMocks();
      const { resume } = heldCalls(call);
      const pressed = { bot, messageId: asked, customId, authorId, ...(values ? { values } : {}) };
      const id = harness.discord.pressButton(pressed);
      await isDeferred(id);
      resume();
      return id;
    };
    const picked = await press('memory:pick:0', memory.ofMember, [fact.id]);
    await waitFor('the fact', () => JSON.stringify(responseTo(picked)?.components).includes('memory:correct'));
    const corrected = await press(`memory:correct:${fact.id}`, memory.ofMember);
    const tooLong = await waitFor('the text', () => responseTo(corrected)?.followUps[0]);
    expect(tooLong).toEqual({ content: 'That took too long. Please try again.', isEphemeral: true });
    const forgotten = await press(`memory:forget:${fact.id}`, memory.forget);
    await waitFor('the end', () => responseTo(forgotten)?.content.includes('Forgotten.'));
    expect(harness.chat.memories.get(authorId)?.facts).toEqual([]);
  });
});

describe('the use of a button that opens a form', () => {
  it('is answered with the form until shortly before Discord would take it no longer', async () => {
    const { bot } = await aBot();
    const authorId = newMember();
    harness.chat.memories.set(authorId, { facts: [fact], summary: null });
    const { resume } = heldCalls(memory.ofMember);
    const data = { custom_id: `memory:correct:${fact.id}`, component_type: 2 };
    const id = harness.discord.forgeComponent({ bot, authorId, data });
    await waitFor('its time', () => Date.now() - sentAtMs(id) > 2200);
    expect(responseTo(id)).toBeNull();
    resume();
    const opened = await waitFor('the form', () => responseTo(id));
    expect(opened.isDeferred).toBe(false);
    expect(opened.modal).toMatchObject({ custom_id: `memory:corrected:${fact.id}` });
  });
});

describe('the use of a button whose answer is a new message', () => {
  it('is answered to the member alone when the chat service answers late, and its message stays', async () => {
    const { bot } = await harness.onlineBot({ replyButtons: true });
    const authorId = newMember();
    const question = harness.discord.sendMessage({ bot, content: 'hello', authorId });
    const reply = await harness.discord.waitForReply(question);
    const { resume } = heldCalls(chat.rate);
    const id = harness.discord.pressButton({
      bot,
      messageId: reply.id,
      customId: `reply:good:${question}:${authorId}`,
      authorId,
    });
    await isDeferred(id);
    resume();
    const thanks = await waitFor('the thanks', () => responseTo(id)?.followUps[0]);
    expect(thanks).toEqual({ content: expect.stringMatching(/^Thank you!/), isEphemeral: true });
    expect(harness.discord.message(reply.id)?.content).toBe(reply.content);
  });
});

describe('a command while Discord does not say whether the channel is for adults', () => {
  const learned = [
    { commandId: 'roll', trigger: '!roll', custom: null },
    { commandId: '5a5a5a5a-0000-4000-8000-000000000003', trigger: '!greet', custom: { name: 'Greet', description: 'Hello' } },
  ];
  const aBotThatLearned = async () => {
    const added = await aBot();
    await harness.bots.change(added.botId, { commands: learned });
    await waitFor('the commands', () => harness.discord.commandsOf(added.bot).some(({ name }) => name === 'greet'));
    return added;
  };
  const use = async (bot: DiscordBot, name: string, said: 'open' | 'closed') => {
    const { promise, resolve } = anOpenPromise();
    jest.spyOn(service.app.get(AgeGate, { strict: false }), 'check').mockReturnValueOnce(promise.then(() => said));
    const id = harness.discord.invokeCommand({ bot, name, authorId: newMember() });
    await isDeferred(id);
    resolve();
    return id;
  };

  it('is run once Discord has said that it is, for all who are in the channel, by a job too', async () => {
    const { bot } = await aBotThatLearned();
    const rolled = await answerTo(await use(bot, 'roll', 'open'));
    expect(rolled).toMatchObject({ content: expect.stringMatching(/\d/), isEphemeral: false });
    expect(await answerTo(await use(bot, 'greet', 'open'))).toMatchObject({ content: 'ran ', isEphemeral: false });
  });

  it('is refused to the member alone once Discord has said that it is not', async () => {
    const { bot } = await aBotThatLearned();
    const id = await use(bot, 'greet', 'closed');
    const reason = await waitFor('the reason', () => responseTo(id)?.followUps[0]);
    expect(reason).toEqual({ content: FOR_ADULTS, isEphemeral: true });
    expect(responseTo(id)).toMatchObject({ content: '', isDeferred: false });
  });

  it("is left to the owner's own program when it is its own", async () => {
    const { bot } = await aBot();
    harness.discord.setCommand(bot, { name: 'dice', description: 'Of the owner' });
    const { promise, resolve } = anOpenPromise();
    const answers = service.app.get(CommandAnswers, { strict: false });
    jest.spyOn(answers, 'answerTo').mockReturnValueOnce(promise.then(() => null));
    const deferrals = jest.spyOn(service.app.get(Deferrals, { strict: false }), 'of');
    const handled = jest.spyOn(service.app.get(Interactions, { strict: false }), 'handle');
    const id = harness.discord.invokeCommand({ bot, name: 'dice', authorId: newMember() });
    await waitFor('the end of the wait', () => deferrals.mock.results.length > 0);
    expect(await deferrals.mock.results[0]?.value).toBeNull();
    resolve();
    await Promise.all(handled.mock.results.map(({ value }) => value));
    expect(handled.mock.calls.map(([, interaction]) => interaction.id)).toEqual([id]);
    expect(responseTo(id)).toBeNull();
  });
});
