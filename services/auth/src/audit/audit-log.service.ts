import { HandleJob, pageOfList, type PageRequest } from '@kith/kit';
import { AuditEvent, queues, requireSuperAdmin, type audit, type OutputOf, type ParsedInputOf } from '@kith/proto';
import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { Repository, type SelectQueryBuilder } from 'typeorm';
import { AuditChain, type Link } from './audit-chain.js';
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

@Injectable()
export class AuditLog {
  constructor(
    @InjectRepository(AuditEventEntity) private readonly rows: Repository<AuditEventEntity>,
    private readonly chain: AuditChain,
    private readonly names: AuditNames,
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

  async log({ actor, action, userId, limit, offset }: ParsedInputOf<typeof audit.log>): Promise<OutputOf<typeof audit.log>> {
    requireSuperAdmin(actor);
    // By time, because a delayed job is written after later events.
    const query = this.rows.createQueryBuilder('entry');
    if (action) query.andWhere('entry.action = :action', { action });
    if (userId)
      query.andWhere('(entry.actorId = :userId or entry.effectiveUserId = :userId or entry.target = :target)', {
        userId,
        target: userId,
      });
    const [total, isIntact] = await Promise.all([
      action || userId ? query.clone().getCount() : this.count(),
      this.chain.isIntact(),
    ]);
    const found = await pageOfList(total, { limit, offset }, (page, isFromEnd) => {
      const direction = isFromEnd ? 'ASC' : 'DESC';
      const ordered = query.clone().orderBy({ 'entry.at': direction, 'entry.position': direction });
      return this.entriesOf(ordered, page);
    });
    const events = found.flatMap(({ event }) => AuditEvent.safeParse(JSON.parse(event)).data ?? []);
    // A row that does not parse was tampered with. The others are still returned, so that spoiling one row does not hide them.
    const names = await this.names.of(actor, events);
    return { events, names, total, isIntact: isIntact && events.length === found.length };
  }

  /** The positions of those before the page are read from an index alone. */
  private async entriesOf(
    ordered: SelectQueryBuilder<AuditEventEntity>,
    { limit, offset }: PageRequest,
  ): Promise<AuditEventEntity[]> {
    if (offset === 0) return ordered.limit(limit).getMany();
    const places = ordered.clone().select('entry.position', 'position').limit(limit).offset(offset);
    const found = (await places.getRawMany<{ position: string }>()).map(({ position }) => position);
    return found.length === 0 ? [] : ordered.andWhere('entry.position in (:...found)', { found }).getMany();
  }

  /** The number of rows, which is the last position because positions have no gaps. */
  private async count(): Promise<number> {
    const [head] = await this.rows.query<{ position: string }[]>('select position from auth.audit_head');
    return Number(head?.position ?? 0);
  }
}

/** JSON with sorted keys, so that equal events give equal texts, and with a replacement for characters that Postgres does not store. */
function canonical(event: AuditEvent): string {
  const keys = [...new Set([...Object.keys(event), ...Object.keys(event.details)])].toSorted();
  const storable = (_key: string, value: unknown): unknown =>
    typeof value === 'string' ? value.replaceAll('\0', '\ufffd').replace(/\p{Surrogate}/gu, '\ufffd') : value;
  return JSON.stringify(JSON.parse(JSON.stringify(event), storable), keys);
}
