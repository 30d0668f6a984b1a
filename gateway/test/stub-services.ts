import { randomUUID } from 'node:crypto';
import type { Runtime } from '@kith/kit';
import { anActor, fixture, fixtureService } from '@kith/kit/testing';
import type { Actor, ServiceName } from '@kith/proto';
import { stubAuth } from './stubs/auth.js';
import { stubBilling } from './stubs/billing.js';
import { stubBots, stubSandbox } from './stubs/bots.js';
import { stubChat } from './stubs/chat.js';
import { stubKnowledge } from './stubs/knowledge.js';
import { stubRunner } from './stubs/runner.js';
import { stubNotifications } from './stubs/notifications.js';
import { hashOf, type StubState } from './stubs/values.js';

export interface StubServices {
  readonly stubs: StubState;
  /** Opens a session for an actor and returns its bearer token and cookie. */
  signIn(fields?: Partial<Actor>): { actor: Actor; token: string; cookie: string };
  /** Makes one service unavailable. */
  stop(service: ServiceName): Promise<void>;
  close(): Promise<void>;
}

/** Starts a stub of every service on the real RPC transport. Calls succeed unless an input asks for an error. */
export async function startStubServices(runtime: Runtime): Promise<StubServices> {
  const state: StubState = {
    sessions: new Map(),
    calls: [],
    stopped: 0,
    isFirstWordAllowed: false,
    uploads: new Map(),
    images: new Map(),
  };
  const signIn = (fields: Partial<Actor> = {}) => openSession(state, anActor(fields));
  const running = new Map<ServiceName, { close(): Promise<void> }>();
  for (const [service, handlers] of Object.entries(handlersOf(state, runtime)) as [ServiceName, ReturnType<typeof fixture>[]][]) {
    running.set(service, await fixtureService(runtime, service, handlers.map(recordCalls(state))));
  }
  const stop = async (service: ServiceName) => {
    await running.get(service)?.close();
    running.delete(service);
  };
  return { stubs: state, signIn, stop, close: async () => void (await Promise.all([...running.keys()].map(stop))) };
}

const recordCalls =
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

const handlersOf = (state: StubState, runtime: Runtime) => ({
  auth: [...stubAuth(state, runtime, (fields) => openSession(state, anActor(fields))), ...stubNotifications()],
  bots: stubBots(),
  billing: stubBilling(),
  chat: stubChat(state, runtime),
  knowledge: stubKnowledge(state),
  'bot-runner': stubRunner(),
  sandbox: stubSandbox(),
});
