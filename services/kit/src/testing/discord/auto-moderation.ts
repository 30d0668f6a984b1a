import type { AutoModRule } from './auto-mod-rule.js';
import { PERMISSION, type Guild } from './guilds.js';
import { invalid } from './form-problems.js';
import { missingPermissions, unknown } from './permissions.js';
import type { RestRequest, RestResponse } from './rest-types.js';
import type { Gateway } from './gateway.js';
import type { DiscordBot, DiscordState } from './state.js';

const notFound: RestResponse = { status: 404, body: { message: '404: Not Found', code: 0 } };
const KEYWORD = 1;
const MENTION_SPAM = 5;
/** How many rules of a kind a guild can have. */
const MAX_RULES: Readonly<Record<number, number>> = { [KEYWORD]: 6, [MENTION_SPAM]: 1 };

/** The rules of AutoMod in the guilds. */
export class AutoModRules {
  constructor(private readonly state: DiscordState) {}

  of(guildId: string): AutoModRule[] {
    return [...this.state.autoModRules.values()].filter((rule) => rule.guild_id === guildId);
  }

  /** Serves /guilds/<id>/auto-moderation/rules. */
  serve({ method, path, applicationId, body }: RestRequest, guild: Guild): RestResponse {
    if (path[3] !== 'rules') return notFound;
    if (!(this.state.guilds.permissions(guild, applicationId) & PERMISSION.manageGuild)) return missingPermissions;
    const id = path[4];
    if (id === undefined)
      return method === 'GET' ? { status: 200, body: this.of(guild.id) } : this.create(method, guild, applicationId, body);
    const known = this.state.autoModRules.get(id);
    if (known?.guild_id !== guild.id) return unknown('Auto Moderation Rule', 10_066);
    if (method === 'DELETE') {
      this.state.autoModRules.delete(id);
      return { status: 204 };
    }
    return method === 'PATCH' ? this.write({ ...known, ...body }) : notFound;
  }

  private create(method: string, guild: Guild, creator: string, body: Record<string, unknown>): RestResponse {
    if (method !== 'POST') return notFound;
    const type = Number(body['trigger_type']);
    const most = MAX_RULES[type] ?? 0;
    if (this.of(guild.id).filter((rule) => rule.trigger_type === type).length >= most)
      return invalid('trigger_type', 'AUTO_MODERATION_MAX_RULES_OF_TYPE_EXCEEDED', `Max rules of this type (${most}) exceeded`);
    const own = { id: this.state.snowflake(), guild_id: guild.id, creator_id: creator, exempt_roles: [], exempt_channels: [] };
    return this.write({ ...own, ...body } as unknown as AutoModRule);
  }

  private write(rule: AutoModRule): RestResponse {
    const { keyword_filter: words = [], regex_patterns: patterns = [], mention_total_limit: limit } = rule.trigger_metadata;
    if (rule.name === '' || rule.name.length > 100)
      return invalid('name', 'BASE_TYPE_BAD_LENGTH', 'Must be between 1 and 100 in length.');
    if (words.length > 1000 || words.some((word) => word.length === 0 || word.length > 60))
      return invalid('keyword_filter', 'BASE_TYPE_BAD_LENGTH', 'Must be between 1 and 60 in length.');
    if (patterns.length > 10 || patterns.some((pattern) => pattern.length === 0 || pattern.length > 260))
      return invalid('regex_patterns', 'BASE_TYPE_BAD_LENGTH', 'Must be between 1 and 260 in length.');
    if (rule.trigger_type === KEYWORD && words.length + patterns.length === 0)
      return invalid('trigger_metadata', 'BASE_TYPE_REQUIRED', 'This field is required');
    if (rule.trigger_type === MENTION_SPAM && !(Number.isInteger(limit) && Number(limit) >= 1 && Number(limit) <= 50))
      return invalid('mention_total_limit', 'NUMBER_TYPE_MAX', 'int value should be less than or equal to 50.');
    if (rule.exempt_roles.length > 20) return invalid('exempt_roles', 'BASE_TYPE_MAX_LENGTH', 'Must be 20 or fewer in length.');
    if (rule.exempt_channels.length > 50)
      return invalid('exempt_channels', 'BASE_TYPE_MAX_LENGTH', 'Must be 50 or fewer in length.');
    this.state.autoModRules.set(rule.id, rule);
    return { status: 200, body: rule };
  }
}

/** What Discord's AutoMod has and does, for tests. */
export class AutoMod {
  constructor(
    private readonly state: DiscordState,
    private readonly gateway: Gateway,
  ) {}

  rules(guildId: string): AutoModRule[] {
    return new AutoModRules(this.state).of(guildId);
  }

  /** AutoMod blocks what a member wrote, which the bots that manage the guild and asked for it are told. */
  block(
    bot: Pick<DiscordBot, 'applicationId'>,
    { ruleId, memberId, content }: { ruleId: string; memberId: string; content: string },
  ): void {
    const { guildId, channelId } = this.state.bot(bot.applicationId);
    const place = { guild_id: guildId, channel_id: channelId, user_id: memberId };
    const matched = { matched_keyword: content, matched_content: content };
    const payload = { ...place, action: { type: 1, metadata: {} }, rule_id: ruleId, rule_trigger_type: 1, content, ...matched };
    this.gateway.dispatch(bot.applicationId, 'AUTO_MODERATION_ACTION_EXECUTION', () => payload);
  }
}
