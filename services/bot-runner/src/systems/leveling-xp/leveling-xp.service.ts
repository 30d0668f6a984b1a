import { DiscordAPIError, type RawFile } from '@discordjs/rest';
import { AppError, sentAtMs, type InstalledSystem, type RunnableBot, type SystemPage } from '@kith/proto';
import { Injectable } from '@nestjs/common';
import type { GatewayMessageCreateDispatchData } from 'discord-api-types/v10';
import { countText } from '../count-text.js';
import { CommandRefusal } from '../../commands/command-refusal.js';
import { GuildAccess, managesServer } from '../../discord/guild-access.js';
import type { IncomingMessage } from '../../messages/decide.js';
import { authorNameOf } from '../../messages/question-of.js';
import { FieldProblem } from '../field-problem.js';
import { MemberProfiles } from '../member-profiles.js';
import { MemberRoles } from '../member-roles.js';
import { Pictures } from '../pictures/pictures.js';
import { SettingValues } from '../setting-values.js';
import {
  placeIn,
  type Installed,
  type MessageResult,
  type PageAction,
  type PageRequest,
  type SystemAnswer,
  type SystemHandler,
  type SystemJob,
} from '../system-handler.js';
import { LevelAnnouncements } from './level-announcements.js';
import { COOLDOWN_S, LevelStore, type Standing } from './level-store.js';
import {
  CORRECT_FORM,
  correctedText,
  EXPERIENCE_PROBLEM,
  ID_PROBLEM,
  leaderboard,
  NO_SUCH_PAGE,
  NOBODY,
  NOT_ALLOWED,
  notRanked,
  rankText,
  RESET_ACTION,
  ROLE_REASON,
  ROLES_NOT_YOURS,
  ROLES_REFUSED,
} from './level-texts.js';
import { levelOf, levelRoles, MAX_EXPERIENCE, progressOf, rolesAt } from './levels.js';

const PAGE_SIZE = 10;
const MAX_REMEMBERED = 50_000;

type Owned = Pick<RunnableBot, 'botId' | 'ownerId'>;
interface Server {
  readonly bot: Owned;
  readonly guildId: string;
  readonly settings: InstalledSystem['settings'];
}

/** Members earn experience and levels by writing. */
@Injectable()
export class LevelingXp implements SystemHandler {
  readonly systemId = 'leveling-xp';
  /** When members were last rewarded, by this process: most messages need no job at all. */
  private readonly rewardedAtMs = new Map<string, number>();

  constructor(
    private readonly store: LevelStore,
    private readonly profiles: MemberProfiles,
    private readonly roles: MemberRoles,
    private readonly announcements: LevelAnnouncements,
    private readonly pictures: Pictures,
    private readonly access: GuildAccess,
  ) {}

  onMessage({ connected }: Installed, message: IncomingMessage, raw: GatewayMessageCreateDispatchData): MessageResult | null {
    const { id, guildId, channelId, authorId, isBot } = message;
    if (isBot || guildId === null) return null;
    const key = `${connected.bot.botId}:${guildId}:${authorId}`;
    const atMs = sentAtMs(id);
    const lastMs = this.rewardedAtMs.get(key) ?? 0;
    // The same message is passed again when its job could not be queued before its connection ended.
    if (atMs !== lastMs && atMs < lastMs + COOLDOWN_S * 1000) return null;
    if (this.rewardedAtMs.size >= MAX_REMEMBERED) this.rewardedAtMs.clear();
    this.rewardedAtMs.set(key, atMs);
    const data = { memberId: authorId, name: authorNameOf(raw) };
    return { events: [{ eventId: id, name: 'message', guildId, channelId, data }], isTaken: false };
  }

  async work({ bot, settings, guildId, channelId, eventId, task: { data } }: SystemJob<'event'>): Promise<void> {
    if (guildId === null) return;
    const { botId, ownerId } = bot;
    const memberId = String(data['memberId']);
    const member = { botId, ownerId, guildId, memberId };
    const { announced, now } = await this.store.reward(member, { id: eventId, author: String(data['name']) });
    // Also what an earlier job left undone.
    if (now <= announced) return;
    await this.announcements.post({ bot, settings, guildId }, { memberId, channelId, level: now });
    await this.changeRoles({ bot, settings, guildId }, memberId, { before: announced, now });
    await this.store.setAnnounced(member, now);
  }

  async runCommand({ bot, settings, guildId, task }: SystemJob<'command'>): Promise<SystemAnswer> {
    const server = { bot, settings, guildId: guildId ?? '' };
    const memberId = String(task.options['member'] ?? task.member.id);
    if (task.name === 'rank') return this.rank(server, memberId);
    if (task.name === 'leaderboard') return this.leaderboard(server, Number(task.options['page'] ?? 1));
    if (!managesServer(task.member.permissions)) throw new CommandRefusal(NOT_ALLOWED);
    const experience = Number(task.options['experience']);
    await this.requireMayChangeRoles(server, task.member, { memberId, level: levelOf(experience) });
    const text = await this.correct(server, memberId, experience);
    if (text === null) throw new CommandRefusal(notRanked(memberId));
    return { content: text };
  }

  async page({ botId, guildId, section, ...request }: PageRequest): Promise<SystemPage> {
    const { standings, ...list } = await this.store.list({ botId, guildId }, placeIn(section, request));
    const before = section === undefined ? 0 : request.offset;
    const rows = standings.map(({ memberId, name, experience, messages }, index) => ({
      id: memberId,
      cells: [countText(before + index + 1), name, countText(levelOf(experience)), countText(experience), countText(messages)],
      actions: [RESET_ACTION],
    }));
    const columns = ['Place', 'Member', 'Level', 'Experience', 'Counted messages'];
    return {
      sections: [{ id: 'leaderboard', title: 'Leaderboard', empty: NOBODY, columns, rows, ...list }],
      forms: [CORRECT_FORM],
    };
  }

  async act({ actor, botId, guildId, action, rowId, values, settings }: PageAction): Promise<string> {
    const server = { bot: { botId, ownerId: actor.userId }, guildId, settings };
    if (action === RESET_ACTION.id && rowId !== undefined) {
      const text = await this.correct(server, rowId, 0);
      if (text === null) throw new AppError('NOT_FOUND');
      return text;
    }
    if (action !== CORRECT_FORM.id) throw new AppError('NOT_FOUND');
    const memberId = String(values['member'] ?? '').trim();
    const experience = values['experience'];
    const isWhole = typeof experience === 'number' && Number.isInteger(experience);
    if (!isWhole || experience < 0 || experience > MAX_EXPERIENCE) throw new FieldProblem('experience', EXPERIENCE_PROBLEM);
    const text = /^\d{17,20}$/.test(memberId) ? await this.correct(server, memberId, experience) : null;
    if (text === null) throw new FieldProblem('member', ID_PROBLEM);
    return text;
  }

  purge(botId: string): Promise<void> {
    return this.store.purge(botId);
  }

  forgetMember(botId: string, memberId: string): Promise<void> {
    return this.store.forgetMember(botId, memberId);
  }

  private async rank({ bot, guildId }: Server, memberId: string): Promise<SystemAnswer> {
    const standing = await this.store.find({ botId: bot.botId, guildId, memberId });
    if (!standing) return { content: notRanked(memberId) };
    const place = await this.store.placeOf({ botId: bot.botId, guildId }, standing.experience);
    const content = rankText(standing, place);
    const picture = await this.pictureOf({ bot, guildId }, standing, place);
    return picture ? { content, files: [picture] } : { content };
  }

  private async pictureOf(
    { bot, guildId }: Omit<Server, 'settings'>,
    standing: Standing,
    place: number,
  ): Promise<RawFile | null> {
    const { memberId, name, experience } = standing;
    // Who left, and whom Discord does not show now, has no picture of their account.
    const profile = await this.profiles.find({ botId: bot.botId, guildId, memberId }).catch(() => null);
    const member = profile ?? { memberId, name, username: '', avatar: null };
    return this.pictures.rank(member, { place, ...progressOf(experience) });
  }

  private async leaderboard({ bot, guildId }: Server, page: number): Promise<SystemAnswer> {
    const offset = (Math.max(1, Math.floor(page)) - 1) * PAGE_SIZE;
    const { standings, total } = await this.store.list({ botId: bot.botId, guildId }, { limit: PAGE_SIZE, offset });
    if (standings.length === 0) return { content: total === 0 ? NOBODY : NO_SUCH_PAGE };
    return leaderboard(standings, { from: offset + 1, total });
  }

  /** Null for someone who is not in the server and has no experience there. */
  private async correct(server: Server, memberId: string, experience: number): Promise<string | null> {
    const { bot, guildId } = server;
    const member = { botId: bot.botId, guildId, memberId };
    const known = await this.store.find(member);
    const name = known?.name ?? (await this.profiles.find(member))?.name;
    if (name === undefined) return null;
    await this.store.correct({ ...member, ownerId: bot.ownerId }, experience, name);
    const isRefused = await this.changeRoles(server, memberId, { before: null, now: levelOf(experience) });
    return correctedText(experience) + (isRefused ? ROLES_REFUSED : '');
  }

  /** Throws CommandRefusal unless the member who corrects may themselves give and take the roles that another one gets and loses by it. */
  private async requireMayChangeRoles(
    { bot: { botId }, guildId, settings }: Server,
    by: SystemJob<'command'>['task']['member'],
    { memberId, level }: { readonly memberId: string; readonly level: number },
  ): Promise<void> {
    const values = valuesOf(settings);
    const { given, taken } = rolesAt(level, levelRoles(values.lines('roles')), values.isOn('keepRoles'));
    if (given.length + taken.length === 0) return;
    const server = { botId, guildId };
    const [{ roles }, member] = await Promise.all([
      this.access.guild(server),
      this.access.member(server, memberId).catch(nullIfMissing),
    ]);
    if (!member) return;
    const changed = [...given, ...taken].filter((id) => given.includes(id) !== member.roleIds.includes(id));
    for (const roleId of changed.filter((id) => roles.some((role) => role.id === id)))
      if (!(await this.access.mayGive(server, by, roleId))) throw new CommandRefusal(ROLES_NOT_YOURS);
  }

  /** Gives and takes the roles that differ between two levels; with `before` null all of them. True when Discord refused one. */
  private async changeRoles(
    { bot, guildId, settings }: Server,
    memberId: string,
    { before, now }: { readonly before: number | null; readonly now: number },
  ): Promise<boolean> {
    const values = valuesOf(settings);
    const all = levelRoles(values.lines('roles'));
    const keepsEarlier = values.isOn('keepRoles');
    const { given, taken } = rolesAt(now, all, keepsEarlier);
    const held = before === null ? null : rolesAt(before, all, keepsEarlier).given;
    const change = { bot, guildId, memberId, reason: ROLE_REASON };
    let isRefused = false;
    for (const roleId of given)
      if (!held?.includes(roleId) && (await this.roles.give({ ...change, roleId })) === 'refused') isRefused = true;
    for (const roleId of taken)
      if ((held?.includes(roleId) ?? true) && (await this.roles.take({ ...change, roleId })) === 'refused') isRefused = true;
    return isRefused;
  }
}

const valuesOf = (settings: InstalledSystem['settings']): SettingValues => new SettingValues('leveling-xp', settings);

/** For someone who is not in the server. */
function nullIfMissing(error: unknown): null {
  if (error instanceof DiscordAPIError && error.status === 404) return null;
  throw error;
}
