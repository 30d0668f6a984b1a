import { randomUUID } from 'node:crypto';
import { REDIS } from '@kith/kit';
import { AppError, type InstalledSystem, type SystemPage } from '@kith/proto';
import { Inject, Injectable } from '@nestjs/common';
import type { GatewayDispatchPayload, GatewayMessageCreateDispatchData } from 'discord-api-types/v10';
import type { Redis } from 'ioredis';
import { CommandRefusal } from '../../commands/command-refusal.js';
import type { MessagePart } from '../../discord/message-poster.js';
import { MemberRoles } from '../member-roles.js';
import { escapedName } from '../../discord/markdown.js';
import { fillTemplate } from '../message-templates.js';
import { Pictures } from '../pictures/pictures.js';
import { SettingValues } from '../setting-values.js';
import { SystemPosts } from '../system-posts.js';
import type { Installed, PageAction, SystemEvent, SystemHandler, SystemJob } from '../system-handler.js';
import { joinMessageEvent, memberEvent, SCREENING_MS } from './member-events.js';
import {
  NO_CHANNEL,
  NO_GREETING,
  NOWHERE,
  NOWHERE_FOR_ADULTS,
  ROLE_REASON,
  TEST_DONE,
  TEST_FORM,
  TEST_MEMBER,
  TEST_WITHOUT_PICTURE,
  tooManyGreetings,
} from './texts.js';
import { WelcomeServers, type Guild } from './welcome-servers.js';

/** A member who comes and goes is greeted once in this time, and bidden farewell once. */
const ONCE_IN_S = 600;
/** How often the owner reads that a server has no channel for greetings. */
const NOWHERE_ONCE_IN_S = 86_400;
/** Many accounts that join together must not make the bot fill a channel. */
export const MAX_GREETINGS_PER_MINUTE = 20;

type Job = SystemJob<'event'>;

/** Greets new members, gives them a role, and says goodbye to those who leave. */
@Injectable()
export class WelcomeMessages implements SystemHandler {
  readonly systemId = 'welcome-messages';

  constructor(
    private readonly servers: WelcomeServers,
    private readonly posts: SystemPosts,
    private readonly roles: MemberRoles,
    private readonly pictures: Pictures,
    @Inject(REDIS) private readonly redis: Redis,
  ) {}

  onEvent(installed: Installed, payload: GatewayDispatchPayload): readonly SystemEvent[] {
    const event = memberEvent(payload, Date.now());
    if (!event) return [];
    const settings = settingsOf(installed);
    if (event.name === 'left') return settings.text('farewell').trim() === '' ? [] : [event];
    if (event.name === 'joined') return [event];
    const roleId = settings.id('role');
    const held = payload.t === 'GUILD_MEMBER_UPDATE' ? payload.d.roles : [];
    return roleId === null || held.includes(roleId) ? [] : [event];
  }

  onSystemMessage(_installed: Installed, raw: GatewayMessageCreateDispatchData): readonly SystemEvent[] {
    const event = joinMessageEvent(raw);
    return event ? [event] : [];
  }

  async work(job: Job): Promise<void> {
    const { name } = job.task;
    if (name === 'accepted') return this.giveRoleAfterScreening(job);
    const problem = await this.say(job, name === 'left' ? 'farewell' : 'greeting');
    if (name !== 'left') await this.giveRole(job);
    if (problem !== null && (await this.isToBeNoted(job, problem))) throw new CommandRefusal(problem);
  }

  page(): Promise<SystemPage> {
    return Promise.resolve({ sections: [], forms: [TEST_FORM] });
  }

  async act({ actor, botId, guildId, action, settings }: PageAction): Promise<string> {
    if (action !== TEST_FORM.id) throw new AppError('NOT_FOUND');
    const values = settingsOf({ settings });
    const guild = await this.servers.guild(botId, guildId);
    const channelId = await this.servers.channelFor({ botId, guildId }, guild, values.id('channel'));
    if (!channelId) throw new AppError('BAD_INPUT', NO_CHANNEL);
    const text = textOf(values.text('greeting'), guild, { mention: TEST_MEMBER, name: TEST_MEMBER });
    if (text === '') throw new AppError('BAD_INPUT', NO_GREETING);
    const parts = await this.partsOf(values, guild, { text, memberId: '', name: TEST_MEMBER, username: '', avatar: null });
    const post = { postId: `welcome-test-${randomUUID()}`, channelId, parts };
    const refusal = await this.posts.postWithFiles({ botId, ownerId: actor.userId, guildId }, post);
    if (refusal === 'without_files') return TEST_WITHOUT_PICTURE;
    if (refusal) throw refusal;
    return TEST_DONE;
  }

  /** Everything that is kept expires by itself. */
  async purge(): Promise<void> {
    return Promise.resolve();
  }

  async forgetMember(botId: string, memberId: string): Promise<void> {
    await this.redis.del(screeningKey(botId, memberId));
  }

  /** Null unless the owner is to read why nothing was said; what Discord refuses is a problem. */
  private async say(job: Job, kind: 'greeting' | 'farewell'): Promise<string | null> {
    const { bot, guildId, eventId, task } = job;
    const settings = settingsOf(job);
    const template = settings.text(kind).trim();
    if (guildId === null || template === '') return null;
    const turn = await this.turnOf(job, kind);
    if (turn !== 'due') return turn === 'too_many' ? tooManyGreetings(MAX_GREETINGS_PER_MINUTE) : null;
    const guild = await this.servers.guild(bot.botId, guildId);
    const channelId = await this.servers.greetingChannel(bot, guildId, guild, settings.id('channel'));
    if (!channelId) return bot.ageRating === 'everyone' ? NOWHERE : NOWHERE_FOR_ADULTS;
    const member = memberIn(task.data);
    const { memberId, name } = member;
    const isGreeting = kind === 'greeting';
    const text = textOf(template, guild, { mention: isGreeting ? `<@${memberId}>` : `**${escapedName(name)}**`, name });
    const parts = isGreeting ? await this.partsOf(settings, guild, { text, ...member }) : [{ content: text }];
    const notifiedMembers = isGreeting && settings.isOn('notifyMember') ? [memberId] : [];
    const post = { postId: `welcome-${eventId}`, channelId, parts, notifiedMembers };
    // What Discord refuses does not keep the member from getting the role.
    await this.posts.postWithFiles({ botId: bot.botId, ownerId: bot.ownerId, guildId }, post);
    return null;
  }

  private async partsOf(
    settings: SettingValues,
    guild: Guild,
    { text, ...member }: Parameters<Pictures['welcome']>[0] & { readonly text: string },
  ): Promise<MessagePart[]> {
    const picture = settings.isOn('picture') ? await this.pictures.welcome(member, guild.name) : null;
    return [{ content: text, ...(picture ? { files: [picture] } : {}) }];
  }

  private async giveRole({ bot, guildId, settings, task: { data } }: Job): Promise<void> {
    const roleId = settingsOf({ settings }).id('role');
    if (guildId === null || roleId === null) return;
    const memberId = String(data['memberId']);
    // A role would let a member in who has not accepted the rules of the server.
    if (data['isPending'] === true) {
      const key = screeningKey(bot.botId, memberId);
      await this.redis.multi().sadd(key, guildId).pexpire(key, SCREENING_MS).exec();
      return;
    }
    await this.roles.give({ bot, guildId, memberId, roleId, reason: ROLE_REASON });
  }

  private async giveRoleAfterScreening(job: Job): Promise<void> {
    const { bot, guildId, task } = job;
    const key = screeningKey(bot.botId, String(task.data['memberId']));
    if (guildId === null || !(await this.redis.sismember(key, guildId))) return;
    await this.giveRole(job);
    await this.redis.srem(key, guildId);
  }

  /** That a server has no channel is so for each member who comes or goes: once in a while is enough. */
  private async isToBeNoted({ bot: { botId }, guildId }: Job, problem: string): Promise<boolean> {
    if (problem !== NOWHERE && problem !== NOWHERE_FOR_ADULTS) return true;
    return (
      (await this.redis.set(`runner:welcome:nowhere:${botId}:${String(guildId)}`, '1', 'EX', NOWHERE_ONCE_IN_S, 'NX')) === 'OK'
    );
  }

  /** `greeted`: the member was just now; `too_many`: more than are greeted in a minute. The same for each attempt at a job. */
  private async turnOf({ botId, guildId, eventId, task: { data } }: Job, kind: string): Promise<'due' | 'greeted' | 'too_many'> {
    const memberKey = `runner:welcome:${kind}:${botId}:${guildId}:${String(data['memberId'])}`;
    const isFirst = (await this.redis.set(memberKey, eventId, 'EX', ONCE_IN_S, 'NX')) === 'OK';
    if (!isFirst && (await this.redis.get(memberKey)) !== eventId) return 'greeted';
    const minuteKey = `runner:welcome:${kind}:${botId}:${guildId}:${Math.floor(Number(data['atMs']) / 60_000)}`;
    if (await this.redis.sismember(minuteKey, eventId)) return 'due';
    if ((await this.redis.scard(minuteKey)) >= MAX_GREETINGS_PER_MINUTE) return 'too_many';
    await this.redis.multi().sadd(minuteKey, eventId).expire(minuteKey, ONCE_IN_S).exec();
    return 'due';
  }
}

const memberIn = ({ memberId, name, username, avatar }: Job['task']['data']) => ({
  memberId: String(memberId),
  name: String(name),
  username: String(username),
  avatar: typeof avatar === 'string' ? avatar : null,
});

const settingsOf = ({ settings }: { readonly settings: InstalledSystem['settings'] }): SettingValues =>
  new SettingValues('welcome-messages', settings);

const textOf = (template: string, guild: Guild, { mention, name }: { mention: string; name: string }): string =>
  fillTemplate(template.trim(), {
    member: mention,
    name: escapedName(name),
    server: escapedName(guild.name),
    count: String(guild.approximate_member_count ?? ''),
  }).trim();

/** The servers in which the member still has to accept the rules. */
const screeningKey = (botId: string, memberId: string): string => `runner:screening:${botId}:${memberId}`;
