import { Queues, RpcClient, HandleJob } from '@kith/kit';
import { billing, bots, queues, type JobOf } from '@kith/proto';
import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { IsNull, Not, Repository } from 'typeorm';
import { User } from '../user.entity.js';

// A request that was under way when the account went may still have created something: longer than any call may take.
const SETTLED_AFTER_MS = 60_000;

@Injectable()
export class RemovalsWorker {
  constructor(
    @InjectRepository(User) private readonly users: Repository<User>,
    private readonly rpc: RpcClient,
    private readonly queues: Queues,
  ) {}

  /** Has the other services purge what they hold, now and once more when everything has settled; then forgets the account. */
  @HandleJob(queues.accountRemovals)
  async purge({ userId }: JobOf<typeof queues.accountRemovals>): Promise<void> {
    const removed = { id: userId, removedAt: Not(IsNull()) };
    const user = await this.users.findOne({ where: removed, withDeleted: true });
    if (!user?.removedAt) return;
    const ageMs = Date.now() - user.removedAt.getTime();
    await Promise.all([this.rpc.ask(bots.removeAllOf, { userId }), this.rpc.ask(billing.removeUser, { userId })]);
    if (ageMs >= SETTLED_AFTER_MS) await this.users.delete(removed);
    else await this.queues.add(queues.accountRemovals, `${userId}-settled`, { userId }, { delayMs: SETTLED_AFTER_MS });
  }
}
