import type { Actor } from '@kith/proto';
import { Controller } from '@nestjs/common';
import { RequestInput } from '../http/request-decorators.js';
import { Route } from '../http/route.js';
import { dashboardRoutes as routes, type Usage } from './dashboard.routes.js';
import { ResourceUsage } from './resource-usage.js';

@Controller()
export class DashboardRest {
  constructor(private readonly resourceUsage: ResourceUsage) {}

  @Route(routes.usage)
  usage(@RequestInput() { actor }: { actor: Actor }): Promise<Usage> {
    return this.resourceUsage.of(actor);
  }
}
