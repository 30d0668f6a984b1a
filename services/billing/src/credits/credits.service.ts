import { Audit, Events, RpcClient } from '@kith/kit';
import {
  AppError,
  auth,
  badField,
  events,
  PACKAGES,
  requireSuperAdmin,
  unreachable,
  type billing,
  type CreditMovement,
  type CreditPackage,
  type OutputOf,
  type ParsedInputOf,
} from '@kith/proto';
import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource } from 'typeorm';

type Correction = 'taken' | 'repeated' | 'too_few' | 'other';
type History = OutputOf<typeof billing.history>;

// The specification marks these two packages, docs/decisions.md B9.
const POPULAR_CREDITS = 500;
const BEST_VALUE_CREDITS = 5000;

// Above this many postings since the last checkpoint of a user, checkpoints are added.
const MAX_SINCE_CHECKPOINT = 512;

// What a posting left is the sum of the account until then: that of the last checkpoint before it and of the postings since. One statement, so that
// all of it is of one moment. The page is read from the index of the user alone: with more columns the index of all postings looks as good.
const SELECT_HISTORY = `
  with page as (
    select id, amount from billing.ledger_txn
    where user_id = $1 and ($2::bigint is null or id < $2) order by id desc limit $3
  ), newest as (
    select coalesce(c.balance, 0) + (
      select coalesce(sum(t.amount), 0) from billing.ledger_txn t
      where t.user_id = $1 and t.id > coalesce(c.txn_id, 0) and t.id <= top.id
    ) as balance
    from (select max(id) as id from page) top
    left join lateral (
      select txn_id, balance from billing.ledger_checkpoint where user_id = $1 and txn_id <= top.id order by txn_id desc limit 1
    ) c on true
  )
  select p.id, t.kind, t.created_at as at, t.bot_id as "botId", t.reason, p.amount,
    newest.balance - coalesce(sum(p.amount) over (order by p.id desc rows between unbounded preceding and 1 preceding), 0)
      as "balanceAfter"
  from page p join billing.ledger_txn t on t.id = p.id cross join newest
  order by p.id desc`;
const COUNT_POSTINGS = `
  with last as (
    select txn_id, lines from billing.ledger_checkpoint where user_id = $1 order by txn_id desc limit 1
  )
  select coalesce((select lines from last), 0)::int as counted, count(*)::int as since
  from billing.ledger_txn where user_id = $1 and id > coalesce((select txn_id from last), 0)`;

interface LedgerRow {
  readonly id: string;
  readonly kind: CreditMovement['kind'];
  readonly at: Date;
  readonly botId: string | null;
  readonly reason: string | null;
  readonly amount: string;
  readonly balanceAfter: string;
}

@Injectable()
export class CreditsService {
  constructor(
    @InjectDataSource() private readonly database: DataSource,
    private readonly rpc: RpcClient,
    private readonly audit: Audit,
    private readonly events: Events,
  ) {}

  packages(): { packages: CreditPackage[] } {
    return {
      packages: PACKAGES.map(({ id, name, credits, priceCents }) => ({
        id,
        name,
        credits,
        price: priceCents,
        isPopular: credits === POPULAR_CREDITS,
        isBestValue: credits === BEST_VALUE_CREDITS,
      })),
    };
  }

  async grantCredits({ actor, userId, credits, idempotencyKey }: ParsedInputOf<typeof billing.grantCredits>) {
    requireSuperAdmin(actor);
    await this.rpc.ask(auth.person, { userId });
    const [row] = await this.database.query<{ balance: string | null; isNew: boolean }[]>(
      'select balance, is_new as "isNew" from billing.grant_credits($1, $2, $3, $4)',
      [userId, credits, idempotencyKey, actor.userId],
    );
    if (!row?.balance)
      throw new AppError('BAD_INPUT', 'This idempotency key was used for another grant.', {
        fields: { idempotencyKey: 'Was used for another grant' },
      });
    if (row.isNew) {
      await this.audit.report('credits_granted', { actor, target: userId, details: { credits } });
      await this.events.publish(events.usageChanged, { userId });
    }
    return { credits: Number(row.balance), message: `Added ${credits} credits.` };
  }

  async correctCredits({ actor, userId, credits, reason, idempotencyKey }: ParsedInputOf<typeof billing.correctCredits>) {
    requireSuperAdmin(actor);
    const { username } = await this.rpc.ask(auth.person, { userId });
    const [row] = await this.database.query<{ outcome: Correction; balance: string }[]>(
      'select outcome, balance from billing.correct_credits($1, $2, $3, $4, $5)',
      [userId, credits, idempotencyKey, actor.userId, reason],
    );
    const balance = Number(row?.balance);
    if (row?.outcome === 'other') throw badField('idempotencyKey', 'Was used for another correction');
    if (row?.outcome === 'too_few') throw badField('credits', `${username} has ${balance} credits. Nothing was taken.`);
    if (row?.outcome === 'taken') {
      await this.audit.report('credits_corrected', { actor, target: userId, details: { credits: -credits, reason } });
      await this.events.publish(events.usageChanged, { userId });
    }
    return { credits: balance, message: `Took ${credits} credits.` };
  }

  async history({ actor: { userId }, before, limit }: ParsedInputOf<typeof billing.history>): Promise<History> {
    const [rows, [count]] = await Promise.all([
      this.database.query<LedgerRow[]>(SELECT_HISTORY, [userId, before ?? null, limit + 1]),
      this.database.query<{ counted: number; since: number }[]>(COUNT_POSTINGS, [userId]),
    ]);
    const { counted, since } = count ?? { counted: 0, since: 0 };
    if (since > MAX_SINCE_CHECKPOINT) await this.database.query('select billing.checkpoint_account($1)', [userId]);
    const movements = rows.slice(0, limit).map(toMovement);
    return { movements, total: counted + since, next: rows.length > limit ? (movements.at(-1)?.id ?? null) : null };
  }
}

function toMovement({ id, kind, at, botId, reason, amount, balanceAfter }: LedgerRow): CreditMovement {
  const credits = Number(amount);
  const description = describeMovement(kind, credits, reason);
  return { id, at: at.toISOString(), kind, credits, balanceAfter: Number(balanceAfter), botId, description };
}

function describeMovement(kind: CreditMovement['kind'], credits: number, reason: string | null): string {
  switch (kind) {
    case 'grant':
      return 'Added by an administrator';
    case 'purchase':
      return `Bought ${credits} credits`;
    case 'message':
      return 'Reply above the daily limit';
    case 'reversal':
      return 'Reply not delivered: credit returned';
    case 'refund':
      return credits > 0 ? 'Dispute closed: credits returned' : 'Refund';
    case 'correction':
      return `Taken back by an administrator: ${reason ?? ''}`;
    default:
      return unreachable(kind);
  }
}
