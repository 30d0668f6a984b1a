import { describe, expect, it } from '@jest/globals';
import type { Events, RpcClient } from '@kith/kit';
import { anActor } from '@kith/kit/testing';
import { AppError, type Actor } from '@kith/proto';
import type { Credential } from './credentials.js';
import { SessionCache } from './session-cache.js';

const aCredential = (hash: string): Credential => ({ kind: 'bearer', hash });

/** A cache whose auth service answers with these actors, by the hash of the credential, and how often it was asked for each. */
function aCache() {
  const actors = new Map<string, Actor | Promise<Actor>>();
  const asked: string[] = [];
  const ask = async (_call: unknown, { hash }: Credential): Promise<Actor> => {
    asked.push(hash);
    const actor = actors.get(hash);
    if (!actor) throw new AppError('UNAUTHENTICATED');
    return actor;
  };
  const cache = new SessionCache({ ask } as unknown as RpcClient, {} as Events);
  const resolve = (hash: string) => cache.resolve(aCredential(hash));
  const add = async (hash: string, actor = anActor()): Promise<Actor> => {
    actors.set(hash, actor);
    await resolve(hash);
    return actor;
  };
  return { cache, actors, asked, resolve, add };
}

describe('the cache of sessions', () => {
  it('asks anew for all sessions of a user who changed, and for those of nobody else', async () => {
    const { cache, asked, resolve, add } = aCache();
    const actor = await add('one');
    await add('two', actor);
    await add('other');
    asked.length = 0;
    cache.invalidateUser(actor.userId);
    for (const hash of ['one', 'two', 'other']) await resolve(hash);
    expect(asked).toEqual(['one', 'two']);
    cache.invalidateUser(actor.userId);
    for (const hash of ['one', 'two', 'other']) await resolve(hash);
    expect(asked).toEqual(['one', 'two', 'one', 'two']);
  });

  it('asks anew where the answer was on its way when a user changed, whoever it is about', async () => {
    const { cache, actors, asked, resolve } = aCache();
    const actor = anActor();
    let answer = (_actor: Actor): void => undefined;
    actors.set('one', new Promise<Actor>((settle) => (answer = settle)));
    const before = resolve('one');
    cache.invalidateUser(actor.userId);
    answer(actor);
    expect(await before).toBe(actor);
    await resolve('one');
    await resolve('one');
    expect(asked).toEqual(['one', 'one']);
    cache.invalidateUser(actor.userId);
    await resolve('one');
    expect(asked).toEqual(['one', 'one', 'one']);
  });

  it('looks at the listeners of the user or session alone', async () => {
    const { cache, actors, add } = aCache();
    const users = await Promise.all(['one', 'two'].map((hash) => add(hash)));
    let looks = 0;
    for (let n = 0; n < 1000; n += 1)
      cache.onSessionEnd({
        get credential() {
          looks += 1;
          return aCredential('other');
        },
        get userId() {
          looks += 1;
          return 'other';
        },
        onEnd: () => undefined,
      });
    const ended: string[] = [];
    const unsubscribe = ['one', 'two'].map((hash, index) =>
      cache.onSessionEnd({
        credential: aCredential(hash),
        userId: users[index]?.userId ?? '',
        onEnd: () => ended.push(hash),
      }),
    );
    looks = 0;
    actors.clear();
    cache.invalidateUser(users[0]?.userId ?? '');
    cache.invalidate(aCredential('two'));
    await new Promise((resolve) => setImmediate(resolve));
    expect(ended).toEqual(['one', 'two']);
    expect(looks).toBe(0);
    for (const remove of unsubscribe) remove();
    cache.invalidateUser(users[0]?.userId ?? '');
    cache.invalidate(aCredential('two'));
    await new Promise((resolve) => setImmediate(resolve));
    expect(ended).toEqual(['one', 'two']);
  });
});
