import { readFileSync } from 'node:fs';
import { ALL_ROUTES } from '@kith/gateway';
import { anActor } from '@kith/kit/testing';
import type { Call } from '@kith/proto';
import { beforeAll, describe, expect, it } from '@jest/globals';
import { buildSchema } from 'graphql';
import { QUERIES, ROUTES, type Measured } from './growth-coverage.js';
import type { Installation } from './growth-lists.js';
import { EXPORTS, PAGES } from './growth-pages.js';

const SCHEMA = new URL('../../../../gateway/schema.graphql', import.meta.url);

/** An installation that answers nothing, and notes what it is asked for. */
function noting(asked: Set<Measured>): Installation {
  const client = {
    get: (path: `/api/${string}`) => {
      asked.add(path);
      return Promise.resolve({ status: 200, text: '' });
    },
  };
  const ask = (call: Call): Promise<unknown> => {
    asked.add(call);
    return Promise.resolve({ sections: [] });
  };
  const nothing = (): Promise<void> => Promise.resolve();
  const known: Partial<Record<keyof Installation, unknown>> = {
    runtime: { rpc: { ask }, redis: { del: nothing } },
    owner: anActor({}),
    superAdmin: anActor({ role: 'super_admin' }),
    botId: 'bot',
    middle: '1',
    ownerClient: client,
    adminClient: client,
    onDiscord: { rank: nothing, leaderboard: nothing, guildId: '700000000000000001' },
    last: () => 100,
  };
  return known as unknown as Installation;
}

describe('the benchmark of growth', () => {
  const asked = new Set<Measured>();
  const isMeasured = (what: Measured): boolean => 'isConstant' in Object(what) || asked.has(what);

  beforeAll(async () => {
    for (const [, work] of PAGES) await work(noting(asked));
    for (const [, path] of EXPORTS) asked.add(path);
  });

  it('asks for what each query of GraphQL reads, or the reason is stated why that does not grow', () => {
    const queries = Object.keys(buildSchema(readFileSync(SCHEMA, 'utf8')).getQueryType()?.getFields() ?? {});
    expect(queries.length).toBeGreaterThan(60);
    expect(Object.keys(QUERIES).toSorted()).toEqual(queries.toSorted());
    expect(Object.keys(QUERIES).filter((query) => !isMeasured(QUERIES[query] ?? '/api/'))).toEqual([]);
  });

  it('asks for what each GET route of the REST API reads, or the reason is stated why that does not grow', () => {
    const routes = Object.values(ALL_ROUTES).flatMap((table) => Object.values(table).filter(({ method }) => method === 'GET'));
    const missing = routes.filter(({ path, call }) => {
      const known = ROUTES[path] ?? call ?? (path as Measured);
      return !isMeasured(known) && !asked.has(path as Measured);
    });
    expect(missing.map(({ path }) => path)).toEqual([]);
    const paths: readonly string[] = routes.map(({ path }) => path);
    expect(Object.keys(ROUTES).filter((path) => !paths.includes(path))).toEqual([]);
  });

  it('has no two rows of one name', () => {
    const names = [...PAGES, ...EXPORTS].map(([name]) => name);
    expect(names.filter((name, at) => names.indexOf(name) !== at)).toEqual([]);
  });
});
