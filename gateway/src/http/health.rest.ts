import { Health, RpcClient } from '@kith/kit';
import { SERVICES } from '@kith/proto';
import { Controller, HttpStatus, Res } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import { healthRoutes as routes, type Readiness } from './health.routes.js';
import { Route } from './route.js';

@Controller()
export class HealthRest {
  constructor(
    private readonly health: Health,
    private readonly rpc: RpcClient,
  ) {}

  @Route(routes.live)
  live() {
    return { status: 'ok' };
  }

  @Route(routes.ready)
  async ready(@Res({ passthrough: true }) reply: FastifyReply): Promise<Readiness> {
    const [own, services] = await Promise.all([this.health.report(), this.serviceStates()]);
    const isReady = own.ready && Object.values(services).every((state) => state === 'ok');
    if (!isReady) void reply.code(HttpStatus.SERVICE_UNAVAILABLE);
    return { ready: isReady, checks: { ...own.checks, ...services } };
  }

  private async serviceStates(): Promise<Readiness['checks']> {
    const states = SERVICES.map(async (name) => [name, (await this.rpc.isUp(name)) ? 'ok' : 'failed'] as const);
    return Object.fromEntries(await Promise.all(states));
  }
}
