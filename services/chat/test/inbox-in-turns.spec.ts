import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Keyring, storedVector } from '@kith/kit';
import { STAND_IN_DIMENSION, standInVector, startEmbeddings, type StandInEmbeddings } from '@kith/kit/testing';
import { quality } from '@kith/proto';
import { DataSource, type EntityManager } from 'typeorm';
import { sealed } from '../src/messages/sealed-texts.js';
import { chatUnderTest, type ChatUnderTest } from './chat-under-test.js';

/** As many as a look compares by meaning, with vectors of 1,536 numbers. */
const GROUPS = 2000;
const REPEATS = 6;
const WAITING = 60;
/** Of texts and vectors that are opened before other work gets a turn: several slices may arrive at once, which end after 10 ms. */
const MAX_IN_A_TURN = 400;

let embeddings: StandInEmbeddings;
let kith: ChatUnderTest;
let keyring: Keyring;
let database: DataSource;
beforeAll(async () => {
  embeddings = await startEmbeddings();
  embeddings.repeats = REPEATS;
  kith = await chatUnderTest({
    EMBEDDINGS_MODEL: 'local:stand-in',
    LOCAL_LLM_BASE_URL: embeddings.baseUrl,
    LOCAL_LLM_MODEL: 'unused',
  });
  const { app } = kith.services.get('chat') ?? raise();
  [keyring, database] = [app.get(Keyring), app.get(DataSource)];
});
afterAll(async () => {
  await kith.stop();
  await embeddings.stop();
});

type Bot = ReturnType<ChatUnderTest['aBot']>;
const questionOf = (n: number): string => `subject${n} place${n} thing${n}`;
/** Some for all: computing one for each takes long. */
const VECTORS = Array.from({ length: 20 }, (_, n) =>
  storedVector(
    Float32Array.from(standInVector(questionOf(n)).flatMap((number) => Array.from({ length: REPEATS }, () => number))),
  ).bytes.toString('base64'),
);

/** Questions that were asked; those with a group are in one of their own, which has a vector. */
async function insert({ botId, actor }: Bot, count: number, { areGrouped }: { readonly areGrouped: boolean }): Promise<void> {
  const rows = Array.from({ length: count }, (_, n) => {
    const [requestId, groupId] = [`web-${randomUUID()}`, randomUUID()];
    const text = questionOf(areGrouped ? n : n + count * 10);
    const message = { botId, requestId, authorName: '', question: text, reply: text, sources: [], citedPassages: '', files: '' };
    const place = `chat.question_vector.vector.${groupId}`;
    const vector = areGrouped ? keyring.encrypt(VECTORS[n % VECTORS.length] ?? '', place) : '';
    const { question, reply } = sealed(keyring, message);
    return { request_id: requestId, group_id: groupId, question, reply, vector };
  });
  for (let from = 0; from < rows.length; from += 200)
    await insertRows({ botId, actor }, rows.slice(from, from + 200), areGrouped);
}

async function insertRows({ botId, actor }: Bot, rows: readonly object[], areGrouped: boolean): Promise<void> {
  const json = JSON.stringify(rows);
  const added = 'jsonb_to_recordset($3) as r (request_id text, group_id uuid, question text, reply text, vector text)';
  if (areGrouped)
    await kith.query(
      `insert into chat.inbox_question (id, bot_id, owner_id, terms, state)
       select group_id, $1, $2, array[request_id], case when random() < 0.2 then 'open' else 'dismissed' end from ${added}`,
      [botId, actor.userId, json],
    );
  await kith.query(
    `with asked as (
       insert into chat.message (bot_id, channel, conversation, request_id, author, author_name, question, reply, engine, sources,
         truncated, tokens, latency_ms, state, owner_id, inbox_cause, inbox_id)
       select $1, 'web', 'c', request_id, 'a', '', question, reply, 'openai', '{}', false, 1, 1, 'delivered', $2, 'uncertain',
         case when vector <> '' then group_id end
       from ${added} returning id, inbox_id
     )
     insert into chat.question_vector (bot_id, owner_id, model, inbox_id, message_id, dimension, vector)
     select $1, $2, 'local:stand-in', group_id, asked.id, ${STAND_IN_DIMENSION * REPEATS}, vector
     from ${added} join asked on asked.inbox_id = group_id`,
    [botId, actor.userId, json],
  );
}

describe('a look at an inbox with two thousand groups', () => {
  it('keeps no other user of the process waiting, and computes nothing under the lock of the bot', async () => {
    const [warm, bot] = [kith.aBot(), kith.aBot()];
    await insert(warm, 30, { areGrouped: false });
    await kith.ask(quality.inbox, warm);
    await insert(bot, GROUPS, { areGrouped: true });
    await insert(bot, WAITING, { areGrouped: false });
    const watched = watchTransactions();
    await kith.ask(quality.inbox, bot);
    watched.stop();
    expect(await kith.query('select from chat.message where bot_id = $1 and inbox_id is null', [bot.botId])).toEqual([]);
    expect((await kith.query('select from chat.question_vector where bot_id = $1', [bot.botId])).length).toBeGreaterThan(GROUPS);
    expect(watched.counted).toMatchObject({ transactions: 1, underLock: 0 });
    expect(watched.counted.decrypted).toBeGreaterThanOrEqual(GROUPS);
    expect(watched.counted.mostInATurn).toBeLessThan(MAX_IN_A_TURN);
  }, 180_000);

  it('compares again what changed while it was compared, and stores nothing by what was before', async () => {
    const bot = kith.aBot();
    await insert(bot, 40, { areGrouped: true });
    await insert(bot, 40, { areGrouped: false });
    const transaction = database.transaction.bind(database);
    let attempts = 0;
    // Under the lock the first time another question has been answered, the second time a message is gone.
    Object.assign(database, {
      transaction: async (run: (manager: EntityManager) => Promise<unknown>) => {
        attempts += 1;
        if (attempts === 1)
          await kith.query(`update chat.inbox_question set state = 'answered', changed_at = now() where bot_id = $1`, [
            bot.botId,
          ]);
        if (attempts === 2)
          await kith.query(
            'delete from chat.message where id = (select id from chat.message where bot_id = $1 and inbox_id is null limit 1)',
            [bot.botId],
          );
        return transaction(run);
      },
    });
    try {
      await kith.ask(quality.inbox, bot);
    } finally {
      Object.assign(database, { transaction });
    }
    expect(attempts).toBe(3);
    const states = await kith.query<{ state: string; count: number }>(
      'select state, count(*)::int as count from chat.inbox_question where bot_id = $1 group by state order by state',
      [bot.botId],
    );
    expect(states).toEqual([
      { state: 'answered', count: 40 },
      { state: 'open', count: 39 },
    ]);
    expect(await kith.query('select from chat.message where bot_id = $1 and inbox_id is null', [bot.botId])).toEqual([]);
  });
});

/** Counts the transactions of this process, and what it decrypts, encrypts and hashes while one is open. */
function watchTransactions() {
  const counted = { transactions: 0, underLock: 0, decrypted: 0, mostInATurn: 0 };
  let inThisTurn = 0;
  const transaction = database.transaction.bind(database);
  const originals = { decrypt: keyring.decrypt, encrypt: keyring.encrypt, fingerprint: keyring.fingerprint };
  let open = 0;
  const noteDecryption = (): void => {
    if (inThisTurn === 0) setImmediate(() => void (inThisTurn = 0));
    inThisTurn += 1;
    counted.decrypted += 1;
    counted.mostInATurn = Math.max(counted.mostInATurn, inThisTurn);
  };
  Object.assign(database, {
    transaction: async (run: (manager: EntityManager) => Promise<unknown>) => {
      counted.transactions += 1;
      open += 1;
      try {
        return await transaction(run);
      } finally {
        open -= 1;
      }
    },
  });
  for (const name of ['decrypt', 'encrypt', 'fingerprint'] as const)
    Object.assign(keyring, {
      [name]: (...given: [string, string]) => {
        counted.underLock += open > 0 ? 1 : 0;
        if (name === 'decrypt') noteDecryption();
        return originals[name].apply(keyring, given);
      },
    });
  return { counted, stop: () => void (Object.assign(database, { transaction }), Object.assign(keyring, originals)) };
}

const raise = (): never => {
  throw new Error('chat does not run');
};
