// What the benchmark of growth asks for: the lists, pages and statistics of the product.
import {
  admin,
  audit,
  auth,
  billing,
  bots,
  botVersions,
  chat,
  commands,
  customCommands,
  discord,
  memory,
  moderation,
  news,
  notifications,
  payments,
  quality,
  reports,
  systemPages,
  traces,
  type Call,
  type InputOf,
} from '@kith/proto';
import type { ApiClient } from '../testing/client.js';
import { DETAILS } from './growth-details.js';
import { farPages, LONG_LISTS, type Installation, type Work } from './growth-lists.js';
import { GUILD_ID } from './growth-systems.js';

/** Lists, pages and statistics of the web and the REST API. Lists and searches of knowledge are measured by services/knowledge/bench/scale.bench.ts. */
export const PAGES: readonly (readonly [name: string, work: Work])[] = [
  ['analytics of the busy companion', ask(chat.analytics, ({ owner, botId }) => ({ actor: owner, botId }))],
  ['its latest conversations', ask(chat.conversations, ({ owner, botId }) => ({ actor: owner, botId }))],
  [
    'replies of the last week, for its report',
    ask(chat.weeklyReplies, ({ owner }) => ({ userIds: [owner.userId], weekStart: lastMonday() })),
  ],
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
  ['notifications', ask(notifications.list, ({ owner }) => ({ actor: owner, limit: 3 }))],
  ['how many notifications are not read', ask(notifications.feed, ({ owner }) => ({ actor: owner }))],
  ['sessions of the owner', ask(auth.sessions, ({ owner }) => ({ actor: owner }))],
  ['commands that the companion has learned', ask(commands.learned, ({ owner, botId }) => ({ actor: owner, botId }))],
  ['commands to learn', ask(commands.available, ({ owner }) => ({ actor: owner, limit: 20 }))],
  [
    'companions that were taken down',
    ask(reports.list, ({ superAdmin }) => ({ actor: superAdmin, limit: 20, state: 'taken_down' as const })),
  ],
  ['payments of the owner', ask(payments.list, ({ owner }) => ({ actor: owner, limit: 10 }))],
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
  ['servers of the companion', ask(discord.connection, ({ owner, botId }) => ({ actor: owner, botId }))],
  ['/rank of a member in the middle', ({ onDiscord }) => onDiscord.rank()],
  ['/leaderboard in the middle', ({ onDiscord }) => onDiscord.leaderboard()],
  [
    'moderation cases of a server',
    ask(moderation.cases, ({ owner, botId }) => ({ actor: owner, botId, limit: 20, guildId: GUILD_ID })),
  ],
  ...DETAILS,
  ...LONG_LISTS.filter(([name]) => name.includes(' part of ')).map(
    ([name, , limit, list]) => [name, (installation: Installation) => list(installation, { limit, offset: 0 })] as const,
  ),
  ...farPages('last page', 1),
  ...farPages('a page in the middle', 0.5),
];

/** Exports, of which a row is compared. */
export const EXPORTS = [
  ['users.csv, per 100 users', '/api/admin/export/users.csv'],
  ['history.csv, per 100 postings', '/api/credits/history.csv'],
] as const;

function ask<C extends Call>(call: C, inputOf: (installation: Installation) => InputOf<C>): Work {
  return (installation) => installation.runtime.rpc.ask(call, inputOf(installation));
}

/** The day on which the last whole week began, in UTC. */
function lastMonday(): string {
  const day = new Date();
  day.setUTCDate(day.getUTCDate() - 7 - ((day.getUTCDay() + 6) % 7));
  return day.toISOString().slice(0, 10);
}

export async function load(client: ApiClient, path: string): Promise<string> {
  const answer = await client.get(path);
  if (answer.status !== 200) throw new Error(`${path} answered ${answer.status}: ${answer.text}`);
  return answer.text;
}

function systemPage(systemId: string): Work {
  return ask(systemPages.get, ({ owner, botId }) => ({ actor: owner, botId, systemId, guildId: GUILD_ID, limit: 10 }));
}
