import { createHash, createHmac, randomUUID } from 'node:crypto';
import type { Runtime } from '@kith/kit';
import { Client } from 'pg';
import * as statements from './growth-statements.js';
import { growDetails, COMMAND_ID, ITEM_ID } from './growth-detail-rows.js';
import { growSystems, type Subject } from './growth-systems.js';

/** Rows at 1 time; at 100 times each number is a hundred of them, except where people have a limit (`LIMITED`). */
const ROWS = {
  // More than are counted of a search that finds all of them, as in the larger installation.
  users: 1100,
  administrators: 11,
  foreignBots: 300,
  ownBots: 10,
  messages: 1500,
  // Who wrote these messages, and where.
  authors: 1000,
  conversations: 100,
  members: 50,
  people: 50,
  postings: 1000,
  usageDays: 300,
  webhookEvents: 200,
  invoices: 200,
  auditEvents: 500,
  notifications: 300,
  cases: 1100,
  traces: 200,
  reports: 100,
  dismissedReports: 75,
  takenDownReports: 20,
  ranked: 50,
  coinEntries: 500,
  closedTickets: 200,
  ratings: 200,
  news: 40,
  ownPayments: 24,
  checkouts: 200,
  // As many as are read of one at most.
  groupMessages: 200,
  // Those that ended are deleted after a day.
  games: 10,
} as const;

/** Lists whose rows are counted. */
export type CountedRows = keyof typeof ROWS | keyof typeof LIMITED;

/**
 * At most 500 notifications of a user and 50 versions of a companion are kept, 1,000 questions grouped, 1,000 answers pinned and items
 * taught, 100 custom commands written, of which 20 runs are kept, and 1,000 values stored by them, 50 questions and 20 conversations saved, 50 facts of a person and 50 problems kept,
 * 10 access keys and 30 sessions of a user, 5 tool servers, 30 rules, 100 items in a shop and 100 planned events of a server, 50 messages with 20 roles each posted and 300 tickets open in a server, 2,000 messages of a ticket, 100 files of music and 20 stations kept, a companion is seldom in more than 200 servers, and a year has 366 days, however much there is.
 */
const LIMITED = {
  ownNotifications: [5, 500],
  ownUsageDays: [7, 366],
  questions: [10, 1000],
  answered: [10, 1000],
  dismissed: [10, 1000],
  items: [10, 1000],
  roleMessages: [3, 50],
  transcriptLines: [20, 2000],
  versions: [5, 49],
  customCommands: [10, 100],
  commandValues: [10, 1000],
  pinnedAnswers: [10, 1000],
  openTickets: [10, 300],
  tracks: [10, 100],
  stations: [10, 20],
  pauses: [5, 200],
  servers: [2, 200],
  accessKeys: [1, 10],
  ownSessions: [2, 25],
  toolServers: [1, 5],
  problems: [2, 50],
  runPeriods: [5, 500],
  commandRuns: [1, 20],
  savedQuestions: [5, 50],
  savedConversations: [2, 20],
  ownFacts: [5, 50],
  rules: [3, 30],
  shopItems: [10, 100],
  events: [3, 100],
} as const;

export function rowsOf(name: CountedRows, times: number): number {
  if (name in ROWS) return ROWS[name as keyof typeof ROWS] * times;
  const [first, most] = LIMITED[name as keyof typeof LIMITED];
  return Math.min(first * times, most);
}

/** Fills the tables of an installation as the owner of its database. */
export async function grow(
  databaseUrl: string,
  runtime: Runtime,
  subject: Subject,
  times: number,
  guildId: string,
): Promise<void> {
  const client = new Client({ connectionString: databaseUrl });
  await client.connect();
  const rows = (name: CountedRows): number => rowsOf(name, times);
  const run = (text: string, parameters: readonly unknown[]): Promise<unknown> => client.query(text, [...parameters]);
  const { ownerId, botId } = subject;
  await run(statements.USERS, [rows('users')]);
  await run(statements.BOTS, [botId, ownerId, rows('ownBots')]);
  await run(statements.BOTS, [botId, null, rows('foreignBots')]);
  await run(statements.COUNTERS, []);
  await run(statements.MESSAGES, [botId, ownerId, rows('messages'), rows('authors'), rows('conversations')]);
  await run(statements.RATINGS, [botId, rows('ratings')]);
  await run(statements.INBOX, [botId, ownerId, rows('questions'), 'open']);
  await run(statements.INBOX, [botId, ownerId, rows('answered'), 'answered']);
  await run(statements.INBOX, [botId, ownerId, rows('dismissed'), 'dismissed']);
  await run(statements.ITEMS, [botId, ownerId, rows('items'), ITEM_ID]);
  await run(statements.SESSIONS, []);
  await run(statements.MEMORY, [botId, ownerId, rows('people')]);
  await run(statements.LEDGER, [randomUUID(), rows('postings'), 1]);
  await run(statements.LEDGER, [ownerId, rows('postings'), 0]);
  await run(statements.CREDITS_BEFORE, []);
  await run('select billing.roll_up_credits()', []);
  await run(statements.USAGE, [ownerId, rows('ownUsageDays'), rows('usageDays')]);
  await run(statements.PLANS, []);
  await run(statements.WEBHOOKS, [rows('webhookEvents')]);
  await run(statements.INVOICES, [ownerId, rows('invoices'), rows('ownPayments')]);
  await run(statements.NEWS, [rows('news')]);
  await appendAudit(client, runtime, ownerId, rows('auditEvents'));
  await run(statements.NOTIFICATIONS, [ownerId, rows('ownNotifications'), rows('notifications')]);
  await run(statements.CASES, [botId, ownerId, rows('cases'), rows('members')]);
  await run(statements.PAUSES, [botId, ownerId, rows('pauses')]);
  await run(statements.TRACES, [botId, ownerId, rows('traces')]);
  await run(statements.REPORTS, [botId, ownerId, rows('reports')]);
  await run(statements.TAKEN_DOWN, [botId, ownerId, rows('takenDownReports')]);
  await run(statements.PINNED, [botId, ownerId, rows('pinnedAnswers')]);
  await run(statements.VERSIONS, [botId, rows('versions')]);
  await run(statements.CUSTOM_COMMANDS, [botId, ownerId, rows('customCommands'), rows('commandValues'), COMMAND_ID]);
  await run(statements.LEARNED_COMMANDS, [botId, ownerId]);
  await growSystems(client, runtime, subject, {
    members: rows('ranked'),
    coinEntries: rows('coinEntries'),
    closedTickets: rows('closedTickets'),
    openTickets: rows('openTickets'),
    tracks: rows('tracks'),
    stations: rows('stations'),
    roleMessages: rows('roleMessages'),
    transcriptLines: rows('transcriptLines'),
  });
  await growDetails(client, runtime, subject, guildId, rows);
  await client.query('vacuum analyze');
  await client.end();
}

/** Events with the seal that the auth service would have given them: a log without one counts as changed. */
async function appendAudit(client: Client, runtime: Runtime, userId: string, count: number): Promise<void> {
  const { rows } = await client.query<{ position: string; hash: Buffer }>('select position, hash from auth.audit_head');
  let [position, hash] = [Number(rows[0]?.position ?? 0), rows[0]?.hash ?? Buffer.alloc(0)];
  const [events, hashes]: [string[], Buffer[]] = [[], []];
  for (let n = 0; n < count; n += 1) {
    const at = new Date(Date.now() - (count - n) * 1000).toISOString();
    const event = {
      action: n % 10 === 0 ? 'plan_set' : 'login',
      actorId: n % 100 === 0 ? userId : null,
      actorName: 'bench',
      at,
      details: {},
      effectiveUserId: null,
      id: randomUUID(),
      ip: null,
      requestId: null,
      target: null,
    };
    const text = JSON.stringify(event);
    hash = createHash('sha256').update(hash).update(text, 'utf8').digest();
    events.push(text);
    hashes.push(hash);
  }
  await client.query(
    'insert into auth.audit_event (position, event, hash) select $1 + n, event, hash from unnest($2::text[], $3::bytea[]) with ordinality as e (event, hash, n)',
    [position, events, hashes],
  );
  position += count;
  const seal = createHmac('sha256', runtime.keyring.derive('audit-log')).update(`${position}:`).update(hash).digest();
  await client.query('update auth.audit_head set position = $1, hash = $2, seal = $3', [position, hash, seal]);
}
