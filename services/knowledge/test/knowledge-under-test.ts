import { randomUUID } from 'node:crypto';
import { bots, knowledge, AppError, type Actor, type InputOf, type OutputOf } from '@kith/proto';
import { aBot, anActor, fixture, fixtureService, servicesUnderTest, type ServicesUnderTest } from '@kith/kit/testing';
import { DataSource } from 'typeorm';
import { definition } from '../src/index.js';

export interface Owner {
  readonly actor: Actor;
  readonly botId: string;
}

type Creation = InputOf<typeof knowledge.create>;

export interface KnowledgeUnderTest extends ServicesUnderTest {
  /** Somebody with a bot, on the plan. */
  anOwner(plan?: Actor['plan']): Owner;
  teach(owner: Owner, item: Partial<Creation>): Promise<OutputOf<typeof knowledge.create>>;
  search(
    owner: Owner,
    query: string,
    more?: Partial<InputOf<typeof knowledge.search>>,
  ): Promise<OutputOf<typeof knowledge.search>>;
  query<Row>(sql: string, parameters?: unknown[]): Promise<Row[]>;
}

/** The knowledge service on its own database; a fixture plays bots and knows the owners made here. */
export async function knowledgeUnderTest(): Promise<KnowledgeUnderTest> {
  const stack = await servicesUnderTest([definition]);
  const owners = new Map<string, string>();
  const neighbour = await fixtureService(stack.runtime, 'bots', [
    fixture(bots.get, ({ actor, botId }) => {
      if (owners.get(botId) !== actor.userId) throw new AppError('NOT_FOUND');
      return aBot({ id: botId, userId: actor.userId });
    }),
  ]);
  const database = stack.services.get('knowledge')?.app.get(DataSource);
  if (!database) throw new Error('knowledge has no database');
  return {
    ...stack,
    anOwner: (plan = 'premium') => {
      const actor = anActor({ plan });
      const botId = randomUUID();
      owners.set(botId, actor.userId);
      return { actor, botId };
    },
    teach: (owner, item) => stack.ask(knowledge.create, { title: 'A title', content: 'Some words', ...item, ...owner }),
    search: ({ botId }, query, more = {}) => stack.ask(knowledge.search, { botId, query, ...more }),
    query: <Row>(sql: string, parameters: unknown[] = []) => database.query<Row[]>(sql, parameters),
    stop: async () => {
      await neighbour.close();
      await stack.stop();
    },
  };
}
