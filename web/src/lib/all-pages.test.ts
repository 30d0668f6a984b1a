import { describe, expect, it } from '@jest/globals';
import { AppError } from '@kith/proto';
import { DASHBOARD_BOTS } from '../features/dashboard/dashboard.graphql.js';
import { aBot } from '../testing/bots.js';
import { fakeServer, graphqlAnswers } from '../testing/fake-server.js';
import { ALL_PAGES } from './all-pages.js';
import { createApollo } from './apollo.js';

const bots = (count: number) => Array.from({ length: count }, (_, n) => aBot({ id: `bot-${n}`, name: `Bot ${n}` }));

function ask(answer: (offset: number) => { total: number; bots: ReturnType<typeof bots> }) {
  const offsets: number[] = [];
  fakeServer({
    'POST /graphql': graphqlAnswers({
      DashboardBots: ({ offset }) => {
        offsets.push(Number(offset));
        return { bots: { __typename: 'BotList', ...answer(Number(offset)) } };
      },
    }),
  });
  const answered = createApollo().query({ query: DASHBOARD_BOTS, context: ALL_PAGES });
  return { answered, offsets };
}

describe('a query for all pages of a list', () => {
  it('loads every page', async () => {
    const all = bots(450);
    const { answered, offsets } = ask((offset) => ({ total: 450, bots: all.slice(offset, offset + 200) }));
    const { data } = await answered;
    expect(data?.bots.bots.map(({ id }) => id)).toEqual(all.map(({ id }) => id));
    expect(offsets).toEqual([0, 200, 400]);
  });

  it('loads every entry when pages are shorter than their limit', async () => {
    const all = bots(60);
    const { answered, offsets } = ask((offset) => ({ total: 60, bots: all.slice(offset, offset + 25) }));
    expect((await answered).data?.bots.bots).toHaveLength(60);
    expect(offsets).toEqual([0, 25, 50]);
  });

  it('stops when entries were deleted meanwhile', async () => {
    const all = bots(30);
    const { answered } = ask((offset) => ({ total: offset === 0 ? 50 : 30, bots: all.slice(offset, offset + 30) }));
    expect((await answered).data?.bots).toMatchObject({ total: 30, bots: { length: 30 } });
  });

  it('sends one request for a list of one page', async () => {
    const { answered, offsets } = ask(() => ({ total: 3, bots: bots(3) }));
    await answered;
    expect(offsets).toEqual([0]);
  });

  it('fails when one page fails', async () => {
    const { answered } = ask((offset) => {
      if (offset > 0) throw new AppError('UNAVAILABLE');
      return { total: 50, bots: bots(25) };
    });
    await expect(answered).rejects.toMatchObject({ errors: [{ extensions: { code: 'UNAVAILABLE' } }] });
  });
});
