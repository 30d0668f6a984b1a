import { billing, knowledge, quality } from '@kith/proto';
import { anActor, type StandInModel } from '@kith/kit/testing';
import type { ReplyCluster, TestedBot } from './reply-cluster.js';

/** How often each effect of a message is there. */
export interface Effects {
  /** Replies in the log of messages, and those of them that count as delivered. */
  readonly stored: number;
  readonly delivered: number;
  /** Jobs that have the runners post a reply, or a notice instead of one. */
  readonly posted: number;
  readonly notices: number;
  /** Whether a reader of the test chat got the reply that is stored. */
  readonly read: number;
  readonly chargedToPlan: number;
  readonly chargedToCredits: number;
  /** Charges that are neither made nor taken back. */
  readonly open: number;
}

export interface Scenario {
  /** Variables of the process of billing and chat. */
  readonly env?: NodeJS.ProcessEnv;
  readonly model: (model: StandInModel) => void;
  readonly prepare?: (cluster: ReplyCluster, bot: TestedBot) => Promise<unknown>;
  readonly write: (cluster: ReplyCluster, bot: TestedBot) => Promise<void> | void;
  readonly expected: Partial<Effects>;
  /** How many bots one process has at most. */
  readonly atOnce?: number;
}

export const NOTHING: Effects = {
  stored: 0,
  delivered: 0,
  posted: 0,
  notices: 0,
  read: 0,
  chargedToPlan: 0,
  chargedToCredits: 0,
  open: 0,
};
const ON_DISCORD = { stored: 1, delivered: 1, posted: 1 };
const IN_THE_TEST_CHAT = { stored: 1, delivered: 1, read: 1 };

const QUESTION = 'When does the ferry to Seal Island leave?';
const FREE_MESSAGES = 50;

const onDiscord = (cluster: ReplyCluster, bot: TestedBot): Promise<void> => cluster.writeOnDiscord(bot, QUESTION);
const inTheTestChat = (cluster: ReplyCluster, bot: TestedBot): void => cluster.say(bot, QUESTION);
const answers = ({ mock }: StandInModel): unknown =>
  mock.on({ predicate: () => true }, { content: 'It leaves at nine, and at three.' }, { chunkSize: 8, latency: 5 });
const breaksOff = ({ mock }: StandInModel): unknown =>
  mock.on(
    { predicate: () => true },
    { content: 'It leaves at nine, and at three on days without a storm.' },
    { chunkSize: 10, truncateAfterChunks: 4, latency: 20 },
  );
/** After five answers that break off within ten seconds the circuit breaker stops all requests, and members read a notice. */
const BELOW_CIRCUIT_BREAKER = 4;
const fails = (status: number, code?: string) => (model: StandInModel) =>
  model.mock.on({ predicate: () => true }, { error: { message: 'no', ...(code && { code }) }, status, retryAfter: 0 });
const needsCredits = async ({ runtime, billing: owner }: ReplyCluster, { actor }: TestedBot): Promise<void> => {
  await owner.query(
    `insert into billing.usage_day (user_id, day, used) values ($1, (now() at time zone 'utc')::date, ${FREE_MESSAGES})`,
    [actor.userId],
  );
  const grant = { actor: anActor({ role: 'super_admin' }), userId: actor.userId, credits: 5, idempotencyKey: actor.userId };
  await runtime.rpc.ask(billing.grantCredits, grant);
};
const teach = ({ runtime }: ReplyCluster, { actor, botId }: TestedBot) =>
  runtime.rpc.ask(knowledge.create, {
    actor,
    botId,
    title: 'Ferry',
    content: 'The ferry to Seal Island leaves at nine and at three. Dogs travel for free.',
  });
const pin = ({ runtime }: ReplyCluster, { actor, botId }: TestedBot) =>
  runtime.rpc.ask(quality.pin, { actor, botId, questions: [QUESTION], answer: 'At nine, says its owner.' });

/** Without a model. */
const BUILTIN = { OPENAI_API_KEY: undefined, OPENAI_BASE_URL: undefined };

export const SCENARIOS: Readonly<Record<string, Scenario>> = {
  'a reply on Discord that the plan pays': {
    model: answers,
    write: onDiscord,
    expected: { ...ON_DISCORD, chargedToPlan: 1 },
  },
  'a reply on Discord that a credit pays': {
    model: answers,
    prepare: needsCredits,
    write: onDiscord,
    expected: { ...ON_DISCORD, chargedToCredits: 1 },
  },
  'a reply on Discord in which the model breaks off': {
    model: breaksOff,
    write: onDiscord,
    expected: ON_DISCORD,
    atOnce: BELOW_CIRCUIT_BREAKER,
  },
  'a reply on Discord from what the bot was taught, because the model fails': {
    model: fails(503),
    prepare: teach,
    write: onDiscord,
    expected: ON_DISCORD,
  },
  'a message on Discord that the model refuses': {
    model: fails(400, 'content_filter'),
    write: onDiscord,
    expected: { notices: 1 },
  },
  'a reply of the built-in companion on Discord': {
    env: BUILTIN,
    model: answers,
    prepare: teach,
    write: onDiscord,
    expected: ON_DISCORD,
  },
  'a pinned answer on Discord': { model: answers, prepare: pin, write: onDiscord, expected: ON_DISCORD },
  'a reply in the test chat that the plan pays': {
    model: answers,
    write: inTheTestChat,
    expected: { ...IN_THE_TEST_CHAT, chargedToPlan: 1 },
  },
  'a reply in the test chat that a credit pays': {
    model: answers,
    prepare: needsCredits,
    write: inTheTestChat,
    expected: { ...IN_THE_TEST_CHAT, chargedToCredits: 1 },
  },
  'a reply in the test chat in which the model breaks off': {
    model: breaksOff,
    write: inTheTestChat,
    expected: IN_THE_TEST_CHAT,
    atOnce: BELOW_CIRCUIT_BREAKER,
  },
  'a pinned answer in the test chat': { model: answers, prepare: pin, write: inTheTestChat, expected: IN_THE_TEST_CHAT },
  'a reply of the built-in companion in the test chat': {
    env: BUILTIN,
    model: answers,
    prepare: teach,
    write: inTheTestChat,
    expected: IN_THE_TEST_CHAT,
  },
};

/** The effects of the message to the bot. */
export async function effectsOf(cluster: ReplyCluster, { actor, botId }: TestedBot, { prepare }: Scenario): Promise<Effects> {
  const [[log], [charges], [usage], [spent]] = await Promise.all([
    cluster.chat.query<[{ stored: number; delivered: number }]>(
      `select count(*)::int as stored, (select coalesce(sum(delivered), 0)::int from chat.bot_counter where bot_id = $1) as delivered
       from chat.message where bot_id = $1 and state = any('{written,delivered}')`,
      [botId],
    ),
    cluster.billing.query<[{ open: number }]>(
      `select count(*) filter (where state = 'reserved')::int as open from billing.reservation where user_id = $1`,
      [actor.userId],
    ),
    cluster.billing.query<[{ used: number }]>(
      'select coalesce(sum(used), 0)::int as used from billing.usage_day where user_id = $1',
      [actor.userId],
    ),
    cluster.billing.query<[{ credits: number }]>(
      `select -coalesce(sum(amount) filter (where kind = any('{message,reversal}')), 0)::int as credits from billing.ledger_txn where user_id = $1`,
      [actor.userId],
    ),
  ]);
  const jobs = cluster.deliveries.filter((delivery) => delivery.botId === botId);
  const read = new Set(cluster.read.get(botId) ?? []);
  return {
    stored: log.stored,
    delivered: log.delivered,
    posted: jobs.filter(({ kind }) => kind === 'reply').length,
    notices: jobs.filter(({ kind }) => kind === 'notice').length,
    read: read.size,
    chargedToPlan: usage.used - (prepare === needsCredits ? FREE_MESSAGES : 0),
    chargedToCredits: spent.credits,
    open: charges.open,
  };
}
