import { randomUUID } from 'node:crypto';
import type { Runtime } from '@kith/kit';
import { anActor, fixture, fixtureService } from '@kith/kit/testing';
import type { Actor, GeneratedImage, ServiceName } from '@kith/proto';
import { playAuth } from './stubs/auth.js';
import { playBilling } from './stubs/billing.js';
import { playBots } from './stubs/bots.js';
import { playChat } from './stubs/chat.js';
import { playKnowledge } from './stubs/knowledge.js';
import { sandboxHandlers } from './stubs/sandbox.js';
import { hashOf } from './stubs/values.js';

/** What the services have seen and hold. */
export interface StubState {
  readonly sessions: Map<string, Actor>;
  readonly calls: {
    readonly name: string;
    readonly input: Record<string, unknown>;
    readonly meta: Readonly<Record<string, string>>;
  }[];
  /** Endless replies that were stopped. */
  stopped: number;
  /** Whether replies to THINK_FIRST may begin. */
  isFirstWordAllowed: boolean;
  /** Taught files by the id of their item. */
  readonly uploads: Map<string, { readonly key: string; readonly bytes: number; readonly name: string }>;
  /** Drawn pictures by their id. */
  readonly images: Map<string, GeneratedImage>;
}

export interface StubServices {
  readonly memory: StubState;
  /** A new session: the two secrets of one actor. */
  signIn(fields?: Partial<Actor>): { actor: Actor; token: string; cookie: string };
  /** Takes one service away, as if it had stopped. */
  stop(service: ServiceName): Promise<void>;
  close(): Promise<void>;
}

/** Plays every service over the real transport, with an owner for whom everything works. */
export async function startStubServices(runtime: Runtime): Promise<StubServices> {
  const memory: StubState = {
    sessions: new Map(),
    calls: [],
    stopped: 0,
    isFirstWordAllowed: false,
    uploads: new Map(),
    images: new Map(),
  };
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
  ({ calls }: StubState) =>
  ({ call, answer }: ReturnType<typeof fixture>): ReturnType<typeof fixture> => ({
    call,
    answer: (input, context) => {
      calls.push({ name: call.name, input, meta: context.metadata });
      return answer(input, context);
    },
  });

function openSession({ sessions }: StubState, actor: Actor) {
  const [token, cookie] = [randomUUID(), randomUUID()];
  sessions.set(`bearer:${hashOf(token)}`, actor);
  sessions.set(`cookie:${hashOf(cookie)}`, actor);
  return { actor, token, cookie };
}

const handlersOf = (memory: StubState, runtime: Runtime) => ({
  auth: playAuth(memory, runtime, (fields) => openSession(memory, anActor(fields))),
  bots: playBots(),
  billing: playBilling(),
  chat: playChat(memory, runtime),
  knowledge: playKnowledge(memory),
  'bot-runner': [],
  sandbox: sandboxHandlers,
});
