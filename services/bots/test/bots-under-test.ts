import { randomInt, randomUUID } from 'node:crypto';
import {
  anActor,
  aSnowflake,
  fixture,
  fixtureService,
  servicesUnderTest,
  waitFor,
  type ServicesUnderTest,
} from '@kith/kit/testing';
import { jest } from '@jest/globals';
import {
  AppError,
  AuditEvent,
  billing,
  bots,
  BUILT_IN_MODELS,
  chat,
  events,
  queues,
  mcp,
  moderation,
  runner,
  runnerAccounts,
  runnerChannels,
  sandbox,
  webRequests,
  type Actor,
  type InputOf,
  type ListedTool,
  type OutputOf,
  type ParsedInputOf,
  type Plan,
  type RunnableBot,
} from '@kith/proto';
import { DataSource } from 'typeorm';
import { definition } from '../src/index.js';

type TokenReport = OutputOf<typeof runner.inspectToken>;
type RunnerAccount = OutputOf<typeof runnerAccounts.account>;
type ChannelAccess = OutputOf<typeof runnerChannels.access>['channels'][number];
type RoleAccess = OutputOf<typeof runnerChannels.access>['roles'][number];
type UsedPlaces = OutputOf<typeof runnerChannels.used>;
type SyntaxReport = OutputOf<typeof sandbox.checkSyntax>;
type PassReport = OutputOf<typeof sandbox.run>;
type Pass = ParsedInputOf<typeof sandbox.run>;
export type Report = Omit<InputOf<typeof bots.report>, 'botId'>;

/** What a fake runner reports about a bot that should be online. */
export type ReportScript = (bot: RunnableBot) => readonly Report[];

/** The bots service with fake neighbour services, whose responses a test sets. */
export interface BotsUnderTest extends ServicesUnderTest {
  /** The result of inspecting a token; `unreachable` for any other. */
  readonly inspections: Map<string, TokenReport | Promise<TokenReport>>;
  /** What Discord reports about bots, or the error of the runner; UNAVAILABLE for any other. */
  readonly accounts: Map<string, RunnerAccount | AppError>;
  /** What bots may do in channels, by channel; any other is one that they cannot see. */
  readonly channelAccess: Map<string, Partial<ChannelAccess>>;
  /** What bots use on Discord that no setting names. */
  readonly usedPlaces: Map<string, Partial<UsedPlaces>>;
  /** The caps of bots that are reached today. */
  readonly reachedCaps: Map<string, OutputOf<typeof billing.reachedCaps>>;
  /** Where moderation of a bot is paused; none without an entry, and an error is thrown. */
  readonly pauses: Map<string, OutputOf<typeof moderation.pauses>['pauses'] | AppError>;
  /** The roles that bots can give or not; any other is one that was deleted. */
  readonly roleAccess: Map<string, Pick<RoleAccess, 'guildId' | 'name' | 'fault'>>;
  /** The inputs of the other calls about accounts, which succeed. */
  readonly accountCalls: { name: string; input: unknown }[];
  readonly messageCounts: Map<string, number>;
  /** The current plans of users; `premium` for any other. */
  readonly plans: Map<string, Plan>;
  /** The result of parsing a code; any other is valid. */
  readonly syntax: Map<string, SyntaxReport>;
  /** The inputs of the sandbox, which returns the message. */
  readonly runs: Pass[];
  /** What the sandbox returns for a code, instead of the message. */
  readonly passes: Map<string, (pass: Pass) => PassReport>;
  /** What is read from websites. */
  readonly fetched: InputOf<typeof webRequests.get>[];
  /** What MCP servers list, or why they cannot be asked, and what they were asked. */
  readonly toolServers: {
    listed: ListedTool[] | AppError;
    readonly asked: InputOf<typeof mcp.listTools>[];
    readonly called: unknown[];
  };
  /** The bots of which a part of the conversations was deleted, one entry for each. */
  readonly purged: string[];
  /** The number of calls to each neighbour. */
  readonly callCounts: { counts: number; inspections: number; plans: number };
  /** Called for each call that asks for a plan, before it returns. */
  onPlanRequest: (userId: string) => void | Promise<void>;
  /** Whether that was the last part; may throw. */
  isPurged: (botId: string) => boolean | Promise<boolean>;
  closeNeighbour(name: 'chat' | 'bot-runner' | 'sandbox' | 'billing'): Promise<void>;
}

const NOTHING_USED: UsedPlaces = { askedChannels: [], systemChannels: [], roles: [], modelFailures: [] };

export async function botsUnderTest(env: NodeJS.ProcessEnv = {}): Promise<BotsUnderTest> {
  const stack = await servicesUnderTest([definition], env);
  const inspections: BotsUnderTest['inspections'] = new Map();
  const accounts: BotsUnderTest['accounts'] = new Map();
  const channelAccess: BotsUnderTest['channelAccess'] = new Map();
  const channelsWithin = (ids: readonly string[]): string[] => {
    const isAskedCategory = (id: string): boolean => ids.includes(id) && channelAccess.get(id)?.isCategory === true;
    return [...channelAccess].flatMap(([id, { within }]) => (!ids.includes(id) && within?.some(isAskedCategory) ? id : []));
  };
  const usedPlaces: BotsUnderTest['usedPlaces'] = new Map();
  const reachedCaps: BotsUnderTest['reachedCaps'] = new Map();
  const pauses: BotsUnderTest['pauses'] = new Map();
  const roleAccess: BotsUnderTest['roleAccess'] = new Map();
  const accountCalls: BotsUnderTest['accountCalls'] = [];
  const accountOf = (botId: string): RunnerAccount => {
    const found = accounts.get(botId) ?? new AppError('UNAVAILABLE');
    if (found instanceof AppError) throw found;
    return found;
  };
  const messageCounts = new Map<string, number>();
  const plans = new Map<string, Plan>();
  const syntax: BotsUnderTest['syntax'] = new Map();
  const runs: BotsUnderTest['runs'] = [];
  const passes: BotsUnderTest['passes'] = new Map();
  const fetched: BotsUnderTest['fetched'] = [];
  const toolServers: BotsUnderTest['toolServers'] = { listed: [], asked: [], called: [] };
  const purged: string[] = [];
  const callCounts = { counts: 0, inspections: 0, plans: 0 };
  const hooks: Pick<BotsUnderTest, 'onPlanRequest' | 'isPurged'> = { onPlanRequest: () => undefined, isPurged: () => true };
  const neighbours = {
    billing: await fixtureService(stack.runtime, 'billing', [
      fixture(billing.entitlement, async ({ userId }) => {
        callCounts.plans += 1;
        const plan = plans.get(userId) ?? 'premium';
        await hooks.onPlanRequest(userId);
        return { plan };
      }),
      fixture(billing.reachedCaps, ({ botId }) => reachedCaps.get(botId) ?? { isBotReached: false, guildIds: [], members: 0 }),
    ]),
    chat: await fixtureService(stack.runtime, 'chat', [
      fixture(chat.models, () => ({ isConfigured: true, models: [...BUILT_IN_MODELS], localModel: null, imageModel: null })),
      fixture(chat.counts, ({ botIds }) => {
        callCounts.counts += 1;
        return {
          counts: Object.fromEntries(botIds.flatMap((id) => (messageCounts.has(id) ? [[id, messageCounts.get(id) ?? 0]] : []))),
        };
      }),
      fixture(chat.purge, async ({ botId }) => {
        purged.push(botId);
        return { isDone: await hooks.isPurged(botId) };
      }),
    ]),
    sandbox: await fixtureService(stack.runtime, 'sandbox', [
      fixture(sandbox.checkSyntax, ({ code }): SyntaxReport => syntax.get(code) ?? { valid: true }),
      fixture(sandbox.run, (run): PassReport => {
        runs.push(run);
        const scripted = passes.get(run.code)?.(run);
        if (scripted) return scripted;
        return {
          result: { success: true, response: run.context.message, shouldReply: true },
          error: null,
          log: [],
          durationMs: 1,
        };
      }),
    ]),
    knowledge: await fixtureService(stack.runtime, 'knowledge', [
      fixture(mcp.listTools, (server) => {
        toolServers.asked.push(server);
        if (toolServers.listed instanceof AppError) throw toolServers.listed;
        return { tools: toolServers.listed };
      }),
      fixture(mcp.callTool, (call) => {
        toolServers.called.push(call);
        return { text: 'Sunny.', isError: false };
      }),
      fixture(webRequests.get, (request) => {
        fetched.push(request);
        if (request.url.includes('broken')) throw new AppError('UNSUPPORTED_MEDIA', 'This address could not be reached.');
        const body = request.url.includes('large') ? '\u0001'.repeat(64_000) : `read ${request.url}`;
        return { status: 200, contentType: 'text/plain', body };
      }),
    ]),
    'bot-runner': await fixtureService(stack.runtime, 'bot-runner', [
      fixture(runner.inspectToken, ({ token }): TokenReport | Promise<TokenReport> => {
        callCounts.inspections += 1;
        return inspections.get(token) ?? { verdict: 'unreachable' };
      }),
      fixture(runnerAccounts.account, ({ botId }) => accountOf(botId)),
      fixture(runnerChannels.access, ({ channelIds, roles }) => ({
        channels: [...channelIds, ...channelsWithin(channelIds)].map((channelId) => ({
          channelId,
          guildId: null,
          name: null,
          isDeleted: !channelAccess.has(channelId),
          isThread: false,
          isCategory: false,
          within: [],
          isAgeRestricted: false,
          permissions: '0',
          ...channelAccess.get(channelId),
        })),
        roles: roles.map(({ roleId, guildId }) => ({
          roleId,
          ...(roleAccess.get(roleId) ?? { guildId, name: null, fault: 'gone' as const }),
        })),
      })),
      fixture(runnerChannels.givenRoles, ({ botId }) => ({ roles: usedPlaces.get(botId)?.roles ?? [] })),
      fixture(runnerChannels.used, ({ botId }) => ({ ...NOTHING_USED, ...usedPlaces.get(botId) })),
      fixture(moderation.pauses, ({ botId }) => {
        const found = pauses.get(botId) ?? [];
        if (found instanceof AppError) throw found;
        return { pauses: found };
      }),
      fixture(runnerAccounts.channels, (input) => {
        accountCalls.push({ name: 'channels', input });
        return {
          channels: [{ id: '300000000000000001', name: 'general', kind: 'text' as const, category: null }],
          categories: [],
          roles: [{ id: '310000000000000001', name: 'Member' }],
        };
      }),
      fixture(runnerAccounts.updateProfile, (input) => {
        accountCalls.push({ name: 'updateProfile', input });
        return accountOf(input.botId).account;
      }),
      fixture(runnerAccounts.enableIntent, (input) => {
        accountCalls.push({ name: 'enableIntent', input });
        return { ...accountOf(input.botId).account, hasMessageContent: true };
      }),
      fixture(runnerAccounts.sayHello, (input) => {
        accountCalls.push({ name: 'sayHello', input });
        return {};
      }),
    ]),
  };
  const open = new Set(Object.values(neighbours));
  const close = async (neighbour: { close(): Promise<void> }): Promise<void> => {
    if (open.delete(neighbour)) await neighbour.close();
  };
  return Object.assign(hooks, {
    ...stack,
    inspections,
    accounts,
    channelAccess,
    usedPlaces,
    roleAccess,
    reachedCaps,
    pauses,
    accountCalls,
    messageCounts,
    plans,
    syntax,
    runs,
    passes,
    fetched,
    toolServers,
    purged,
    callCounts,
    closeNeighbour: (name: keyof typeof neighbours) => close(neighbours[name]),
    stop: async () => {
      await Promise.all([...open].map(close));
      await stack.stop();
    },
  });
}

/** Sets the plan of a user and adds the job that applies it, as billing does. */
export async function changePlan(stack: BotsUnderTest, userId: string, plan: Plan): Promise<void> {
  stack.plans.set(userId, plan);
  await stack.runtime.queues.add(queues.planChanges, randomUUID(), { userId });
}

/** Resolves when the queue of plan changes is empty; creations and removals add jobs to it, too. */
export async function plansApplied({ runtime }: BotsUnderTest): Promise<void> {
  await waitFor('the plans to be applied', async () => (await runtime.queues.depth(queues.planChanges)) === 0);
}

/** The number of SQL statements that `work` executes, without transactions and the periodic check of the runners. */
export async function statementsOf(stack: BotsUnderTest, work: () => Promise<unknown>): Promise<number> {
  await plansApplied(stack);
  const { driver, logger } = databaseOf(stack);
  const logged = jest.spyOn(logger, 'logQuery');
  // Prepared statements pass TypeORM by.
  const prepared = jest.spyOn((driver as unknown as { readonly master: Pool }).master, 'query');
  await work();
  const statements = [
    ...logged.mock.calls.map(([statement]) => statement),
    ...prepared.mock.calls.map(([statement]) => (statement as { readonly text: string }).text),
  ];
  logged.mockRestore();
  prepared.mockRestore();
  return statements.filter((statement) => !/runner_presence|run_period|TRANSACTION|COMMIT/.test(statement)).length;
}

interface Pool {
  query(statement: object): unknown;
}

/** Inserts `times` copies of a bot without its token. */
export async function multiply(stack: BotsUnderTest, botId: string, times: number): Promise<void> {
  await databaseOf(stack).query(
    `insert into bots.bot (id, owner_id, name, avatar_color, instructions, model, response_style, personality, preferences, channel_settings)
     select gen_random_uuid(), owner_id, name, avatar_color, instructions, model, response_style, personality, preferences, channel_settings
     from bots.bot, generate_series(1, $2) where id = $1`,
    [botId, times],
  );
}

/** The database connection of the service. */
export const databaseOf = ({ services }: BotsUnderTest): DataSource =>
  services.get('bots')?.app.get(DataSource, { strict: false }) as DataSource;

/** The audit events about a bot, the oldest first. */
export async function auditEventsOf(stack: BotsUnderTest, target: string): Promise<AuditEvent[]> {
  const events = [...(await jobsOf(stack, queues.audit.name)).values()].map((data) => AuditEvent.parse(data));
  return events.filter((event) => event.target === target).sort((one, other) => one.at.localeCompare(other.at));
}

/** The same actor, impersonated by a made-up super-admin. */
export const impersonated = (actor: Actor): Actor => ({ ...actor, impersonator: { userId: randomUUID(), username: 'root' } });

/**
 * Starts a fake runner, which reports what `script` returns for a bot that should be online, and `stopped` for others; returns how to stop
 * it. As in a runner, the reports about one bot follow the changes in their order.
 */
export async function startFakeRunner(stack: BotsUnderTest, script: ReportScript): Promise<() => void> {
  const following = new Map<string, Promise<Report | undefined>>();
  return stack.runtime.events.subscribe(events.botChanged, ({ botId }) => {
    const previous = following.get(botId) ?? Promise.resolve(undefined);
    following.set(
      botId,
      previous.then((last) => follow(stack, botId, { script, last })),
    );
  });
}

/** Reports what follows from the desired state; returns the last report. A bot that failed has no connection that could stop. */
async function follow(
  stack: BotsUnderTest,
  botId: string,
  { script, last }: { script: ReportScript; last: Report | undefined },
): Promise<Report | undefined> {
  const { bot } = await stack.ask(bots.getDesiredOnline, { botId });
  if (!bot && last?.runtimeState === 'failed') return last;
  const reports = bot ? script(bot) : [STOPPED];
  for (const report of reports) await stack.ask(bots.report, { botId, ...report });
  return reports.at(-1) ?? last;
}

export const ONLINE: Report = { runtimeState: 'online', code: null, statusReason: null, fence: 1 };
export const STOPPED: Report = { runtimeState: 'stopped', code: null, statusReason: null, fence: 1 };

export const UNREACHABLE: Report = {
  runtimeState: 'reconnecting',
  code: 'DISCORD_UNREACHABLE',
  statusReason: 'Discord cannot be reached.',
  fence: 1,
};
export const failure = (code: string, statusReason: string): Report => ({ runtimeState: 'failed', code, statusReason, fence: 1 });

/** A text in the format of Discord's tokens, of a new application unless one is given. */
export function aToken(applicationId = aSnowflake()): string {
  const random = (length: number): string =>
    Array.from({ length }, () => 'abcdefghijklmnopqrstuvwxyz0123456789'[randomInt(36)]).join('');
  return `${Buffer.from(applicationId).toString('base64url')}.${random(6)}.${random(38)}`;
}

export const aPremiumOwner = (): Actor => anActor({ plan: 'premium' });

/** The error code with which a call fails; throws when it succeeds. */
export async function codeOf(work: Promise<unknown>): Promise<string> {
  try {
    await work;
  } catch (error) {
    return AppError.from(error).code;
  }
  throw new Error('expected the call to fail');
}

/** The data of all jobs of a queue by job id. */
export async function jobsOf({ runtime }: BotsUnderTest, queue: string): Promise<Map<string, unknown>> {
  const jobs = new Map<string, unknown>();
  for (const key of await runtime.redis.keys(`jobs:${queue}:*`)) {
    const data = (await runtime.redis.type(key)) === 'hash' ? await runtime.redis.hget(key, 'data') : null;
    if (!data) continue;
    const { signed: _signature, ...job } = JSON.parse(data) as Record<string, unknown>;
    jobs.set(key.slice(`jobs:${queue}:`.length), job);
  }
  return jobs;
}
