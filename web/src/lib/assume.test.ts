import { gql, InMemoryCache } from '@apollo/client';
import { describe, expect, it } from '@jest/globals';
import { assume } from './assume.js';

const BOT = gql`
  query Bot {
    bot {
      id
      status
      runtimeState
    }
  }
`;
const ID = 'Bot:1';

function cacheWith(status: string, runtimeState: string) {
  const cache = new InMemoryCache();
  cache.writeQuery({ query: BOT, data: { bot: { __typename: 'Bot', id: '1', status, runtimeState } } });
  const seen = (): unknown => cache.readQuery<{ bot: { status: string; runtimeState: string } }>({ query: BOT })?.bot;
  return { cache, seen };
}

describe('what is shown before the server says so', () => {
  it('is there at once, and taken back', () => {
    const { cache, seen } = cacheWith('offline', 'failed');
    const takeBack = assume(cache, ID, { runtimeState: 'starting' });
    expect(seen()).toMatchObject({ status: 'offline', runtimeState: 'starting' });
    takeBack();
    expect(seen()).toMatchObject({ status: 'offline', runtimeState: 'failed' });
  });

  it('is not taken back where the server has said something else meanwhile', () => {
    const { cache, seen } = cacheWith('online', 'online');
    const takeBack = assume(cache, ID, { status: 'offline', runtimeState: 'stopped' });
    cache.modify({ id: ID, fields: { runtimeState: () => 'reconnecting' } });
    takeBack();
    expect(seen()).toMatchObject({ status: 'online', runtimeState: 'reconnecting' });
  });

  it('is nothing for what nobody has asked for', () => {
    const { cache, seen } = cacheWith('online', 'online');
    assume(cache, 'Bot:2', { status: 'offline' })();
    expect(seen()).toMatchObject({ status: 'online' });
  });
});
