import { HandleJob } from '@kith/kit';
import { AuditEvent, queues, requireSuperAdmin, type audit, type OutputOf, type ParsedInputOf } from '@kith/proto';
import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { Repository } from 'typeorm';
import { AuditRow } from './audit-row.entity.js';
import { ChainCheck } from './chain-check.js';

@Injectable()
export class AuditLog {
  constructor(
    @InjectRepository(AuditRow) private readonly rows: Repository<AuditRow>,
    private readonly chain: ChainCheck,
  ) {}

  @HandleJob(queues.audit)
  async write(event: AuditEvent): Promise<void> {
    await this.rows.query('select auth.write_audit_event($1)', [canonical(event)]);
  }

  async log({ actor, action, userId, limit, offset }: ParsedInputOf<typeof audit.log>): Promise<OutputOf<typeof audit.log>> {
    requireSuperAdmin(actor);
    // Written in the order in which the jobs came: a delayed one stands behind later ones.
    const query = this.rows
      .createQueryBuilder('entry')
      .orderBy({ 'entry.at': 'DESC', 'entry.position': 'DESC' })
      .limit(limit)
      .offset(offset);
    if (action) query.andWhere('entry.action = :action', { action });
    if (userId)
      query.andWhere('(entry.actorId = :userId or entry.effectiveUserId = :userId or entry.target = :target)', {
        userId,
        target: userId,
      });
    const [found, total, isIntact] = await Promise.all([
      query.getMany(),
      action || userId ? query.getCount() : this.written(),
      this.chain.isIntact(),
    ]);
    const events = found.flatMap(({ event }) => AuditEvent.safeParse(JSON.parse(event)).data ?? []);
    // What is no event was not written by us. The others are shown all the same: nobody shall hide them by spoiling one.
    return { events, total, isIntact: isIntact && events.length === found.length };
  }

  /** How many rows there are, without counting them: positions have no gaps. */
  private async written(): Promise<number> {
    const [head] = await this.rows.query<{ position: string }[]>('select position from auth.audit_head');
    return Number(head?.position ?? 0);
  }
}

/** The same text for the same event, whatever order its fields came in, and without what Postgres does not store. */
function canonical(event: AuditEvent): string {
  const keys = [...new Set([...Object.keys(event), ...Object.keys(event.details)])].toSorted();
  const storable = (_key: string, value: unknown): unknown =>
    typeof value === 'string' ? value.replaceAll('\0', '\ufffd').replace(/\p{Surrogate}/gu, '\ufffd') : value;
  return JSON.stringify(JSON.parse(JSON.stringify(event), storable), keys);
}
