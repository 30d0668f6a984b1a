import { Events, PreparedStatement } from '@kith/kit';
import { AppError, PLAN_CATALOGUE, events, type Actor, type billing, type OutputOf, type ParsedInputOf } from '@kith/proto';
import { Injectable } from '@nestjs/common';
import { InjectDataSource, InjectRepository } from '@nestjs/typeorm';
import { DataSource, Repository } from 'typeorm';
import { Entitlements } from '../plans/entitlements.js';
import { dailyLimitOf } from './daily-limit.js';
import { Reservations, type Reservation } from './reservations.js';
import { UsageDayEntity } from './usage-day.entity.js';
import { nextReset, runsOutAt, utcDay } from './usage-forecast.js';
import { UsageWarnings } from './usage-warnings.js';

type Reserved = OutputOf<typeof billing.reserve>;

const SETTLE = new PreparedStatement('select billing.settle_message($1)');
const RELEASE = new PreparedStatement<{ userId: string | null }>('select billing.release_message($1, $2) as "userId"');
const ACTIVITY = `
  select to_char(d, 'YYYY-MM-DD') as date, coalesce(u.used + u.on_credit, 0) as count
  from generate_series(0, 6) as n
  cross join lateral (select (now() at time zone 'utc')::date - 6 + n as d) as days
  left join billing.usage_day u on u.user_id = $1 and u.day = d
  order by d`;

/** Servers that are named as having reached their cap; the others are not told. */
const MAX_NAMED_SERVERS = 100;
const REACHED_CAPS = `
  with today as materialized (
    select key, used from billing.cap_day where user_id = $1 and day = (now() at time zone 'utc')::date)
  select exists (select from today where key = $2 and used >= $3) as "isBotReached",
    array(select substr(key, length($4) + 1) from today where starts_with(key, $4) and used >= $5
      order by used desc, key limit ${MAX_NAMED_SERVERS}) as "guildIds",
    (select count(*)::int from today where starts_with(key, $6) and used >= $7) as members`;

/**
 * Charges messages: each is reserved before the model is called, then settled or released. The rules are SQL functions, so that they hold
 * across replicas.
 */
@Injectable()
export class MeteringService {
  constructor(
    @InjectDataSource() private readonly database: DataSource,
    @InjectRepository(UsageDayEntity) private readonly days: Repository<UsageDayEntity>,
    private readonly entitlements: Entitlements,
    private readonly reservations: Reservations,
    private readonly warnings: UsageWarnings,
    private readonly events: Events,
  ) {}

  async usage({ userId }: Actor): Promise<OutputOf<typeof billing.usage>> {
    const now = new Date();
    const [{ plan, credits }, today] = await Promise.all([
      this.entitlements.of(userId),
      this.days.findOneBy({ userId, day: utcDay(now) }),
    ]);
    const used = today?.used ?? 0;
    const dailyLimit = PLAN_CATALOGUE[plan].dailyMessages;
    return {
      used,
      dailyLimit,
      credits,
      plan,
      resetsAt: nextReset(now).toISOString(),
      runsOutAt: runsOutAt(now, used, dailyLimitOf(plan))?.toISOString() ?? null,
    };
  }

  async activity({ userId }: Actor): Promise<OutputOf<typeof billing.activity>> {
    return { activity: await this.database.query(ACTIVITY, [userId]) };
  }

  async reserve(reservation: Reservation): Promise<Reserved> {
    const { userId, caps } = reservation;
    const { source, charge, cap, warning } = await this.reservations.reserve(reservation);
    if (!source)
      throw new AppError('BAD_INPUT', 'This request belongs to another user.', {
        fields: { requestId: 'Belongs to another user' },
      });
    // Not waited for: it never fails, and who replies need not wait until others were told.
    if (source !== 'denied') void this.events.publish(events.usageChanged, { userId });
    if (warning > 0) await this.warnings.publish(userId);
    return {
      source,
      charge,
      cap: caps.find(({ key }) => key === cap)?.scope ?? null,
      resetsAt: nextReset(new Date()).toISOString(),
    };
  }

  /** Caps count from when they are set, per UTC day (docs/decisions.md B19). */
  async reachedCaps({
    actor,
    botId,
    caps,
  }: ParsedInputOf<typeof billing.reachedCaps>): Promise<OutputOf<typeof billing.reachedCaps>> {
    const [row] = await this.database.query<OutputOf<typeof billing.reachedCaps>[]>(REACHED_CAPS, [
      actor.userId,
      `bot:${botId}`,
      caps.perBot,
      `server:${botId}:`,
      caps.perServer,
      `member:${botId}:`,
      caps.perMember,
    ]);
    return row ?? { isBotReached: false, guildIds: [], members: 0 };
  }

  async settle(requestId: string): Promise<Record<string, never>> {
    await SETTLE.rows(this.database, [requestId]);
    return {};
  }

  async release(requestId: string, charge?: number): Promise<Record<string, never>> {
    const [row] = await RELEASE.rows(this.database, [requestId, charge ?? null]);
    if (row?.userId) await this.events.publish(events.usageChanged, { userId: row.userId });
    return {};
  }
}
