import { sentAtMs, type RunnableBot } from '@kith/proto';
import { Injectable } from '@nestjs/common';
import { InjectDataSource, InjectRepository } from '@nestjs/typeorm';
import { DataSource, Repository } from 'typeorm';
import { MemberNames } from '../member-names.js';
import { LevelMemberEntity } from './level-member.entity.js';
import { experienceFor, gainOf, levelOf, MAX_EXPERIENCE } from './levels.js';

/** Only the first message of a member in this time is rewarded. */
export const COOLDOWN_S = 60;

const REWARD = `
  insert into runner.level_member as m (bot_id, owner_id, guild_id, member_id, name, experience, messages, last_message_id, last_at)
  values ($1, $2, $3, $4, $5, $6, 1, $7, $8)
  on conflict (bot_id, guild_id, member_id) do update set
    owner_id = excluded.owner_id, name = excluded.name, experience = least(m.experience + excluded.experience, $9),
    messages = m.messages + 1, last_message_id = excluded.last_message_id, last_at = excluded.last_at
  where m.last_at is null or m.last_at <= excluded.last_at - make_interval(secs => $10)`;
const CORRECT = `
  insert into runner.level_member as m (bot_id, owner_id, guild_id, member_id, name, experience, announced_level, messages)
  values ($1, $2, $3, $4, $5, $6, $7, 0)
  on conflict (bot_id, guild_id, member_id) do update set
    owner_id = excluded.owner_id, experience = excluded.experience, announced_level = excluded.announced_level`;
// Nothing for a member whose experience was corrected meanwhile.
const SET_ANNOUNCED = `
  update runner.level_member set announced_level = $4
  where bot_id = $1 and guild_id = $2 and member_id = $3 and announced_level < $4 and experience >= $5`;

interface Server {
  readonly botId: string;
  readonly guildId: string;
}

interface Member extends Server {
  readonly memberId: string;
}

/** A member on the leaderboard. */
export interface Standing {
  readonly memberId: string;
  readonly name: string;
  readonly experience: number;
  readonly messages: number;
}

/** The experience of the members of servers. */
@Injectable()
export class LevelStore {
  constructor(
    @InjectRepository(LevelMemberEntity) private readonly rows: Repository<LevelMemberEntity>,
    @InjectDataSource() private readonly database: DataSource,
    private readonly names: MemberNames,
  ) {}

  /**
   * Adds the experience for a message, once however often it is called, and none within the cooldown of the member. Returns the level of the member,
   * and the last one whose announcement and roles are done.
   */
  async reward(
    { ownerId, ...member }: Member & Pick<RunnableBot, 'ownerId'>,
    message: { readonly id: string; readonly author: string },
  ): Promise<{ readonly announced: number; readonly now: number }> {
    const { botId, guildId, memberId } = member;
    const gain = gainOf(message.id);
    const name = this.names.encrypt(member, message.author);
    const sentAt = new Date(sentAtMs(message.id));
    const key = [botId, ownerId, guildId, memberId];
    await this.database.query(REWARD, [...key, name, gain, message.id, sentAt, MAX_EXPERIENCE, COOLDOWN_S]);
    const row = await this.rows.findOneBy(member);
    return { announced: row?.announcedLevel ?? 0, now: levelOf(row?.experience ?? 0) };
  }

  /** The announcement and the roles of the level are done. */
  async setAnnounced({ botId, guildId, memberId }: Member, level: number): Promise<void> {
    await this.database.query(SET_ANNOUNCED, [botId, guildId, memberId, level, experienceFor(level)]);
  }

  /** Sets the experience of a member; `name` is stored for a member who never wrote. */
  async correct({ ownerId, ...member }: Member & Pick<RunnableBot, 'ownerId'>, experience: number, name: string): Promise<void> {
    const { botId, guildId, memberId } = member;
    const stored = this.names.encrypt(member, name);
    await this.database.query(CORRECT, [botId, ownerId, guildId, memberId, stored, experience, levelOf(experience)]);
  }

  /** Null for a member who has never been rewarded. */
  async find(member: Member): Promise<Standing | null> {
    const row = await this.rows.findOneBy(member);
    return row && this.standing(row);
  }

  /** The place on the leaderboard, from 1; members with the same experience share it. */
  async placeOf({ botId, guildId }: Server, experience: number): Promise<number> {
    const [row] = await this.database.query<{ above: number }[]>(
      'select count(*)::int as above from runner.level_member where bot_id = $1 and guild_id = $2 and experience > $3',
      [botId, guildId, experience],
    );
    return (row?.above ?? 0) + 1;
  }

  async list(
    { botId, guildId }: Server,
    { limit, offset }: { limit: number; offset: number },
  ): Promise<{ standings: Standing[]; total: number }> {
    const where = { botId, guildId };
    const rows = await this.rows.find({ where, order: { experience: 'desc', memberId: 'asc' }, take: limit, skip: offset });
    return { standings: rows.map((row) => this.standing(row)), total: await this.rows.countBy(where) };
  }

  async forgetMember(botId: string, memberId: string): Promise<void> {
    await this.rows.delete({ botId, memberId });
  }

  async purge(botId: string): Promise<void> {
    await this.rows.delete({ botId });
  }

  private standing(row: LevelMemberEntity): Standing {
    const { memberId, experience, messages } = row;
    return { memberId, experience, messages, name: this.names.decrypt(row, row.name) };
  }
}
