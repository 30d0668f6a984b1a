import { inOrderOf, OrderedList, PreparedStatement, RunningCounts, type ListPageRequest } from '@kith/kit';
import { sentAtMs, type RunnableBot } from '@kith/proto';
import { Injectable } from '@nestjs/common';
import { InjectDataSource, InjectRepository } from '@nestjs/typeorm';
import { DataSource, In, Repository } from 'typeorm';
import { MemberNames } from '../member-names.js';
import { LevelMemberEntity } from './level-member.entity.js';
import { BAND, LEADERBOARD, LEVEL_COUNT } from './level-orders.js';
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
const BY_EXPERIENCE = new OrderedList(LEADERBOARD);
// Those of the bands above are counted already.
const ABOVE = new PreparedStatement<{ above: string }>(`
  select coalesce((select sum(members) from runner.level_count where bot_id = $1 and guild_id = $2 and band > $4), 0) + (
    select count(*) from runner.level_member
    where bot_id = $1 and guild_id = $2 and -experience < -$3::int and -experience > -$5::int
  ) as above`);

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

interface StandingsOfPage {
  readonly standings: Standing[];
  readonly total: number;
  readonly next: string | null;
  readonly previous: string | null;
}

/** The experience of the members of servers. */
@Injectable()
export class LevelStore {
  constructor(
    @InjectRepository(LevelMemberEntity) private readonly rows: Repository<LevelMemberEntity>,
    @InjectDataSource() private readonly database: DataSource,
    private readonly names: MemberNames,
    private readonly counts: RunningCounts,
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
    const band = Math.floor(experience / BAND);
    const [row] = await ABOVE.rows(this.database, [botId, guildId, experience, band, (band + 1) * BAND]);
    return Number(row?.above ?? 0) + 1;
  }

  async list({ botId, guildId }: Server, page: ListPageRequest): Promise<StandingsOfPage> {
    const { members: total } = await this.counts.read(LEVEL_COUNT, { bot_id: botId, guild_id: guildId });
    const { ids, ...neighbours } = await BY_EXPERIENCE.page(this.database, [botId, guildId], page, total);
    const found = ids.length === 0 ? [] : await this.rows.findBy({ botId, guildId, memberId: In(ids) });
    const standings = inOrderOf(ids, found, ({ memberId }) => memberId).map((row) => this.standing(row));
    return { standings, total, ...neighbours };
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
