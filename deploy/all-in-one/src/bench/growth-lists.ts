// Lists that the benchmark of growth asks for from the middle and the end, too.
import type { Runtime } from '@kith/kit';
import type { TestEnvironment } from '@kith/kit/testing';
import {
  admin,
  audit,
  bots,
  botVersions,
  commands,
  customCommands,
  knowledge,
  moderation,
  news,
  payments,
  quality,
  reports,
  systemPages,
  type Actor,
} from '@kith/proto';
import type { RunningProcess } from '../start-all.js';
import type { ApiClient } from '../testing/client.js';
import type { CountedRows } from './growth-data.js';
import type { CompanionOnDiscord } from './growth-discord.js';
import { GUILD_ID, TRANSCRIBED_TICKET } from './growth-systems.js';

export interface Installation {
  readonly world: TestEnvironment;
  readonly runtime: Runtime;
  readonly process: RunningProcess;
  readonly owner: Actor;
  readonly botId: string;
  readonly superAdmin: Actor;
  readonly ownerClient: ApiClient;
  readonly adminClient: ApiClient;
  readonly onDiscord: CompanionOnDiscord;
  /** A posting in the middle of the owner's history. */
  readonly middle: string;
  /** The offset of the last full page. */
  last(list: CountedRows, limit: number): number;
}

export type Work = (installation: Installation) => Promise<unknown>;

/** Asks for a page of a list; answers what the list says of it. */
type ListOf = (installation: Installation, page: Position) => Promise<{ readonly next?: string | null | undefined } | object>;
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
export const LONG_LISTS: readonly LongList[] = [
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

/** Lists without cursors, because they have a limit or few read far into them. */
const NUMBERED_LISTS: readonly LongList[] = [
  ['companions of the owner', 'ownBots', 3, ({ runtime, owner: actor }, page) => runtime.rpc.ask(bots.list, { actor, ...page })],
  [
    'companions of a user',
    'ownBots',
    3,
    ({ runtime, superAdmin: actor, owner: { userId } }, page) => runtime.rpc.ask(bots.ofUser, { actor, userId, ...page }),
  ],
  [
    'administrators',
    'administrators',
    3,
    ({ runtime, superAdmin: actor }, page) => runtime.rpc.ask(admin.admins, { actor, ...page }),
  ],
  ...(
    [
      ['open', 'questions'],
      ['answered', 'answered'],
      ['dismissed', 'dismissed'],
    ] as const
  ).map(([state, list]): LongList => [
    `${state} questions of the inbox`,
    list,
    3,
    ({ runtime, owner: actor, botId }, page) => runtime.rpc.ask(quality.inbox, { actor, botId, state, ...page }),
  ]),
  [
    'pinned answers',
    'pinnedAnswers',
    3,
    ({ runtime, owner: actor, botId }, page) => runtime.rpc.ask(quality.pinned, { actor, botId, ...page }),
  ],
  [
    'knowledge items',
    'items',
    3,
    ({ runtime, owner: actor, botId }, page) => runtime.rpc.ask(knowledge.list, { actor, botId, ...page }),
  ],
  [
    'versions of the companion',
    'versions',
    2,
    ({ runtime, owner: actor, botId }, page) => runtime.rpc.ask(botVersions.list, { actor, botId, ...page }),
  ],
  [
    'custom commands',
    'customCommands',
    3,
    ({ runtime, owner: actor }, page) => runtime.rpc.ask(customCommands.list, { actor, ...page }),
  ],
  [
    'own commands to learn',
    'customCommands',
    3,
    ({ runtime, owner: actor }, page) => runtime.rpc.ask(commands.available, { actor, category: 'custom', ...page }),
  ],
  ['open tickets', 'openTickets', 3, section('support-tickets', 'open')],
  ['messages of a ticket', 'transcriptLines', 10, section('support-tickets', `t:${TRANSCRIBED_TICKET}`)],
  ['role messages', 'roleMessages', 1, section('reaction-roles', 'messages')],
  ['roles to pick', 'roleMessages', 1, section('reaction-roles', 'choices')],
];

/** Pages of these lists of which the one of more data begins behind more rows, with the cursor that a person has who turned the pages until there. */
export const farPages = (place: string, share: number): (readonly [name: string, work: Work])[] =>
  [...LONG_LISTS, ...NUMBERED_LISTS].map(([name, list, limit, ask]) => {
    const positions = new WeakMap<Installation, Position>();
    const positionIn = async (installation: Installation): Promise<Position> => {
      const offset = Math.max(limit, Math.floor(installation.last(list, limit) * share));
      const before = await ask(installation, { limit, offset: offset - limit });
      const position = { limit, offset, ...('next' in before && before.next && { cursor: before.next }) };
      positions.set(installation, position);
      return position;
    };
    return [
      `${name}, ${place}`,
      async (installation) => ask(installation, positions.get(installation) ?? (await positionIn(installation))),
    ];
  });
