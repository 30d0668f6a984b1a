import { createHash } from 'node:crypto';
import { AppError, queues, sentAtMs, type InstalledSystem, type JobOf, type SystemPage } from '@kith/proto';
import { Injectable } from '@nestjs/common';
import {
  Routes,
  type APIGuildMember,
  type GatewayDispatchPayload,
  type GatewayMessageCreateDispatchData,
  type GatewayMessageUpdateDispatchData,
} from 'discord-api-types/v10';
import { CommandRefusal } from '../../commands/command-refusal.js';
import { displayName } from '../../discord/display-name.js';
import { managesServer } from '../../discord/guild-access.js';
import { RestClients } from '../../discord/rest-clients.js';
import { matching, type Choice } from '../../interactions/choices.js';
import { AcceptedJobs } from '../../messages/accepted-jobs.js';
import type { IncomingMessage } from '../../messages/decide.js';
import { exemptMembers } from '../../moderation/compiled-settings.js';
import { MessageText } from '../../moderation/rules/message-text.js';
import { moderatedTextOf } from '../../moderation/moderated-text.js';
import { Moderation } from '../../moderation/moderation.js';
import { speaksOfSelfHarm } from '../../moderation/self-harm.js';
import { violationJob, violationJobId } from '../../moderation/violation-job.js';
import { askDiscord } from '../../servers/discord-answers.js';
import { namesIn, type ServerNames } from '../server-names.js';
import { SettingValues } from '../setting-values.js';
import type {
  Installed,
  MessageResult,
  PageAction,
  PageRequest,
  SystemAnswer,
  SystemEvent,
  SystemHandler,
  SystemJob,
  TypedOption,
} from '../system-handler.js';
import { AUTO_MODERATION_ID, CHANNEL_OPTION, ROLE_OPTION } from './definition.js';
import { DiscordRules } from './discord-rules.js';
import { RepeatLog } from './repeat-log.js';
import { RuleWithdrawal } from './rule-withdrawal.js';
import { namesPlaces, ruleOf, summaryOf, type Rule } from './rule.js';
import type { JudgedMessage } from './rule-matcher.js';
import { DRY_RUN, recordedText, rulePage } from './rule-page.js';
import { RuleStore, type KnownRule } from './rule-store.js';

type DiscordMessage = GatewayMessageCreateDispatchData | GatewayMessageUpdateDispatchData;
type Violation = Extract<JobOf<typeof queues.moderation>['task'], { kind: 'violation' }>;

/** A message as it is judged. */
interface Seen {
  readonly message: IncomingMessage;
  readonly raw: DiscordMessage;
  readonly judged: JudgedMessage;
}

const BLOCKED = 'blocked';
const ROLES_CHANGED = 'roles-changed';
/** Changes of roles within this time are one. */
const ROLES_SETTLE_MS = 30_000;
const NO_NAMES: ServerNames = { channels: [], roles: [] };
const NEEDS_MANAGE_SERVER = 'You need the permission “Manage Server” for this.';

/** The rules of owners, on top of Discord's own AutoMod. Cases, limits and taking back are those of moderation. */
@Injectable()
export class AutoModeration implements SystemHandler {
  readonly systemId = AUTO_MODERATION_ID;
  private readonly repeats = new RepeatLog();

  constructor(
    private readonly store: RuleStore,
    private readonly discord: DiscordRules,
    private readonly withdrawal: RuleWithdrawal,
    private readonly moderation: Moderation,
    private readonly clients: RestClients,
    private readonly accepted: AcceptedJobs,
  ) {}

  onMessage(installed: Installed, message: IncomingMessage, raw: GatewayMessageCreateDispatchData): MessageResult | null {
    const judged = judgedOf(installed, message, raw);
    if (!judged) return null;
    this.repeats.add(judged);
    return this.judge(installed, { message, raw, judged }, () => true);
  }

  /** A change is no further message. Told again, it makes no second case: each text has one. */
  onEdit(installed: Installed, message: IncomingMessage, raw: GatewayMessageUpdateDispatchData): MessageResult | null {
    const judged = judgedOf(installed, message, raw);
    return judged && this.judge(installed, { message, raw, judged }, ({ isAboutText }) => isAboutText);
  }

  /** By rules that do more than log; none are in force in a dry run. */
  forbids({ connected, settings }: Installed, message: IncomingMessage, text: string, roleIds: readonly string[]): boolean {
    const { id, guildId, authorId: memberId, channelId, parentId } = message;
    if (guildId === null || isDryRun(settings)) return false;
    const place = { guildId, channelId, parentId };
    const texts = { content: text, written: text, text: new MessageText(text) };
    const judged = { ...texts, ...place, memberId, roleIds, sentAtMs: sentAtMs(id) };
    const rules = this.store.inMemory({ botId: connected.bot.botId, guildId }) ?? [];
    return rules.some((rule) => rule.isAboutText && punishes(rule) && rule.breaks(judged, this.repeats));
  }

  onEvent({ connected }: Installed, payload: GatewayDispatchPayload): readonly SystemEvent[] {
    // So that the first message finds the rules in memory.
    if (payload.t === 'GUILD_CREATE') this.store.inMemory({ botId: connected.bot.botId, guildId: payload.d.id });
    if (payload.t === 'GUILD_ROLE_CREATE' || payload.t === 'GUILD_ROLE_UPDATE')
      return this.rolesChanged(connected.bot.botId, payload.d.guild_id);
    if (payload.t !== 'AUTO_MODERATION_ACTION_EXECUTION') return [];
    const { guild_id: guildId, rule_id: ruleId, user_id: memberId, channel_id: channelId = payload.d.guild_id } = payload.d;
    // Discord gives such an event no id; the number in its session is the same when it is delivered again.
    const eventId = createHash('sha256')
      .update(`${payload.s}:${JSON.stringify(payload.d)}`)
      .digest('base64url')
      .slice(0, 30);
    return [{ eventId, name: BLOCKED, guildId, channelId, data: { ruleId, memberId, channelId } }];
  }

  /** Discord blocked a message because of one of our rules: it becomes a case, with warning and timeout as the rule says. */
  async work({ botId, ownerId, guildId, eventId, bot, settings, task }: SystemJob<'event'>): Promise<void> {
    if (task.name === ROLES_CHANGED && guildId !== null) await this.discord.syncAnew(botId, guildId);
    if (task.name !== BLOCKED || guildId === null) return;
    const rule = await this.store.findByDiscordRule({ botId, guildId }, String(task.data['ruleId']));
    if (!rule) return;
    const [memberId, channelId] = [String(task.data['memberId']), String(task.data['channelId'])];
    if (exemptMembers(bot.channelSettings).has(memberId)) return;
    const found = await this.clients.use(botId, (rest) => rest.get(Routes.guildMember(guildId, memberId)));
    const { roles, nick, user } = found as APIGuildMember;
    const name = displayName(user, nick);
    const messageId = numberOf(eventId);
    const violation: Violation = {
      kind: 'violation',
      messageId,
      botName: bot.name.slice(0, 100),
      ownUserId: bot.applicationId,
      member: { id: memberId, name, isWebhook: false, roleIds: roles.slice(0, 300) },
      parentId: null,
      isRepeated: false,
      ...violationOf(rule, settings, true),
    };
    const job = { ownerId, botId, guildId, channelId, task: violation };
    await this.accepted.add(queues.moderation, violationJobId(job), job);
  }

  async runCommand({ botId, ownerId, guildId, task, settings }: SystemJob<'command'>): Promise<SystemAnswer> {
    if (guildId === null || !managesServer(task.member.permissions)) throw new CommandRefusal(NEEDS_MANAGE_SERVER);
    const server = { botId, ownerId, guildId };
    try {
      if (task.subcommand === 'add') {
        const { [CHANNEL_OPTION]: channels, [ROLE_OPTION]: exemptRoles, ...options } = task.options;
        const rule = await this.ruleIn(server, { ...options, channels, exemptRoles });
        return { content: await this.add(server, rule, isDryRun(settings)) };
      }
      if (task.subcommand === 'remove') return { content: await this.remove(server, { name: String(task.options['name']) }) };
    } catch (error) {
      const { code, message } = AppError.from(error);
      if (code === 'BAD_INPUT' || code === 'NOT_FOUND') throw new CommandRefusal(message);
      throw error;
    }
    const rules = await this.store.list(server);
    if (rules.length === 0) return { content: 'There are no rules yet. Add one with `/automod add`.' };
    return { content: rules.map((rule) => `**${rule.name}**: ${summaryOf(rule)}`).join('\n') };
  }

  async complete({ botId, guildId, text, member }: TypedOption): Promise<Choice[]> {
    if (!managesServer(member.permissions)) return [];
    const rules = await this.store.list({ botId, guildId });
    return matching(
      rules.map(({ name }) => ({ name, value: name })),
      text,
    );
  }

  async page({ botId, guildId, offset, limit, section, settings }: PageRequest): Promise<SystemPage> {
    const rules = await this.store.list({ botId, guildId });
    const isPlaced = rules.some(({ channelIds, exemptRoleIds }) => channelIds.length + exemptRoleIds.length > 0);
    const names = isPlaced ? await namesIn(this.clients, { botId, guildId }).catch(() => null) : null;
    const place = { offset: section === undefined ? 0 : offset, limit };
    return { ...rulePage(rules, names, place), ...(isDryRun(settings) && { notice: DRY_RUN }) };
  }

  async act({ botId, guildId, actor, action, rowId, values, settings }: PageAction): Promise<string> {
    const server = { botId, guildId, ownerId: actor.userId };
    if (action === 'add') return this.add(server, await askDiscord(() => this.ruleIn(server, values)), isDryRun(settings));
    if (action === 'remove' && rowId !== undefined) return this.remove(server, { id: rowId });
    throw new AppError('BAD_INPUT');
  }

  withdraw(botId: string, isDue: () => Promise<boolean>): Promise<void> {
    return this.withdrawal.withdraw(botId, isDue);
  }

  purge(botId: string): Promise<void> {
    return this.store.purge(botId);
  }

  forgetMember(_botId: string, memberId: string): Promise<void> {
    this.repeats.forgetMember(memberId);
    return Promise.resolve();
  }

  private judge(installed: Installed, seen: Seen, isAsked: (rule: KnownRule) => boolean): MessageResult | null {
    const place = { botId: installed.connected.bot.botId, guildId: seen.judged.guildId };
    const known = this.store.inMemory(place);
    const isTakenOut = known
      ? this.moderate(installed, seen, { rules: known, isAsked })
      : // This process took the bot over, and reads them now.
        this.store.whenRead(place).then((rules) => this.moderate(installed, seen, { rules, isAsked }) ?? false);
    return isTakenOut && { events: [], isTaken: false, isTakenOut };
  }

  /** Null when the message breaks none of the rules. */
  private moderate(
    { connected, settings }: Installed,
    { message, raw, judged }: Seen,
    { rules, isAsked }: { readonly rules: readonly KnownRule[]; readonly isAsked: (rule: KnownRule) => boolean },
  ): Promise<boolean> | null {
    const broken = rules.find((rule) => isAsked(rule) && rule.breaks(judged, this.repeats));
    if (!broken || (broken.isAboutText && speaksOfSelfHarm(judged.content))) return null;
    const job = violationJob(connected, message, raw, { isRepeated: false, ...violationOf(broken.rule, settings, false) });
    return this.moderation.moderate(connected, job);
  }

  /** Who manages messages is exempt from Discord's own rules too: they are brought in step with the roles. */
  private rolesChanged(botId: string, guildId: string): readonly SystemEvent[] {
    if ((this.store.inMemory({ botId, guildId }) ?? []).length === 0) return [];
    const eventId = `roles-${guildId}-${Math.floor(Date.now() / ROLES_SETTLE_MS)}`;
    return [{ eventId, name: ROLES_CHANGED, guildId, channelId: guildId, data: {}, delayMs: ROLES_SETTLE_MS }];
  }

  private async ruleIn(server: Parameters<typeof namesIn>[1], values: Parameters<typeof ruleOf>[0]): Promise<Rule> {
    return ruleOf(values, namesPlaces(values) ? await namesIn(this.clients, server) : NO_NAMES);
  }

  private async add(server: Parameters<RuleStore['add']>[0], rule: Rule, isRecorded: boolean): Promise<string> {
    await this.store.add(server, rule);
    await this.discord.sync(server.botId, server.guildId);
    return isRecorded ? recordedText(rule) : `The rule “${rule.name}” is in force.`;
  }

  private async remove(server: Parameters<RuleStore['remove']>[0], which: Parameters<RuleStore['remove']>[1]): Promise<string> {
    await this.store.remove(server, which);
    await this.discord.sync(server.botId, server.guildId);
    return 'The rule is removed.';
  }
}

const isDryRun = (settings: InstalledSystem['settings']): boolean =>
  new SettingValues(AUTO_MODERATION_ID, settings).isOn('dryRun');

const punishes = ({ rule: { deletes, warns, timeoutMinutes } }: KnownRule): boolean => deletes || warns || timeoutMinutes > 0;

/** Null for a message that no rule looks at. */
function judgedOf({ connected }: Installed, message: IncomingMessage, raw: DiscordMessage): JudgedMessage | null {
  const { guildId, authorId: memberId, channelId, parentId } = message;
  if (guildId === null || (message.isBot && connected.bot.channelSettings.ignoreOtherBots)) return null;
  const content = moderatedTextOf(raw);
  const texts = { content, written: raw.content, text: new MessageText(content) };
  return { ...texts, guildId, memberId, roleIds: raw.member?.roles ?? [], channelId, parentId, sentAtMs: sentAtMs(message.id) };
}

/** What is to be done about a message that broke a rule, in the words of moderation. */
function violationOf(
  { name, deletes, warns, timeoutMinutes }: KnownRule['rule'],
  settings: InstalledSystem['settings'],
  isBlocked: boolean,
): Pick<Violation, 'rule' | 'settings' | 'system'> {
  const values = new SettingValues(AUTO_MODERATION_ID, settings);
  return {
    rule: 'auto_moderation',
    system: { systemId: AUTO_MODERATION_ID, detail: name, timesOutAtOnce: true, isBlocked },
    settings: {
      autoDelete: deletes,
      issueWarnings: warns,
      timeoutUsers: timeoutMinutes > 0,
      timeoutDuration: Math.max(1, timeoutMinutes),
      warningThreshold: 1,
      moderationLogChannelId: values.id('logChannel') ?? '',
      moderationDryRun: values.isOn('dryRun'),
    },
  };
}

/** A number with at most 19 digits in the place of the id of a message that never came to be. */
const numberOf = (eventId: string): string => String(createHash('sha256').update(eventId).digest().readBigUInt64BE() >> 2n);
