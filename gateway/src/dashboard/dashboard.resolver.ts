import type { Actor } from '@kith/proto';
import { Query, Resolver } from '@nestjs/graphql';
import { CurrentActor } from '../http/request-decorators.js';
import type { Usage } from './dashboard.routes.js';
import { ResourceUsage } from './resource-usage.js';

@Resolver()
export class DashboardResolver {
  constructor(private readonly usage: ResourceUsage) {}

  @Query()
  resourceUsage(@CurrentActor() actor: Actor): Promise<Usage> {
    return this.usage.of(actor);
  }
}
