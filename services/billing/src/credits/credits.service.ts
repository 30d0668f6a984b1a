import { Audit, Events, RpcClient } from '@kith/kit';
import {
  AppError,
  auth,
  events,
  PACKAGES,
  requireSuperAdmin,
  unreachable,
  type billing,
  type CreditMovement,
  type CreditPackage,
  type ParsedInputOf,
} from '@kith/proto';
import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource } from 'typeorm';

// The specification marks these two packages, docs/decisions.md B9.
const POPULAR_CREDITS = 500;
const BEST_VALUE_CREDITS = 5000;

const SELECT_HISTORY = `
  select t.id, t.kind, t.created_at as at, l.amount
  from billing.ledger_line l join billing.ledger_txn t on t.id = l.txn_id
  where l.account = $1 order by l.txn_id desc limit $2 offset $3`;

interface LedgerRow {
  readonly id: string;
  readonly kind: CreditMovement['kind'];
  readonly at: Date;
  readonly amount: string;
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

  async history({ actor, limit, offset }: ParsedInputOf<typeof billing.history>) {
    const account = `user:${actor.userId}`;
    const [rows, [count]] = await Promise.all([
      this.database.query<LedgerRow[]>(SELECT_HISTORY, [account, limit, offset]),
      this.database.query<{ total: number }[]>('select count(*)::int as total from billing.ledger_line where account = $1', [
        account,
      ]),
    ]);
    return { movements: rows.map(toMovement), total: count?.total ?? 0 };
  }
}

function toMovement({ id, kind, at, amount }: LedgerRow): CreditMovement {
  const credits = Number(amount);
  return { id, at: at.toISOString(), kind, credits, description: describeMovement(kind, credits) };
}

function describeMovement(kind: CreditMovement['kind'], credits: number): string {
  switch (kind) {
    case 'grant':
      return 'Added by an administrator';
    case 'purchase':
      return `Bought ${credits} credits`;
    case 'message':
      return 'Message';
    case 'reversal':
      return 'Message not delivered: credit returned';
    case 'refund':
      return 'Refund';
    default:
      return unreachable(kind);
  }
}
