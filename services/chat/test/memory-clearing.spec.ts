import { afterAll, afterEach, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { LOGGER, RunningCounts, type Logger } from '@kith/kit';
import { queryAsOwner, startModel, waitFor, type StandInModel } from '@kith/kit/testing';
import { chat, memory } from '@kith/proto';
import { database } from '../src/index.js';
import { MemoryClearing } from '../src/memory/memory-clearing.js';
import { MEMORY_COUNT } from '../src/memory/memory-count.js';
import { MemoryStore } from '../src/memory/memory-store.js';
import { aJob, chatUnderTest, type ChatUnderTest } from './chat-under-test.js';

/** All transactions together have some thousand locks. */
const MORE_THAN_LOCKS = 25_000;
const EVE = '400000000000000001';

let model: StandInModel;
let kith: ChatUnderTest;
beforeAll(async () => {
  model = await startModel();
  kith = await chatUnderTest(model.env);
});
afterEach(() => {
  model.mock.reset();
  jest.restoreAllMocks();
});
afterAll(async () => {
  await kith.stop();
  await model.stop();
});

type Bot = ReturnType<ChatUnderTest['aBot']>;
const chatApp = () => {
  const app = kith.services.get('chat')?.app;
  if (!app) throw new Error('chat does not run');
  return app;
};
const part = <T>(type: new (...parts: never[]) => T): T => chatApp().get(type);
const overview = (bot: Bot) => kith.ask(memory.overview, bot);
const openClearings = () => kith.query<{ botId: string }>('select bot_id as "botId" from chat.memory_clearing');

/** A bot that remembers a fact of each of so many members, whose ids stand before that of EVE. Without the triggers, which would need a lock for each. */
async function aBotThatRemembers(members: number): Promise<Bot> {
  const bot = kith.aBot();
  const switchTriggers = async (how: 'disable' | 'enable') => {
    await queryAsOwner(kith, database, `alter table chat.memory ${how} trigger user`);
    await queryAsOwner(kith, database, `alter table chat.memory_fact ${how} trigger user`);
  };
  await switchTriggers('disable');
  await kith.query(
    `with known as (
       insert into chat.memory (bot_id, owner_id, member, scope, facts, summary, processed_until)
       select $1, $2, 100000 + n, 'direct', 1, 'a summary', now() from generate_series(1, $3::int) as n returning id
     )
     insert into chat.memory_fact (id, memory_id, owner_id, identity, key, value, origin, said_at)
     select gen_random_uuid(), id, $2, 'i', 'k', 'v', 'said', now() from known`,
    [bot.botId, bot.actor.userId, members],
  );
  await switchTriggers('enable');
  await part(RunningCounts).check(MEMORY_COUNT);
  return bot;
}
async function eveSays(botId: string, content: string): Promise<void> {
  model.mock.on({ predicate: () => true }, { content: 'Ok.' });
  await kith.processJob(aJob(botId, content, { guildId: null, author: { id: EVE, name: 'Eve' } }));
}
const factsOfEve = async (botId: string) =>
  (await kith.ask(memory.ofMember, { botId, memberId: EVE, place: null })).facts.map(({ key, value }) => `${key}: ${value}`);

/** From now on each batch of this bot fails but the first so many. */
function failAfter(botId: string, batches: number): void {
  const store = part(MemoryStore);
  const locked = store.locked.bind(store);
  // The first lock is that of the beginning.
  let left = batches + 1;
  jest.spyOn(store, 'locked').mockImplementation(((id: string, work: Parameters<typeof locked>[1]) => {
    if (id !== botId || left-- > 0) return locked(id, work);
    return Promise.reject(new Error('the process ends'));
  }) as typeof store.locked);
}

describe('what a bot remembers of its members', () => {
  it('can be cleared when they are more than Postgres has locks for, and other bots and the test chat keep theirs', async () => {
    const [bot, other] = [await aBotThatRemembers(MORE_THAN_LOCKS), await aBotThatRemembers(3)];
    await kith.ask(memory.saveOwn, { ...bot, key: 'Name', value: 'Ada' });
    expect(await overview(bot)).toMatchObject({ people: MORE_THAN_LOCKS, facts: MORE_THAN_LOCKS });
    await kith.ask(memory.clear, bot);
    // On a slow machine that takes longer than the call.
    await part(MemoryClearing).finish();
    expect(await overview(bot)).toMatchObject({ people: 0, facts: 0 });
    expect(await openClearings()).toEqual([]);
    expect(await overview(other)).toMatchObject({ people: 3, facts: 3 });
    expect((await kith.ask(memory.own, bot)).facts).toMatchObject([{ key: 'Name', value: 'Ada' }]);
    expect(await part(RunningCounts).check(MEMORY_COUNT)).toBe(true);
  });

  it('is cleared from where it was interrupted, and what members say meanwhile stays', async () => {
    const bot = await aBotThatRemembers(300);
    const { botId } = bot;
    await eveSays(botId, 'My name is Eve. I like tea.');
    failAfter(botId, 1);
    await expect(kith.ask(memory.clear, bot)).rejects.toThrow();
    jest.restoreAllMocks();
    const versions = async () =>
      (
        await kith.query<{ version: string }>('select version from chat.memory where bot_id = $1 and facts = 0 order by member', [
          botId,
        ])
      ).map(({ version }) => version);
    const cleared = await versions();
    expect(cleared.length).toBeGreaterThan(0);
    expect(cleared.length).toBeLessThan(300);
    await eveSays(botId, 'I like coffee.');
    await part(MemoryClearing).finish();
    expect(await overview(bot)).toMatchObject({ people: 1, facts: 1 });
    expect(await factsOfEve(botId)).toEqual(['Likes: coffee']);
    expect((await versions()).slice(0, cleared.length)).toEqual(cleared);
    expect(await openClearings()).toEqual([]);
  });

  it('is cleared although that of another bot cannot be, which is logged; a wiped bot has nothing to be cleared', async () => {
    const [failing, bot] = [await aBotThatRemembers(300), await aBotThatRemembers(300)];
    for (const { botId } of [failing, bot]) {
      failAfter(botId, 0);
      await expect(kith.ask(memory.clear, { botId, actor: botId === bot.botId ? bot.actor : failing.actor })).rejects.toThrow();
      jest.restoreAllMocks();
    }
    failAfter(failing.botId, -1);
    const logged = jest.spyOn(chatApp().get<Logger>(LOGGER), 'error').mockImplementation(() => undefined);
    await part(MemoryClearing).finish();
    expect(logged.mock.calls.map(([fields]) => fields)).toEqual([{ botId: failing.botId, err: expect.any(Error) }]);
    expect(await openClearings()).toEqual([{ botId: failing.botId }]);
    expect(await overview(bot)).toMatchObject({ people: 0, facts: 0 });
    jest.restoreAllMocks();
    await waitFor('the wipe', async () => (await kith.ask(chat.purge, { botId: failing.botId })).isDone);
    expect(await openClearings()).toEqual([]);
  });
});
