import { LOGGER, RpcClient, type Logger } from '@kith/kit';
import { bots, type Actor, type AuditEvent, type AuditName } from '@kith/proto';
import { Inject, Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { In, Repository } from 'typeorm';
import { UserEntity } from '../user.entity.js';

const UUID = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/;

// The log is shown without names of bots rather than late.
const TIMEOUT_MS = 2000;

/** The names of the users and bots that audit events are about. */
@Injectable()
export class AuditNames {
  constructor(
    @InjectRepository(UserEntity) private readonly users: Repository<UserEntity>,
    private readonly rpc: RpcClient,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /** One query and at most one call for a page of events. Ids that no user has are left out while the bots are unavailable. */
  async of(actor: Actor, events: readonly AuditEvent[]): Promise<AuditName[]> {
    const named = events.flatMap(({ actorId, effectiveUserId, target }) => [actorId, effectiveUserId, target]);
    const ids = [...new Set(named.filter((id) => id !== null && UUID.test(id)))] as string[];
    const users = await this.users.find({ select: { id: true, username: true }, where: { id: In(ids) } });
    const names = new Map<string, string | null>(users.map(({ id, username }) => [id, username]));
    const others = ids.filter((id) => !names.has(id));
    for (const [id, name] of await this.botNames(actor, others)) names.set(id, name);
    return [...names].map(([id, name]) => ({ id, name }));
  }

  private async botNames(actor: Actor, ids: readonly string[]): Promise<[string, string | null][]> {
    const found: [string, string | null][] = [];
    try {
      // A page has at most 200 events with three ids each.
      for (let at = 0; at < ids.length; at += 200) {
        const botIds = ids.slice(at, at + 200);
        const names = new Map(
          Object.entries((await this.rpc.ask(bots.names, { actor, botIds }, { timeoutMs: TIMEOUT_MS })).names),
        );
        found.push(...botIds.map((id): [string, string | null] => [id, names.get(id) ?? null]));
      }
    } catch (error) {
      this.logger.warn({ err: error }, 'names of bots in the audit log not known right now');
    }
    return found;
  }
}
