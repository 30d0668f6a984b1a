import { randomUUID } from 'node:crypto';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import {
  bots,
  embeddings,
  knowledge,
  pictures,
  searchedQuestions,
  AppError,
  type Actor,
  type InputOf,
  type OutputOf,
} from '@kith/proto';
import { anActor, fixture, fixtureService, servicesUnderTest, waitFor, type ServicesUnderTest } from '@kith/kit/testing';
import { DataSource } from 'typeorm';
import { EmbeddingsClient } from '../src/embeddings/embeddings-client.js';
import { definition } from '../src/index.js';

export interface Owner {
  readonly actor: Actor;
  readonly botId: string;
}

type Item = OutputOf<typeof knowledge.create>;
type Uploaded = InputOf<typeof knowledge.addFile>['file'];
type Creation = InputOf<typeof knowledge.create>;

/** The vectors of texts, as the chat service answers them; null where it sends none. May throw. */
export type Embed = (texts: readonly string[], ownerId: string) => Vectors | Promise<Vectors>;
type Vectors = readonly (readonly number[])[] | null;

export interface KnowledgeUnderTest extends ServicesUnderTest {
  /** A user on the plan who owns a bot. */
  /** A new bot, of a new user or of `actor`. */
  anOwner(plan?: Actor['plan'], actor?: Actor): Owner;
  teach(owner: Owner, item: Partial<Creation>): Promise<Item>;
  /** Puts a file into the store, as the gateway does. */
  put(owner: Owner, content: Buffer | string): Promise<Uploaded>;
  upload(owner: Owner, name: string, content: Buffer | string, more?: Partial<InputOf<typeof knowledge.addFile>>): Promise<Item>;
  isStored(key: string): Promise<boolean>;
  /** The names of the owner's files in the store. */
  filesOf(owner: Owner): Promise<string[]>;
  /** Resolves to the item when it is ready or has failed. */
  settled(owner: Owner, itemId: string): Promise<Item>;
  /** From now on the bot is deleted, and its knowledge not yet. */
  forget(botId: string): void;
  /** Deletes everything of a bot, as a removal does. */
  purge(botId: string): Promise<void>;
  search(
    owner: Owner,
    query: string,
    more?: Partial<InputOf<typeof knowledge.search>>,
  ): Promise<OutputOf<typeof knowledge.search>>;
  /** The ranking of a search before the gate, at most 20 passages. */
  ranking(owner: Owner, query: string, previous?: string): Promise<OutputOf<typeof knowledge.find>['passages']>;
  query<Row>(sql: string, parameters?: unknown[]): Promise<Row[]>;
  /** The embeddings model that the chat service names, and the one that answers. */
  readonly answering: { named: string | null; model: string };
  /** What the language model says of pictures, by title; a word is the code of a failure. It sees no others. */
  readonly descriptions: Map<string, OutputOf<typeof pictures.describe> | 'MODEL_UNAVAILABLE' | 'OWN_KEY_FAILED'>;
  /** The whole questions that the language model writes of messages, by message; it writes none of others. */
  readonly wholeQuestions: Map<string, string>;
  /** The messages of which it was asked to. */
  readonly rewritten: InputOf<typeof searchedQuestions.rewritten>[];
}

/**
 * The knowledge service on its own database, with a stand-in bots service that knows the owners created here. With `embed` there is an embeddings
 * model, whose vectors it gives. Without `hasChat` the test starts a stand-in chat service itself.
 */
export async function knowledgeUnderTest(embed?: Embed, { hasChat = true } = {}): Promise<KnowledgeUnderTest> {
  const model = 'local:stand-in';
  const stack = await servicesUnderTest([definition]);
  const owners = new Map<string, Actor>();
  const neighbour = await fixtureService(stack.runtime, 'bots', [
    fixture(bots.owned, ({ actor, botId }) => {
      if (owners.get(botId)?.userId !== actor.userId) throw new AppError('NOT_FOUND');
      return { botId, name: 'Milo' };
    }),
    fixture(bots.ownerOf, ({ botId }) => {
      const owner = owners.get(botId);
      if (!owner) throw new AppError('NOT_FOUND');
      return { name: 'Milo', ownerId: owner.userId, ownerPlan: owner.plan };
    }),
  ]);
  const descriptions: KnowledgeUnderTest['descriptions'] = new Map();
  const answering: KnowledgeUnderTest['answering'] = { named: model, model };
  const wholeQuestions: KnowledgeUnderTest['wholeQuestions'] = new Map();
  const rewritten: KnowledgeUnderTest['rewritten'] = [];
  const state = { descriptions, answering, wholeQuestions, rewritten };
  const chat = hasChat ? await chatOf(stack.runtime, state, embed) : undefined;
  const client = stack.services.get('knowledge')?.app.get(EmbeddingsClient);
  if (embed) await waitFor('the embeddings model', async () => (await client?.refresh(), client?.model));
  const database = stack.services.get('knowledge')?.app.get(DataSource);
  if (!database) throw new Error('knowledge has no database');
  const kith: KnowledgeUnderTest = {
    ...stack,
    ...state,
    anOwner: (plan = 'premium', actor = anActor({ plan })) => {
      const botId = randomUUID();
      owners.set(botId, actor);
      return { actor, botId };
    },
    teach: (owner, item) => stack.ask(knowledge.create, { title: 'A title', content: 'Some words', ...item, ...owner }),
    put: async ({ actor }, content) => {
      const { key, bytes } = await stack.runtime.files.put(actor.userId, Readable.from([Buffer.from(content)]), 20_000_000);
      return { key, bytes, name: 'file.txt' };
    },
    upload: async (owner, name, content, more = {}) => {
      const file = await kith.put(owner, content);
      return stack.ask(knowledge.addFile, { ...owner, ...more, file: { ...file, name } });
    },
    isStored: (key) =>
      stack.runtime.files.get(key).then(
        (content) => {
          content.destroy();
          return true;
        },
        () => false,
      ),
    filesOf: ({ actor }) => readdir(join(stack.runtime.config.DATA_DIR, 'files', actor.userId)).catch(() => []),
    settled: async (owner, itemId) =>
      waitFor(
        'the item to be read',
        async () => {
          const item = await stack.ask(knowledge.get, { ...owner, itemId });
          return item.status === 'ready' || item.status === 'failed' ? item : undefined;
        },
        30_000,
      ),
    forget: (botId) => void owners.delete(botId),
    purge: async (botId) => {
      while (!(await stack.ask(knowledge.purge, { botId })).isDone);
    },
    search: ({ botId }, query, more = {}) => stack.ask(knowledge.search, { botId, query, ...more }),
    ranking: async (owner, query, previous) =>
      (await stack.ask(knowledge.find, { ...owner, query, limit: 20, ...(previous === undefined ? {} : { previous }) })).passages,
    query: <Row>(sql: string, parameters: unknown[] = []) => database.query<Row[]>(sql, parameters),
    stop: async () => {
      await Promise.all([neighbour.close(), chat?.close()]);
      await stack.stop();
    },
  };
  return kith;
}

/** The chat service, as far as knowledge asks it for descriptions of pictures and for vectors; questions are searched as they are. */
const chatOf = (
  runtime: ServicesUnderTest['runtime'],
  {
    descriptions,
    answering,
    wholeQuestions,
    rewritten,
  }: Pick<KnowledgeUnderTest, 'descriptions' | 'answering' | 'wholeQuestions' | 'rewritten'>,
  embed?: Embed,
) =>
  fixtureService(runtime, 'chat', [
    fixture(pictures.describe, ({ title }) => {
      const description = descriptions.get(title) ?? { isDescribed: false, why: 'seesNone' };
      if (typeof description === 'string') throw new AppError(description);
      return description;
    }),
    fixture(searchedQuestions.rewritten, (asked) => {
      rewritten.push(asked);
      return { question: wholeQuestions.get(asked.message) ?? null };
    }),
    fixture(searchedQuestions.of, ({ asked }) => ({
      questions: asked.map(({ message, previous }) => ({
        query: message,
        previous,
        messages: [message, ...(previous === undefined ? [] : [previous])],
      })),
    })),
    fixture(embeddings.model, () => ({ model: embed ? answering.named : null })),
    fixture(embeddings.create, async ({ texts, ownerId }) => {
      const vectors = await embed?.(texts, ownerId);
      const inBase64 = (vector: readonly number[]) => Buffer.from(Float32Array.from(vector).buffer).toString('base64');
      return vectors ? { model: answering.model, vectors: vectors.map(inBase64) } : { model: null, vectors: [] };
    }),
  ]);
