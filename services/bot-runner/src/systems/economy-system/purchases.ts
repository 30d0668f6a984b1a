import { Interval, Queues } from '@kith/kit';
import { queues, type JobOf } from '@kith/proto';
import { Injectable } from '@nestjs/common';
import { DesiredBotsSource } from '../../connections/desired-bots.js';
import { MemberRoles } from '../member-roles.js';
import { jobIdOf } from '../systems.js';
import { ROLE_REASON } from './economy-texts.js';
import { ShopStore, type Purchase } from './shop-store.js';

const SYSTEM_ID = 'economy-system';
const SWEEP_EVERY_MS = 60_000;
/** After this a role that could not be given is paid back. */
const GIVE_UP_AFTER_MS = 86_400_000;

/** Gives the roles that were bought. */
@Injectable()
export class Purchases {
  constructor(
    private readonly shop: ShopStore,
    private readonly roles: MemberRoles,
    private readonly queues: Queues,
    private readonly desired: DesiredBotsSource,
  ) {}

  /** Gives the role, or the price back when Discord refuses: then false. Throws what another attempt may overcome, for a day. */
  async give(purchase: Purchase): Promise<boolean> {
    const { memberId, roleId, guildId } = purchase;
    const isTooOld = Date.now() - purchase.createdAt.getTime() > GIVE_UP_AFTER_MS;
    const change = { bot: purchase, guildId, memberId, roleId, reason: ROLE_REASON };
    const result = await this.roles.give(change).catch((error: unknown) => {
      if (isTooOld) return 'refused' as const;
      throw error;
    });
    if (result === 'done') await this.shop.close(purchase);
    else await this.shop.refund(purchase);
    return result === 'done';
  }

  /** As `give`; does nothing for a purchase whose role was given or paid back. */
  async giveById(id: string): Promise<boolean> {
    const purchase = await this.shop.purchase(id);
    return !purchase || this.give(purchase);
  }

  /** Queues the roles that were paid and not given, after a crash or a long outage of Discord. */
  @Interval(SWEEP_EVERY_MS, 'the sweep of open purchases')
  async sweep(): Promise<void> {
    const selling = this.desired.withSystem(SYSTEM_ID);
    if (selling.size === 0) return;
    const active = (await this.shop.botsWithDue()).filter((botId) => selling.has(botId));
    if (active.length === 0) return;
    for (const { id, botId, ownerId, guildId, attempts } of await this.shop.takeDue(active)) {
      const event = { kind: 'event', name: 'purchase', data: { purchaseId: id } } as const;
      const owned = { ownerId, botId, systemId: SYSTEM_ID };
      const place = { eventId: `purchase-${id}-${attempts}`, guildId, channelId: guildId };
      const job: JobOf<typeof queues.systems> = { ...owned, ...place, task: event };
      await this.queues.add(queues.systems, jobIdOf(job), job);
    }
  }
}
