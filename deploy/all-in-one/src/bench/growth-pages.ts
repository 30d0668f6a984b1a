// What the benchmark of growth asks for: the lists, pages and statistics of the product.
import type { Runtime } from '@kith/kit';
import type { TestEnvironment } from '@kith/kit/testing';
import {
  admin,
  audit,
  billing,
  bots,
  botVersions,
  chat,
  customCommands,
  memory,
  moderation,
  news,
  notifications,
  payments,
  quality,
  reports,
  systemPages,
  traces,
  type Actor,
  type Call,
  type InputOf,
} from '@kith/proto';
import type { RunningProcess } from '../start-all.js';
import type { ApiClient } from '../testing/client.js';
import type { CountedRows } from './growth-data.js';
import { GUILD_ID } from './growth-systems.js';

export interface Installation {
  readonly world: TestEnvironment;
  readonly runtime: Runtime;
  readonly process: RunningProcess;
  readonly owner: Actor;
  readonly botId: string;
  readonly superAdmin: Actor;
  readonly ownerClient: ApiClient;
  readonly adminClient: ApiClient;
  /** A posting in the middle of the owner's history. */
  readonly middle: string;
  /** The offset of the last full page. */
  last(list: CountedRows, limit: number): number;
}

export type Work = (installation: Installation) => Promise<unknown>;

/** Asks for a page of a list; answers what the list says of it. */
type ListOf = (installation: Installation, page: Position) => Promise<{ readonly next?: string | null | undefined }>;
interface Position {
  readonly limit: number;
  readonly offset: number;
  readonly cursor?: string;
}
type LongList = readonly [name: string, list: CountedRows, limit: number, ask: ListOf];

const section =
  (systemId: string, name: string): ListOf =>
  async ({ runtime, owner, botId }, page) => {
    const { sections } = await runtime.rpc.ask(systemPages.get, {
      actor: owner,
      botId,
      systemId,
      guildId: GUILD_ID,
      section: name,
      ...page,
    });
    return sections[0] ?? {};
  };

/** Lists that have as many rows as there are. */
const LONG_LISTS: readonly LongList[] = [
  ['users', 'users', 50, ({ runtime, superAdmin: actor }, page) => runtime.rpc.ask(admin.users, { actor, ...page })],
  [
    'users found by a part of all names',
    'users',
    50,
    ({ runtime, superAdmin: actor }, page) => runtime.rpc.ask(admin.users, { actor, search: 'ember', ...page }),
  ],
  [
    'webhook events',
    'webhookEvents',
    50,
    ({ runtime, superAdmin: actor }, page) => runtime.rpc.ask(payments.events, { actor, ...page }),
  ],
  ['audit log', 'auditEvents', 50, ({ runtime, superAdmin: actor }, page) => runtime.rpc.ask(audit.log, { actor, ...page })],
  ['news', 'news', 20, ({ runtime, superAdmin: actor }, page) => runtime.rpc.ask(news.list, { actor, ...page })],
  [
    'payments of the owner',
    'ownPayments',
    10,
    ({ runtime, owner: actor }, page) => runtime.rpc.ask(payments.list, { actor, ...page }),
  ],
  [
    'moderation cases',
    'cases',
    50,
    ({ runtime, owner: actor, botId }, page) => runtime.rpc.ask(moderation.cases, { actor, botId, ...page }),
  ],
  [
    'moderation cases of members with a part of a name',
    'cases',
    50,
    ({ runtime, owner: actor, botId }, page) => runtime.rpc.ask(moderation.cases, { actor, botId, member: 'EMBER', ...page }),
  ],
  [
    'dismissed reports',
    'dismissedReports',
    20,
    ({ runtime, superAdmin: actor }, page) => runtime.rpc.ask(reports.list, { actor, state: 'dismissed', ...page }),
  ],
  ['closed tickets', 'closedTickets', 10, section('support-tickets', 'closed')],
  ['levels', 'ranked', 10, section('leveling-xp', 'leaderboard')],
  ['scores', 'ranked', 10, section('mini-games', 'scores')],
  ['balances', 'ranked', 10, section('economy-system', 'balances')],
  ['ledger of coins', 'coinEntries', 10, section('economy-system', 'ledger')],
];

/** Companions of a user are at most a thousand, and their pages have no cursors. */
const OWN_BOTS: LongList = [
  'companions of the owner',
  'ownBots',
  3,
  ({ runtime, owner: actor }, page) => runtime.rpc.ask(bots.list, { actor, ...page }).then(() => ({})),
];

/** Pages of these lists of which the one of more data begins behind more rows, with the cursor that a person has who turned the pages until there. */
const farPages = (place: string, share: number): (readonly [name: string, work: Work])[] =>
  [...LONG_LISTS, OWN_BOTS].map(([name, list, limit, ask]) => {
    const positions = new WeakMap<Installation, Position>();
    const positionIn = async (installation: Installation): Promise<Position> => {
      const offset = Math.max(limit, Math.floor(installation.last(list, limit) * share));
      const { next } = await ask(installation, { limit, offset: offset - limit });
      const position = { limit, offset, ...(next && { cursor: next }) };
      positions.set(installation, position);
      return position;
    };
    return [
      `${name}, ${place}`,
      async (installation) => ask(installation, positions.get(installation) ?? (await positionIn(installation))),
    ];
  });

/** Lists, pages and statistics of the web and the REST API. Lists and searches of knowledge are measured by services/knowledge/bench/scale.bench.ts. */
export const PAGES: readonly (readonly [name: string, work: Work])[] = [
  ['analytics of the busy companion', ask(chat.analytics, ({ owner, botId }) => ({ actor: owner, botId }))],
  ['its latest conversations', ask(chat.conversations, ({ owner, botId }) => ({ actor: owner, botId }))],
  ['its inbox', ask(quality.inbox, ({ owner, botId }) => ({ actor: owner, botId, limit: 10 }))],
  ['its memory', ask(memory.overview, ({ owner, botId }) => ({ actor: owner, botId }))],
  ['its moderation cases', ask(moderation.cases, ({ owner, botId }) => ({ actor: owner, botId, limit: 50 }))],
  [
    'its moderation cases of a member',
    ask(moderation.cases, ({ owner, botId }) => ({ actor: owner, botId, limit: 3, member: 'MBER 700007' })),
  ],
  ['what became of its messages', ask(traces.list, ({ owner, botId }) => ({ actor: owner, botId, limit: 50 }))],
  [
    'its messages without an answer',
    ask(traces.list, ({ owner, botId }) => ({ actor: owner, botId, limit: 4, outcome: 'unanswered' as const })),
  ],
  ['companions of the owner', ask(bots.list, ({ owner }) => ({ actor: owner, limit: 10 }))],
  ['resource usage', ({ ownerClient }) => load(ownerClient, '/api/dashboard/resource-usage')],
  ['credit history', ask(billing.history, ({ owner }) => ({ actor: owner, limit: 50 }))],
  ['credit history, in the middle', ask(billing.history, ({ owner, middle }) => ({ actor: owner, limit: 50, before: middle }))],
  ['notifications', ask(notifications.list, ({ owner }) => ({ actor: owner, limit: 20 }))],
  ['payments of the owner', ask(payments.list, ({ owner }) => ({ actor: owner, limit: 50 }))],
  ['users', ask(admin.users, ({ superAdmin }) => ({ actor: superAdmin, limit: 50 }))],
  ['users found by a name', ask(admin.users, ({ superAdmin }) => ({ actor: superAdmin, limit: 50, search: 'MEMBER17@' }))],
  ['administrators', ask(admin.admins, ({ superAdmin }) => ({ actor: superAdmin, limit: 3 }))],
  ['companions of a user', ask(bots.ofUser, ({ superAdmin, owner }) => ({ actor: superAdmin, userId: owner.userId, limit: 10 }))],
  ['admin statistics', ({ adminClient }) => load(adminClient, '/api/admin/stats')],
  ['payment statistics', ask(payments.statistics, ({ superAdmin }) => ({ actor: superAdmin }))],
  ['webhook events', ask(payments.events, ({ superAdmin }) => ({ actor: superAdmin, limit: 50 }))],
  [
    'failed webhook events',
    ask(payments.events, ({ superAdmin }) => ({ actor: superAdmin, limit: 4, state: 'failed' as const })),
  ],
  ['audit log', ask(audit.log, ({ superAdmin }) => ({ actor: superAdmin, limit: 50 }))],
  ['audit log of a user', ask(audit.log, ({ superAdmin, owner }) => ({ actor: superAdmin, limit: 10, userId: owner.userId }))],
  ['audit log by action', ask(audit.log, ({ superAdmin }) => ({ actor: superAdmin, limit: 50, action: 'plan_set' as const }))],
  ['open reports', ask(reports.list, ({ superAdmin }) => ({ actor: superAdmin, limit: 20 }))],
  ['news', ask(news.list, ({ superAdmin }) => ({ actor: superAdmin, limit: 20 }))],
  ['companions found by a word', ask(bots.list, ({ owner }) => ({ actor: owner, limit: 10, search: 'panion' }))],
  ['how many companions', ask(bots.stats, ({ superAdmin }) => ({ actor: superAdmin }))],
  ['dismissed reports', ask(reports.list, ({ superAdmin }) => ({ actor: superAdmin, limit: 20, state: 'dismissed' as const }))],
  [
    'users who are administrators',
    ask(admin.users, ({ superAdmin }) => ({ actor: superAdmin, limit: 3, role: 'admin' as const })),
  ],
  ['a user', ask(admin.user, ({ superAdmin, owner }) => ({ actor: superAdmin, userId: owner.userId }))],
  [
    'payments of a user',
    ask(payments.ofUser, ({ superAdmin, owner }) => ({ actor: superAdmin, userId: owner.userId, limit: 10 })),
  ],
  ['usage of the owner', ask(billing.usage, ({ owner }) => ({ actor: owner }))],
  ['activity of the owner', ask(billing.activity, ({ owner }) => ({ actor: owner }))],
  ['what the companion remembers of the owner', ask(memory.own, ({ owner, botId }) => ({ actor: owner, botId }))],
  ['paused moderation', ask(moderation.pauses, ({ owner, botId }) => ({ actor: owner, botId }))],
  ['pinned answers', ask(quality.pinned, ({ owner, botId }) => ({ actor: owner, botId, limit: 20 }))],
  [
    'pinned answers found by a word',
    ask(quality.pinned, ({ owner, botId }) => ({ actor: owner, botId, limit: 3, search: 'NUMBER 17.' })),
  ],
  ['versions of the companion', ask(botVersions.list, ({ owner, botId }) => ({ actor: owner, botId, limit: 5 }))],
  ['custom commands', ask(customCommands.list, ({ owner }) => ({ actor: owner, limit: 10 }))],
  ['stored values of custom commands', ask(customCommands.data, ({ owner, botId }) => ({ actor: owner, botId }))],
  ['levels of members', systemPage('leveling-xp')],
  ['coins of members and their postings', systemPage('economy-system')],
  ['scores of members', systemPage('mini-games')],
  ['tickets of a server', systemPage('support-tickets')],
  ['music and stations', systemPage('music-bot')],
  [
    'moderation cases of a server',
    ask(moderation.cases, ({ owner, botId }) => ({ actor: owner, botId, limit: 20, guildId: GUILD_ID })),
  ],
  ...LONG_LISTS.filter(([name]) => name.includes(' part of ')).map(
    ([name, , limit, list]) => [name, (installation: Installation) => list(installation, { limit, offset: 0 })] as const,
  ),
  ...farPages('last page', 1),
  ...farPages('a page in the middle', 0.5),
];

function ask<C extends Call>(call: C, inputOf: (installation: Installation) => InputOf<C>): Work {
  return (installation) => installation.runtime.rpc.ask(call, inputOf(installation));
}

export async function load(client: ApiClient, path: string): Promise<string> {
  const answer = await client.get(path);
  if (answer.status !== 200) throw new Error(`${path} answered ${answer.status}: ${answer.text}`);
  return answer.text;
}

function systemPage(systemId: string): Work {
  return ask(systemPages.get, ({ owner, botId }) => ({ actor: owner, botId, systemId, guildId: GUILD_ID, limit: 10 }));
}
