import {
  requireAdmin,
  type CreditMovement,
  type CreditTotals,
  type OutputOf,
  type ParsedInputOf,
  type payments,
  type Plan,
  type Revenue,
  type SubscriberCounts,
} from '@kith/proto';
import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource, type EntityManager } from 'typeorm';
import { Clock } from '../clock.js';
import { Payments } from '../providers/payments.js';
import { statisticsPeriods, type Period } from './statistics-periods.js';
import { SELECT_CREDITS, SELECT_RECEIVED, SELECT_RETURNED, SELECT_ROLLUP, SELECT_SUBSCRIBERS } from './statistics-statements.js';

/** Rows name their period by its place, from 1. The driver returns bigint as text; sums stay far below 2^53. */
interface ReceivedRow {
  readonly n: number;
  readonly currency: string;
  readonly plan: Plan | null;
  readonly credits: string | null;
  readonly payments: number;
  readonly cents: string;
}
interface ReturnedRow {
  readonly n: number;
  readonly currency: string;
  readonly refunded: string;
  readonly disputed: string;
}
interface CreditsRow {
  readonly n: number;
  readonly kind: CreditMovement['kind'];
  readonly credits: string;
  readonly untilThen: string;
}
type SubscribersRow = SubscriberCounts & { readonly n: number };

/** Money, subscribers and credits over time, computed from what was stored when the provider's events were applied, and from the ledger. */
@Injectable()
export class StatisticsService {
  constructor(
    @InjectDataSource() private readonly database: DataSource,
    private readonly payments: Payments,
    private readonly clock: Clock,
  ) {}

  async of({ actor, limit }: ParsedInputOf<typeof payments.statistics>): Promise<OutputOf<typeof payments.statistics>> {
    requireAdmin(actor);
    const { mode } = this.payments;
    const periods = statisticsPeriods(this.clock.now()).slice(0, limit);
    // One snapshot, so that a posting is counted once although its day is added up meanwhile.
    const read = await this.database.transaction('REPEATABLE READ', (manager) => readRows(manager, periods, mode));
    return {
      mode,
      periods: periods.map(({ month, from, to }, at) => ({
        month,
        from: from.toISOString(),
        to: to.toISOString(),
        revenue: revenueOf(ofPeriod(read.received, at), ofPeriod(read.returned, at)),
        subscribers: subscribersOf(ofPeriod(read.subscribers, at)),
        credits: creditsOf(ofPeriod(read.credits, at)),
      })),
    };
  }
}

const ofPeriod = <Row extends { readonly n: number }>(rows: readonly Row[], at: number): Row[] =>
  rows.filter(({ n }) => n === at + 1);

async function readRows(manager: EntityManager, periods: readonly Period[], mode: string) {
  const spans = [periods.map(({ from }) => from), periods.map(({ to }) => to)];
  const received = await manager.query<ReceivedRow[]>(SELECT_RECEIVED, [...spans, mode]);
  const returned = await manager.query<ReturnedRow[]>(SELECT_RETURNED, [...spans, mode]);
  const subscribers = await manager.query<SubscribersRow[]>(SELECT_SUBSCRIBERS, [...spans, mode]);
  const [rollup] = await manager.query<{ nextTxn: string }[]>(SELECT_ROLLUP);
  const credits = await manager.query<CreditsRow[]>(SELECT_CREDITS, [...spans, rollup?.nextTxn ?? 0]);
  return { received, returned, subscribers, credits };
}

function revenueOf(received: readonly ReceivedRow[], returned: readonly ReturnedRow[]): Revenue[] {
  const currencies = [...new Set([...received, ...returned].map(({ currency }) => currency))].toSorted();
  return currencies.map((currency) => {
    const items = received
      .filter((row) => row.currency === currency)
      .map(({ plan, credits, payments, cents }) => ({
        plan,
        credits: credits === null ? null : Number(credits),
        payments,
        cents: Number(cents),
      }));
    const given = returned.find((row) => row.currency === currency);
    const receivedCents = sumOf(items.map(({ cents }) => cents));
    const [refundedCents, disputedCents] = [Number(given?.refunded ?? 0), Number(given?.disputed ?? 0)];
    const netCents = receivedCents - refundedCents - disputedCents;
    return { currency, items, receivedCents, refundedCents, disputedCents, netCents };
  });
}

function subscribersOf([row]: readonly SubscribersRow[]): SubscriberCounts {
  const { basic = 0, premium = 0, started = 0, ended = 0 } = row ?? {};
  return { basic, premium, started, ended };
}

function creditsOf(rows: readonly CreditsRow[]): CreditTotals {
  const added = (...kinds: readonly CreditMovement['kind'][]): number =>
    sumOf(rows.filter(({ kind }) => kinds.includes(kind)).map(({ credits }) => Number(credits)));
  return {
    sold: added('purchase'),
    granted: added('grant'),
    // No -0, which JSON cannot hold.
    spent: 0 - added('message', 'reversal'),
    refunded: 0 - added('refund'),
    corrected: 0 - added('correction'),
    outstanding: sumOf(rows.map(({ untilThen }) => Number(untilThen))),
  };
}

const sumOf = (numbers: readonly number[]): number => numbers.reduce((sum, number) => sum + number, 0);
