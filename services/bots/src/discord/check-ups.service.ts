import { RateLimiter, REDIS, RpcClient } from '@kith/kit';
import {
  billing,
  moderation,
  needsOfSystem,
  runnerAccounts,
  runnerChannels,
  type Actor,
  type BotAbilities,
  type checkUps,
  type DiscordConnection,
  type Finding,
  type OutputOf,
  type ParsedInputOf,
} from '@kith/proto';
import { Inject, Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import type { Redis } from 'ioredis';
import { In, type Repository } from 'typeorm';
import { BotEntity } from '../bot.entity.js';
import { BotsService } from '../bots.service.js';
import { InstalledSystemEntity } from '../systems/installed-system.entity.js';
import { ChannelChecks } from './channel-checks.service.js';
import { ConnectionsService } from './connections.service.js';
import { accountFindings, connectionFinding, finding, pauseFindings, tokenFinding } from './findings.js';

/** Each check-up sends up to sixty requests to Discord. */
const RATE = { name: 'check-ups', points: 12, windowS: 60, wait: 'window' } as const;
/** What is proposed instead of a prefix that two companions have. */
const PREFIXES = ['!', '?', '.', '-', '$', '%', '&', '~'];
/** Systems whose verdicts go the way of moderation. */
const MODERATING_SYSTEMS = ['auto-moderation', 'ai-moderator'];
/** Other companions whose servers are compared. */
const MAX_COMPARED_BOTS = 5;

/** What is read of another companion of the owner. */
type ComparedBot = Pick<BotEntity, 'id' | 'name' | 'serverId'>;

// No deleted bot is running; the condition lets the index of the owner's bots serve. An owner may have thousands: their settings stay in Postgres.
const OTHERS_RUNNING = 'owner_id = $1 and id <> $2 and desired_online and deleted_at is null';
const PREFIX = `lower(channel_settings->>'customPrefix')`;
const CLASHING = `
  select id, name, server_id as "serverId" from bots.bot
  where ${OTHERS_RUNNING} and (channel_settings->>'allowCommands')::boolean and ${PREFIX} = $3 order by created_at, id limit $4`;
const TAKEN = `select distinct ${PREFIX} as prefix from bots.bot where ${OTHERS_RUNNING} and ${PREFIX} = any ($3)`;

/** Looks for what keeps a bot from answering on Discord, for its owner. */
@Injectable()
export class CheckUpsService {
  private readonly limiter: RateLimiter;

  constructor(
    @InjectRepository(BotEntity) private readonly rows: Repository<BotEntity>,
    private readonly bots: BotsService,
    private readonly connections: ConnectionsService,
    private readonly channels: ChannelChecks,
    private readonly rpc: RpcClient,
    @Inject(REDIS) redis: Redis,
  ) {
    this.limiter = new RateLimiter(redis, RATE);
  }

  async run({ actor, botId }: ParsedInputOf<typeof checkUps.run>): Promise<OutputOf<typeof checkUps.run>> {
    const bot = await this.bots.ownBot(actor, botId);
    await this.limiter.consume(actor.userId);
    // That it is offline follows from that; who took it down is told all the same.
    if (bot.discordToken === null) {
      const takenDown = bot.takenDownAt === null ? [] : [connectionFinding(bot, null)];
      return { botId, findings: [tokenFinding(bot, null), ...takenDown] };
    }
    const abilities = await this.connections.abilities(bot);
    const connection = await this.connections.connectionOf(actor, bot, abilities);
    const own = [tokenFinding(bot, connection), connectionFinding(bot, connection)];
    const used = await this.rpc.ask(runnerChannels.used, { actor, botId }).catch(() => null);
    const [channels, prefixes, pauses, caps] = await Promise.all([
      this.channels.findings(bot, { connection, abilities, used }),
      this.prefixFindings(bot, connection),
      this.pauseFindings(bot, actor, connection),
      this.capFindings(bot, actor, connection),
    ]);
    const failures = (used?.modelFailures ?? []).map(({ fault: modelFault, happenedAt }) =>
      finding({ check: 'model', state: 'problem', modelFault, happenedAt }),
    );
    const ofAccount = accountFindings(bot, connection, usesServerMembers(bot, abilities));
    const findings = [...own, ...ofAccount, ...channels, ...prefixes, ...pauses, ...failures, ...caps];
    return { botId, findings };
  }

  /** The servers in which moderation is paused (docs/decisions.md C20). Where nothing moderates there is nothing to be checked. */
  private async pauseFindings(bot: BotEntity, actor: Actor, connection: DiscordConnection): Promise<Finding[]> {
    const { id: botId } = bot;
    const isModerating =
      bot.channelSettings.moderationMode ||
      (await this.rows.manager.existsBy(InstalledSystemEntity, { botId, systemId: In(MODERATING_SYSTEMS) }));
    if (!isModerating) return [];
    const asked = await this.rpc.ask(moderation.pauses, { actor, botId }).catch(() => null);
    return asked ? pauseFindings(bot, connection, asked.pauses) : [finding({ check: 'moderation', state: 'unknown' })];
  }

  /** Its caps that are reached today (docs/decisions.md B19). Without any there is nothing to be checked. */
  private async capFindings(bot: BotEntity, actor: Actor, { servers }: DiscordConnection): Promise<Finding[]> {
    const { id: botId, dailyCaps: caps } = bot;
    if (Object.values(caps).every((cap) => cap === null)) return [];
    const reached = await this.rpc.ask(billing.reachedCaps, { actor, botId, caps }).catch(() => null);
    if (!reached) return [finding({ check: 'cap', state: 'unknown' })];
    const { isBotReached, guildIds, members } = reached;
    const found = [
      ...(isBotReached ? [finding({ check: 'cap', state: 'problem', cap: 'bot' })] : []),
      ...servers
        .filter(({ id }) => guildIds.includes(id))
        .map(({ id, name }) => finding({ check: 'cap', state: 'problem', cap: 'server', serverId: id, serverName: name })),
      ...(members > 0 ? [finding({ check: 'cap', state: 'note', cap: 'member', members })] : []),
    ];
    return found.length === 0 ? [finding({ check: 'cap', state: 'ok' })] : found;
  }

  /** Two companions with the same prefix in one server both answer a command. Only the owner's own ones are known. */
  private async prefixFindings(bot: BotEntity, { servers }: DiscordConnection): Promise<Finding[]> {
    if (!bot.channelSettings.allowCommands || servers.length === 0) return [];
    const prefix = prefixOf(bot);
    const clashing = await this.rows.query<ComparedBot[]>(CLASHING, [bot.ownerId, bot.id, prefix, MAX_COMPARED_BOTS]);
    const shared = await Promise.all(clashing.map((other) => this.sharedServer(bot, servers, other)));
    const found = shared.filter((one) => one !== null);
    if (found.length === 0) return [finding({ check: 'prefix', state: 'ok' })];
    const taken = await this.rows.query<{ prefix: string }[]>(TAKEN, [bot.ownerId, bot.id, PREFIXES]);
    const notFree = new Set([prefix, ...taken.map((other) => other.prefix)]);
    const freePrefix = PREFIXES.find((one) => !notFree.has(one)) ?? null;
    return found.map((one) => ({ ...one, freePrefix }));
  }

  private async sharedServer(bot: BotEntity, servers: DiscordConnection['servers'], other: ComparedBot): Promise<Finding | null> {
    const asked = await this.rpc.ask(runnerAccounts.account, { botId: other.id }).catch(() => null);
    const actsIn = ({ serverId }: Pick<BotEntity, 'serverId'>, id: string): boolean => serverId === null || serverId === id;
    const otherIds = new Set(asked?.servers.map(({ id }) => id));
    const shared = servers.find(({ id }) => otherIds.has(id) && actsIn(bot, id) && actsIn(other, id));
    return shared ? finding({ check: 'prefix', state: 'note', botName: other.name, serverName: shared.name }) : null;
  }
}

const prefixOf = ({ channelSettings }: Pick<BotEntity, 'channelSettings'>): string => channelSettings.customPrefix.toLowerCase();

/** Whether a system or a proactive message waits for members who join or leave. Told before the first start, at which Discord refuses the intent. */
function usesServerMembers({ channelSettings, preferences }: BotEntity, { systems }: BotAbilities): boolean {
  const isWaiting =
    preferences.proactiveMessaging && channelSettings.proactiveMessages.some(({ event }) => event === 'newMember');
  const needs = systems.flatMap(({ systemId }) => needsOfSystem(systemId).capabilities);
  return isWaiting || needs.some(({ name }) => name === 'server_members');
}
