import { randomUUID } from 'node:crypto';
import { describe, expect, it } from '@jest/globals';
import { anActor } from '@kith/kit/testing';
import { AppError, auth, bots, chat, commands, knowledge, type Call } from '@kith/proto';
import { z } from 'zod';
import { RecordingRpcClient } from '../src/auth/recording-rpc-client.js';
import { ALL_ROUTES } from '../src/docs/all-routes.js';

const impersonator = { userId: randomUUID(), username: 'root' };
const [botId, itemId] = [randomUUID(), randomUUID()];

/** A client whose services answer with `answer`, and what happened in which order. */
function aClient(answer: () => unknown = () => ({ message: 'Done' })) {
  const events: unknown[] = [];
  const send = (call: Call): never => {
    events.push(`sent ${call.name}`);
    return answer() as never;
  };
  const rpc = new RecordingRpcClient(
    {
      ask: async (call) => send(call),
      stream: async function* (call) {
        yield send(call);
      },
      isUp: async () => true,
    },
    { report: async (action, { actor, target, details } = {}) => void events.push({ action, actor, target, details }) },
  );
  return { rpc, events };
}

describe('the client of the services', () => {
  it('records a change during an impersonation before it sends it, with both identities and what it changes', async () => {
    const actor = anActor({ impersonator });
    const { rpc, events } = aClient();
    await rpc.ask(knowledge.update, { actor, botId, itemId, title: 'Tides' });
    await rpc.ask(bots.stop, { actor, botId });
    await rpc.ask(auth.notificationSettings, { actor });
    const action = 'impersonated_request';
    expect(events).toEqual([
      { action, actor, target: itemId, details: { call: 'knowledge.update' } },
      'sent knowledge.update',
      { action, actor, target: botId, details: { call: 'bots.stop' } },
      'sent bots.stop',
      { action, actor, target: actor.userId, details: { call: 'auth.notificationSettings' } },
      'sent auth.notificationSettings',
    ]);
  });

  it('records a streamed change and a change that is refused', async () => {
    const actor = anActor({ impersonator });
    const { rpc, events } = aClient(() => {
      throw new AppError('IMPERSONATING');
    });
    await expect(rpc.ask(commands.unlearn, { actor, botId, botCommandId: itemId })).rejects.toMatchObject({
      code: 'IMPERSONATING',
    });
    await expect(rpc.stream(chat.say, { actor, botId, message: 'Hello' }).next()).rejects.toMatchObject({
      code: 'IMPERSONATING',
    });
    expect(events).toMatchObject([
      { target: itemId, details: { call: 'commands.unlearn' } },
      'sent commands.unlearn',
      { target: botId, details: { call: 'chat.say' } },
      'sent chat.say',
    ]);
  });

  it('records neither reads nor what users do themselves', async () => {
    const { rpc, events } = aClient();
    await rpc.ask(bots.list, { actor: anActor({ impersonator }) });
    await rpc.ask(knowledge.remove, { actor: anActor(), botId, itemId });
    await rpc.ask(auth.signInOptions, {});
    expect(events).toEqual(['sent bots.list', 'sent knowledge.remove', 'sent auth.signInOptions']);
  });
});

describe('the routes with an actor', () => {
  const routes = Object.values(ALL_ROUTES)
    .flatMap((table) => Object.values(table))
    .flatMap(({ method, path, call }) =>
      call?.input instanceof z.ZodObject && 'actor' in call.input.shape ? [{ route: `${method} ${path}`, method, call }] : [],
    );

  it('make reads with GET and no other method, so that no change goes unrecorded during an impersonation', () => {
    expect(routes.length).toBeGreaterThan(40);
    const wrong = routes.filter(({ method, call }) => call.isRead !== (method === 'GET'));
    expect(wrong.map(({ route, call }) => `${route}: ${call.name}`)).toEqual([]);
  });
});
