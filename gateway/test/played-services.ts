import { createHash, randomUUID } from 'node:crypto';
import type { Runtime } from '@kith/kit';
import { aBot, anActor, fixture, fixtureService } from '@kith/kit/testing';
import {
  AppError,
  auth,
  billing,
  bots,
  BUILTIN_LABEL,
  chat,
  events,
  knowledge,
  sandbox,
  type Actor,
  type KnowledgeItem,
  type ReplyFrame,
  type ServiceName,
} from '@kith/proto';

export const NOW = '2026-01-05T10:00:00.000Z';
export const WRONG_PASSWORD = 'not the password';
export const TAKEN_TOKEN = 'a-token-that-somebody-has';
/** Whoever bears this name is answered nonsense. */
export const ODD = 'odd';
/** A message that is answered as long as somebody listens. */
export const TALK_ON = 'talk on';
/** The same, but the first word takes longer than the head start of the stream. */
export const THINK_FIRST = 'think first';
/** A message at which the model fails in the middle. */
export const BREAK_OFF = 'break off';

/** What the services have seen and hold. */
export interface Memory {
  readonly sessions: Map<string, Actor>;
  readonly calls: {
    readonly name: string;
    readonly input: Record<string, unknown>;
    readonly meta: Readonly<Record<string, string>>;
  }[];
  /** Endless replies that were stopped. */
  stopped: number;
}

export interface PlayedServices {
  readonly memory: Memory;
  /** A new session: the two secrets of one actor. */
  signIn(fields?: Partial<Actor>): { actor: Actor; token: string; cookie: string };
  /** Takes one service away, as if it had stopped. */
  stop(service: ServiceName): Promise<void>;
  close(): Promise<void>;
}

/** Plays every service over the real transport, with an owner for whom everything works. */
export async function playServices(runtime: Runtime): Promise<PlayedServices> {
  const memory: Memory = { sessions: new Map(), calls: [], stopped: 0 };
  const signIn = (fields: Partial<Actor> = {}) => openSession(memory, anActor(fields));
  const running = new Map<ServiceName, { close(): Promise<void> }>();
  for (const [service, handlers] of Object.entries(handlersOf(memory, runtime)) as [
    ServiceName,
    ReturnType<typeof fixture>[],
  ][]) {
    running.set(service, await fixtureService(runtime, service, handlers.map(remember(memory))));
  }
  const stop = async (service: ServiceName) => {
    await running.get(service)?.close();
    running.delete(service);
  };
  return { memory, signIn, stop, close: async () => void (await Promise.all([...running.keys()].map(stop))) };
}

const remember =
  ({ calls }: Memory) =>
  ({ call, answer }: ReturnType<typeof fixture>): ReturnType<typeof fixture> => ({
    call,
    answer: (input, context) => {
      calls.push({ name: call.name, input, meta: context.metadata });
      return answer(input, context);
    },
  });

const sha256 = (value: string): string => createHash('sha256').update(value).digest('hex');

function openSession({ sessions }: Memory, actor: Actor) {
  const [token, cookie] = [randomUUID(), randomUUID()];
  sessions.set(`bearer:${sha256(token)}`, actor);
  sessions.set(`cookie:${sha256(cookie)}`, actor);
  return { actor, token, cookie };
}

const userOf = (actor: Actor) => ({
  id: actor.userId,
  username: actor.username,
  email: `${actor.username}@example.test`,
  subscriptionPlan: actor.plan,
  role: actor.role,
  isAdmin: actor.role !== 'user',
  impersonatedBy: null,
});

export function anItem(fields: Partial<KnowledgeItem> = {}): KnowledgeItem {
  return {
    id: randomUUID(),
    botId: randomUUID(),
    title: 'Port Amber',
    content: 'The lighthouse was built in 1874.',
    type: 'text',
    tags: [],
    position: { x: 350, y: 250 },
    status: 'ready',
    statusReason: null,
    createdAt: NOW,
    ...fields,
  };
}

const present = <T extends object>(fields: T) =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as Partial<T>;

function handlersOf(memory: Memory, runtime: Runtime) {
  const own = (actor: Actor, botId: string) => aBot({ id: botId, userId: actor.userId });
  return {
    auth: [
      fixture(auth.register, ({ username }) => {
        if (username === 'taken') throw new AppError('USERNAME_TAKEN');
        const { actor, token, cookie } = openSession(memory, anActor({ username }));
        return { token, cookie, user: userOf(actor) };
      }),
      fixture(auth.login, ({ username, password }) => {
        if (password === WRONG_PASSWORD) throw new AppError('BAD_CREDENTIALS');
        if (username === 'hasty') throw new AppError('RATE_LIMITED', undefined, { retryAfterS: 60 });
        const { actor, token, cookie } = openSession(memory, anActor({ username }));
        return { token, cookie, user: userOf(actor) };
      }),
      fixture(auth.logout, async ({ actor }) => {
        for (const [key, { sessionId }] of memory.sessions) if (sessionId === actor.sessionId) memory.sessions.delete(key);
        await runtime.events.publish(events.actorDropped, { userId: actor.userId });
        return { message: 'You have been successfully logged out.' };
      }),
      fixture(auth.resolve, ({ kind, hash }) => {
        const actor = memory.sessions.get(`${kind}:${hash}`);
        if (!actor) throw new AppError('UNAUTHENTICATED');
        return actor;
      }),
      fixture(auth.user, ({ actor }) => userOf(actor)),
    ],
    bots: [
      fixture(bots.create, ({ actor, discordToken, ...fields }) => {
        if (discordToken === TAKEN_TOKEN) throw new AppError('TOKEN_IN_USE');
        const { name, description, personality } = fields;
        return {
          ...aBot({ userId: actor.userId, ...present({ name, description, personality }) }),
          droppedTraits: [],
          warnings: [],
        };
      }),
      fixture(bots.list, ({ actor, limit, offset, search }) => {
        if (actor.username === ODD) return null as never;
        if (search === 'a bug') throw new TypeError('select secret from bot where 1 = 2');
        const all = Array.from({ length: 230 }, (_, at) =>
          aBot({
            userId: actor.userId,
            personality: { humor: true, empathy: 40 },
            name: `Bot ${at}`,
            status: at % 2 ? 'online' : 'offline',
          }),
        );
        return { bots: all.slice(offset, offset + limit), total: all.length };
      }),
      fixture(bots.get, ({ actor, botId }) => own(actor, botId)),
      fixture(bots.update, ({ actor, botId, name }) => ({
        ...own(actor, botId),
        ...present({ name }),
        droppedTraits: ['witty'],
        warnings: [],
      })),
      fixture(bots.remove, () => ({ message: 'Bot deleted' })),
      fixture(bots.start, ({ actor, botId }) => ({
        ...own(actor, botId),
        runtimeState: actor.username === 'patient' ? ('starting' as const) : ('online' as const),
      })),
      fixture(bots.stop, ({ actor, botId }) => own(actor, botId)),
    ],
    billing: [
      fixture(billing.usage, () => ({ used: 3, dailyLimit: 50, credits: 12, resetsAt: NOW })),
      fixture(billing.setPlan, ({ actor, userId, plan }) => {
        if (actor.role === 'user') throw new AppError('FORBIDDEN');
        return { userId, plan, message: 'Plan changed' };
      }),
    ],
    chat: [
      fixture(chat.say, ({ message }) => replyTo(message, memory)),
      fixture(chat.engine, () => ({ engine: 'builtin' as const, label: BUILTIN_LABEL })),
    ],
    knowledge: [
      fixture(knowledge.create, ({ botId, title, content, tags, position }) => anItem({ botId, title, content, tags, position })),
      fixture(knowledge.list, ({ botId, limit }) => ({
        items: Array.from({ length: Math.min(limit, 3) }, () => anItem({ botId })),
        total: 3,
      })),
      fixture(knowledge.update, ({ botId, itemId, title }) => anItem({ botId, id: itemId, ...present({ title }) })),
      fixture(knowledge.remove, () => ({ message: 'Knowledge deleted' })),
    ],
    'bot-runner': [],
    sandbox: [fixture(sandbox.checkSyntax, ({ code }) => syntaxOf(code))],
  };
}

const syntaxOf = (code: string) =>
  code.includes('(') ? { valid: true as const } : { valid: false as const, message: 'Unexpected token', line: 1, column: 2 };

async function* replyTo(message: string, memory: Memory): AsyncGenerator<ReplyFrame> {
  if (message === 'too many') throw new AppError('DAILY_LIMIT', undefined, { resetsAt: NOW });
  const isEndless = message === TALK_ON || message === THINK_FIRST;
  try {
    if (message === THINK_FIRST) await new Promise((resolve) => setTimeout(resolve, 2000));
    yield { type: 'delta', text: 'Built ' };
    if (message === BREAK_OFF) throw new AppError('MODEL_UNAVAILABLE');
    while (isEndless) {
      await new Promise((resolve) => setTimeout(resolve, 10));
      yield { type: 'delta', text: 'and on ' };
    }
  } finally {
    if (isEndless) memory.stopped += 1;
  }
  yield { type: 'delta', text: 'in 1874.' };
  yield { type: 'done', response: 'Built in 1874.', engine: 'builtin', sources: ['Port Amber'], truncated: false };
}
