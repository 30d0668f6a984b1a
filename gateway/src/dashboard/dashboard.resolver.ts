import type { Actor } from '@kith/proto';
import { Query, Resolver } from '@nestjs/graphql';
import { Caller } from '../http/asked.js';
import type { Usage } from './dashboard.routes.js';
import { ResourceUsage } from './resource-usage.js';

@Resolver()
export class DashboardResolver {
  constructor(private readonly readings: ResourceUsage) {}

  @Query()
  resourceUsage(@Caller() actor: Actor): Promise<Usage> {
    return this.readings.of(actor);
  }
}
