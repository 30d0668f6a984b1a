import { Events } from '@kith/kit';
import {
  AppError,
  CATALOGUE,
  events,
  isAdmin,
  planRank,
  type Actor,
  type billing,
  type ParsedInputOf,
  type Plan,
} from '@kith/proto';
import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { Repository } from 'typeorm';
import { Entitlement } from './entitlement.entity.js';

@Injectable()
export class EntitlementsService {
  constructor(
    @InjectRepository(Entitlement) private readonly entitlements: Repository<Entitlement>,
    private readonly events: Events,
  ) {}

  async entitlement(userId: string): Promise<{ plan: Plan }> {
    const held = await this.entitlements.findBy({ userId });
    return { plan: held.reduce<Plan>((best, { plan }) => (planRank(plan) > planRank(best) ? plan : best), 'free') };
  }

  async setPlan({ actor, userId, plan }: ParsedInputOf<typeof billing.setPlan>) {
    requireAdmin(actor);
    if (plan === 'free') await this.entitlements.delete({ userId, source: 'admin' });
    else
      await this.entitlements.upsert({ userId, source: 'admin', plan, grantedBy: actor.userId, updatedAt: new Date() }, [
        'userId',
        'source',
      ]);
    const inForce = await this.entitlement(userId);
    await this.events.publish(events.actorDropped, { userId });
    return { userId, plan: inForce.plan, message: `The plan is now ${CATALOGUE[inForce.plan].label}.` };
  }
}

// Somebody who is being impersonated never acts as an administrator (decision A5).
function requireAdmin(actor: Actor): void {
  if (!isAdmin(actor) || actor.impersonator) throw new AppError('FORBIDDEN');
}
