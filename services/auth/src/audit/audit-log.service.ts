import { HandleJob, inOrderOf, OrderedList, RunningCounts, type BoundedCount } from '@kith/kit';
import { AuditEvent, queues, requireSuperAdmin, type audit, type OutputOf, type ParsedInputOf } from '@kith/proto';
import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { In, Repository } from 'typeorm';
import { AuditChain } from './audit-chain.js';
import type { Link } from './audit-checkpoint.js';
import { AUDIT_COUNT } from './audit-count.js';
import { AuditEventEntity } from './audit-event.entity.js';
import { AuditNames } from './audit-names.js';

/** The end of the chain after an event was appended, and before. */
interface Appended extends Link {
  readonly previousPosition: string;
  readonly previousHash: Buffer;
  readonly previousSeal: Buffer;
}

const APPEND = `
  select position, hash, previous_position as "previousPosition", previous_hash as "previousHash", previous_seal as "previousSeal"
  from auth.append_audit_event($1)`;

// By time, because a delayed job is written after later events.
const BY_TIME = { source: 'auth.audit_event', keys: { at: 'text', position: 'number' }, isDescending: true } as const;
const OF_USER = '(actor_id = $1::uuid or effective_user_id = $1::uuid or target = $1::text)';
const ALL = new OrderedList(BY_TIME);
const OF_ACTION = new OrderedList({ ...BY_TIME, where: 'action = $1', parameters: 1 });
const BY_USER = new OrderedList({ ...BY_TIME, where: OF_USER, parameters: 1, isPlannedEachTime: true });
const BY_USER_OF_ACTION = new OrderedList({
  ...BY_TIME,
  where: `${OF_USER} and action = $2`,
  parameters: 2,
  isPlannedEachTime: true,
});

@Injectable()
export class AuditLog {
  constructor(
    @InjectRepository(AuditEventEntity) private readonly rows: Repository<AuditEventEntity>,
    private readonly chain: AuditChain,
    private readonly names: AuditNames,
    private readonly counts: RunningCounts,
  ) {}

  @HandleJob(queues.audit)
  async write(event: AuditEvent): Promise<void> {
    await this.rows.manager.transaction(async (transaction) => {
      const [appended] = await transaction.query<Appended[]>(APPEND, [canonical(event)]);
      if (!appended) return;
      // Otherwise this seal would make valid what was written without one. The log then stays broken, and each check says so.
      const isSealed = this.chain.isSealed(
        { position: appended.previousPosition, hash: appended.previousHash },
        appended.previousSeal,
      );
      if (isSealed) await transaction.query('select auth.seal_audit_head($1)', [this.chain.sealOf(appended)]);
    });
  }

  async log({ actor, action, userId, ...page }: ParsedInputOf<typeof audit.log>): Promise<OutputOf<typeof audit.log>> {
    requireSuperAdmin(actor);
    const { connection } = this.rows.manager;
    const [list, parameters] = listOf(action, userId);
    const [counted, isIntact] = await Promise.all([
      userId === undefined ? this.countAll(action) : list.count(connection, parameters),
      this.chain.isIntact(),
    ]);
    const known = counted.isMoreThanTotal ? undefined : counted.total;
    const { ids, ...neighbours } = await list.page(connection, parameters, page, known);
    const rows = ids.length === 0 ? [] : await this.rows.findBy({ position: In(ids) });
    const found = inOrderOf(ids, rows, ({ position }) => position);
    const events = found.flatMap(({ event }) => AuditEvent.safeParse(JSON.parse(event)).data ?? []);
    // A row that does not parse was tampered with. The others are still returned, so that spoiling one row does not hide them.
    const names = await this.names.of(actor, events);
    return { events, names, ...counted, ...neighbours, isIntact: isIntact && events.length === found.length };
  }

  private async countAll(action: string | undefined): Promise<BoundedCount> {
    if (action !== undefined) return { total: (await this.counts.read(AUDIT_COUNT, { action })).events, isMoreThanTotal: false };
    // The last position is their number, because positions have no gaps.
    const [head] = await this.rows.query<{ position: string }[]>('select position from auth.audit_head');
    return { total: Number(head?.position ?? 0), isMoreThanTotal: false };
  }
}

function listOf(action: string | undefined, userId: string | undefined): [OrderedList, string[]] {
  if (userId === undefined) return action === undefined ? [ALL, []] : [OF_ACTION, [action]];
  return action === undefined ? [BY_USER, [userId]] : [BY_USER_OF_ACTION, [userId, action]];
}

/** JSON with sorted keys, so that equal events give equal texts, and with a replacement for characters that Postgres does not store. */
function canonical(event: AuditEvent): string {
  const keys = [...new Set([...Object.keys(event), ...Object.keys(event.details)])].toSorted();
  const storable = (_key: string, value: unknown): unknown =>
    typeof value === 'string' ? value.replaceAll('\0', '\ufffd').replace(/\p{Surrogate}/gu, '\ufffd') : value;
  return JSON.stringify(JSON.parse(JSON.stringify(event), storable), keys);
}
