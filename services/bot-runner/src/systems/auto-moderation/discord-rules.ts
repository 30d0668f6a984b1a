import { DiscordAPIError } from '@discordjs/rest';
import { Interval, LOGGER, errorText, type Logger } from '@kith/kit';
import { forbiddenEntries, type RunnableBot } from '@kith/proto';
import { Inject, Injectable } from '@nestjs/common';
import {
  AutoModerationActionType,
  AutoModerationRuleEventType,
  AutoModerationRuleTriggerType,
  PermissionFlagsBits,
  Routes,
  type APIAutoModerationRule,
  type APIChannel,
} from 'discord-api-types/v10';
import { In } from 'typeorm';
import { DesiredBotsSource } from '../../connections/desired-bots.js';
import { allows, GuildAccess, permissionsIn } from '../../discord/guild-access.js';
import { RestClients } from '../../discord/rest-clients.js';
import { Problems } from '../../problems/problems.service.js';
import { SettingValues } from '../setting-values.js';
import type { AutoModerationRuleEntity } from './auto-moderation-rule.entity.js';
import { AUTO_MODERATION_ID } from './definition.js';
import { discordExemptions, exemptionState, exemptsMembers, type DiscordExemptions } from './discord-exemptions.js';
import { RuleStore } from './rule-store.js';

const SWEEP_EVERY_MS = 60_000;
const SWEPT_AT_ONCE = 200;
/** Of Discord, for the words of one rule. */
const MAX_KEYWORD_CHARS = 60;
const NEEDS_PERMISSION = 'Discord checks it too once the companion may manage the server.';
const NO_ROOM = 'Discord has no room for another rule of this kind in this server.';
const NOT_TAKEN = "Discord's AutoMod does not take this rule.";
const EXEMPTS_MEMBERS = "Discord's AutoMod cannot exempt single members, as the settings of moderation do.";
const TOO_MANY_EXEMPT = "Discord's AutoMod cannot leave so many roles or channels alone.";
const WAITS = 'Discord checks it again once you resume moderation in this server.';
const ACTION = 'manage-automod-rules';
/** In Discord's answer. */
const TOO_MANY_OF_KIND = 'MAX_RULES_OF_TYPE_EXCEEDED';
/** How often a server is brought in step at once while moderation is paused and resumed there; after that the sweep does it. */
const MAX_TURNS = 3;

// Servers whose rules were brought in step for another state of the system, or not at all. Several replicas take different servers.
const TAKE = `
  update runner.auto_moderation_rule set attempt_at = now() + interval '1 minute'
  where id in (
    select r.id from runner.auto_moderation_rule r join unnest($1::uuid[], $2::text[]) as b(bot_id, state) using (bot_id)
      left join runner.moderation_server s on s.bot_id = r.bot_id and s.guild_id = r.guild_id and s.paused_at is not null
    where r.attempt_at <= now()
      and r.synced_as is distinct from case when s.bot_id is not null and starts_with(b.state, $4) then $5 else b.state end
    order by r.attempt_at limit $3 for update of r skip locked)
  returning bot_id as "botId", guild_id as "guildId"`;

const IS_PAUSED = `
  select 1 from runner.moderation_server where bot_id = $1 and guild_id = $2 and paused_at is not null`;

// For rules that are as they were read.
const NOTE = `
  update runner.auto_moderation_rule r set synced_as = $3 from unnest($1::uuid[], $2::text[]) as seen(id, synced_as)
  where r.id = seen.id and r.synced_as is not distinct from seen.synced_as`;

type Bot = Pick<RunnableBot, 'botId' | 'ownerId' | 'applicationId' | 'systems' | 'channelSettings'>;
interface Server {
  readonly bot: Bot;
  readonly guildId: string;
}
interface WantedRule {
  readonly trigger_type: AutoModerationRuleTriggerType;
  readonly trigger_metadata: object;
  readonly rule: AutoModerationRuleEntity;
}

/**
 * Keeps rules of Discord's own AutoMod in step with those of owners: Discord blocks a message before anybody reads it. Those that it cannot express are
 * checked by Kith alone. Each step can be repeated: Discord's rules are told apart by a part of the id of ours in their name.
 */
@Injectable()
export class DiscordRules {
  constructor(
    private readonly store: RuleStore,
    private readonly clients: RestClients,
    private readonly access: GuildAccess,
    private readonly problems: Problems,
    private readonly desired: DesiredBotsSource,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  @Interval(SWEEP_EVERY_MS, "the sweep of Discord's own rules")
  async sweep(): Promise<void> {
    const bots = this.desired.bots.all();
    if (bots.length === 0) return;
    const values = [bots.map(({ botId }) => botId), bots.map(stateOf), SWEPT_AT_ONCE, LIVE, PAUSED];
    const [taken] = await this.store.rows.query<[{ botId: string; guildId: string }[], number]>(TAKE, values);
    const servers = new Map(taken.map((server) => [`${server.botId}:${server.guildId}`, server]));
    for (const { botId, guildId } of servers.values()) await this.sync(botId, guildId);
  }

  /** Brings one server in step; false when that has to be tried again. Never throws. */
  async sync(botId: string, guildId: string): Promise<boolean> {
    const bot = this.desired.bots.get(botId);
    if (!bot) return false;
    try {
      await this.apply({ bot, guildId });
      return true;
    } catch (error) {
      const reason = errorText(error);
      this.logger.warn({ botId, guildId, reason }, "Discord's own rules not brought in step");
      return false;
    }
  }

  /** The same for a server that was in step until something changed on Discord; the sweep tries again what fails here. */
  async syncAnew(botId: string, guildId: string): Promise<void> {
    await this.store.rows.update({ botId, guildId }, { syncedAs: null });
    await this.sync(botId, guildId);
  }

  /** The same after the rules were deleted while the system was installed again, which this process may not know yet. */
  async writeAgain({ botId, guildId }: { readonly botId: string; readonly guildId: string }): Promise<void> {
    await this.desired.readOne(botId);
    await this.syncAnew(botId, guildId);
  }

  private async apply(server: Server): Promise<void> {
    for (let turn = 0; turn < MAX_TURNS; turn++) {
      const state = await this.stateIn(server);
      await this.bringTo(state, server);
      // Else moderation was paused or resumed there meanwhile, and what another process then did may be undone by this.
      if ((await this.stateIn(server)) === state) return;
    }
  }

  /** While moderation waits for the owner in a server, Discord blocks nothing for it there either. */
  private async stateIn({ bot, guildId }: Server): Promise<string> {
    const state = stateOf(bot);
    if (!state.startsWith(LIVE)) return state;
    const paused = await this.store.rows.query<unknown[]>(IS_PAUSED, [bot.botId, guildId]);
    return paused.length > 0 ? PAUSED : state;
  }

  private async bringTo(state: string, server: Server): Promise<void> {
    const { bot, guildId } = server;
    const { botId } = bot;
    const rows = await this.store.rows.findBy({ botId, guildId });
    const wanted = state.startsWith(LIVE) ? rows.flatMap((rule) => asDiscordRule(rule) ?? []) : [];
    const waiting = state === PAUSED ? rows.filter((rule) => asDiscordRule(rule) !== null) : [];
    // Of those that wait one may be there that a process wrote, which died before it noted that.
    const isNeeded = wanted.length > 0 || waiting.length > 0 || rows.some(({ discordRuleId }) => discordRuleId !== null);
    if (isNeeded && (await this.mayManage(server))) await this.write(server, wanted, rows);
    else await this.forget(rows, wanted);
    await this.store.rows.update({ id: In(waiting.map(({ id }) => id)) }, { discordProblem: WAITS });
    // Not those that were added, removed or withdrawn meanwhile.
    await this.store.rows.delete({ id: In(rows.filter(({ isWanted }) => !isWanted).map(({ id }) => id)) });
    await this.store.rows.query(NOTE, [rows.map(({ id }) => id), rows.map(({ syncedAs }) => syncedAs), state]);
  }

  private async write(server: Server, wanted: readonly WantedRule[], rows: readonly AutoModerationRuleEntity[]): Promise<void> {
    const { bot, guildId } = server;
    const { botId, applicationId } = bot;
    const exemptionsOf = await this.exemptions(server);
    const route = Routes.guildAutoModerationRules(guildId);
    const all = (await this.clients.use(botId, (rest) => rest.get(route))) as APIAutoModerationRule[];
    const ours = all.filter(({ creator_id: creator, name }) => creator === applicationId && name.startsWith(PREFIX));
    const kept = new Set<string>();
    const made = new Map<string, { readonly id: string | null; readonly problem: string | null }>();
    for (const one of wanted) {
      const known = ours.find((rule) => isRuleOf(rule, one.rule) && !kept.has(rule.id));
      const result = await this.put({ botId, guildId, knownId: known?.id ?? null }, one, exemptionsOf(one.rule));
      if (result.id !== null) kept.add(result.id);
      made.set(one.rule.id, result);
    }
    for (const { id } of ours.filter((rule) => !kept.has(rule.id)))
      await this.clients.use(botId, (rest) => rest.delete(Routes.guildAutoModerationRule(guildId, id))).catch(ignoreMissing);
    for (const row of rows) {
      const { id = null, problem = null } = made.get(row.id) ?? {};
      await this.store.rows.update({ id: row.id }, { discordRuleId: id, discordProblem: problem });
    }
  }

  /** Writes one rule. Discord refuses further ones of a kind when a server has as many as it allows. */
  private async put(
    { botId, guildId, knownId }: { readonly botId: string; readonly guildId: string; readonly knownId: string | null },
    { rule, ...fields }: WantedRule,
    exemptions: DiscordExemptions | string,
  ): Promise<{ readonly id: string | null; readonly problem: string | null }> {
    if (typeof exemptions === 'string') return { id: null, problem: exemptions };
    const body = {
      ...fields,
      ...exemptions,
      name: `${PREFIX}${rule.name}`.slice(0, 80) + markOf(rule),
      event_type: AutoModerationRuleEventType.MessageSend,
      actions: [{ type: AutoModerationActionType.BlockMessage }],
      enabled: true,
    };
    try {
      const written = await this.clients.use(botId, (rest) =>
        knownId === null
          ? rest.post(Routes.guildAutoModerationRules(guildId), { body })
          : rest.patch(Routes.guildAutoModerationRule(guildId, knownId), { body }),
      );
      return { id: (written as APIAutoModerationRule).id, problem: null };
    } catch (error) {
      if (error instanceof DiscordAPIError && error.status === 400)
        return { id: null, problem: JSON.stringify(error.rawError).includes(TOO_MANY_OF_KIND) ? NO_ROOM : NOT_TAKEN };
      throw error;
    }
  }

  /** What a rule leaves alone; a sentence for one that Discord cannot check because of that. */
  private async exemptions({ bot, guildId }: Server): Promise<(rule: AutoModerationRuleEntity) => DiscordExemptions | string> {
    if (exemptsMembers(bot)) return () => EXEMPTS_MEMBERS;
    const { botId } = bot;
    const isRestricting = bot.channelSettings.restrictedChannels.length > 0;
    const [{ roles }, channels] = await Promise.all([
      this.access.guild({ botId, guildId }),
      isRestricting ? this.clients.use(botId, (rest) => rest.get(Routes.guildChannels(guildId))) : [],
    ]);
    const channelIds = (channels as APIChannel[]).map(({ id }) => id);
    return (rule) => discordExemptions(bot, { roles, channelIds }, rule) ?? TOO_MANY_EXEMPT;
  }

  /** Without the permission nothing can be written, and what is there can only be removed in Discord itself. */
  private async forget(rows: readonly AutoModerationRuleEntity[], wanted: readonly WantedRule[]): Promise<void> {
    for (const { id } of rows) {
      const isWanted = wanted.some(({ rule }) => rule.id === id);
      await this.store.rows.update({ id }, { discordRuleId: null, discordProblem: isWanted ? NEEDS_PERMISSION : null });
    }
  }

  private async mayManage({ bot, guildId }: Server): Promise<boolean> {
    const { botId, applicationId } = bot;
    const place = { botId, guildId };
    this.access.forget(place);
    const [guild, own] = await Promise.all([this.access.guild(place), this.access.ownMember(place, applicationId)]);
    const isAllowed = allows(permissionsIn(guild, [], own), PermissionFlagsBits.ManageGuild);
    const where = { guildId, channelId: null, action: ACTION } as const;
    if (isAllowed) void this.problems.resolve(bot, where);
    else await this.problems.record(bot, where, 'Manage Server');
    return isAllowed;
  }
}

/** The beginning of the states in which Discord has rules of ours. */
export const LIVE = 'live';
/** Instead of such a state in a server in which moderation is paused. */
const PAUSED = 'paused';
const PREFIX = 'Kith: ';
const markOf = ({ id }: Pick<AutoModerationRuleEntity, 'id'>): string => ` #${id.slice(0, 8)}`;

/** Whether one of Discord's rules is that of a rule of ours. */
export const isRuleOf = ({ name }: Pick<APIAutoModerationRule, 'name'>, rule: Pick<AutoModerationRuleEntity, 'id'>): boolean =>
  name.startsWith(PREFIX) && name.endsWith(markOf(rule));

/** For which Discord's rules are brought in step where moderation is not paused: a dry run changes nothing there, and an uninstalled system leaves nothing behind. */
function stateOf(bot: Pick<RunnableBot, 'systems' | 'channelSettings'>): string {
  const system = bot.systems.find(({ systemId }) => systemId === AUTO_MODERATION_ID);
  if (!system) return 'uninstalled';
  return new SettingValues(AUTO_MODERATION_ID, system.settings).isOn('dryRun') ? 'dry_run' : `${LIVE} ${exemptionState(bot)}`;
}

/** The rule as Discord's AutoMod understands it; null for one that it cannot check, or that deletes nothing. */
function asDiscordRule(rule: AutoModerationRuleEntity): WantedRule | null {
  const isExpressible = rule.isWanted && rule.deletes && rule.channelIds.length === 0 && rule.youngerThanDays === 0;
  if (!isExpressible) return null;
  if (rule.trigger === 'words') {
    const keyword_filter = forbiddenEntries(rule.words)
      .map((word) => word.trim())
      .filter((word) => word.length <= MAX_KEYWORD_CHARS);
    if (keyword_filter.length === 0) return null;
    return { rule, trigger_type: AutoModerationRuleTriggerType.Keyword, trigger_metadata: { keyword_filter } };
  }
  if (rule.trigger === 'pattern')
    return { rule, trigger_type: AutoModerationRuleTriggerType.Keyword, trigger_metadata: { regex_patterns: [rule.words] } };
  // Of Discord: so many mentions are allowed in a message, at most 50.
  if (rule.trigger !== 'mentions' || rule.limit > 50) return null;
  return { rule, trigger_type: AutoModerationRuleTriggerType.MentionSpam, trigger_metadata: { mention_total_limit: rule.limit } };
}

export function ignoreMissing(error: unknown): void {
  if (!(error instanceof DiscordAPIError) || error.status !== 404) throw error;
}
