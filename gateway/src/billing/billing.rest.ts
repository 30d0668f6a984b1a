import { RpcClient } from '@kith/kit';
import { billing, type InputOf } from '@kith/proto';
import { Controller } from '@nestjs/common';
import { Asked } from '../http/asked.js';
import { Route } from '../http/route.js';
import { billingRoutes as routes } from './billing.routes.js';

@Controller()
export class BillingRest {
  constructor(private readonly rpc: RpcClient) {}

  @Route(routes.credits)
  async credits(@Asked() asked: InputOf<typeof billing.usage>) {
    const { credits } = await this.rpc.ask(billing.usage, asked);
    return { credits };
  }

  @Route(routes.setPlan)
  setPlan(@Asked() asked: InputOf<typeof billing.setPlan>) {
    return this.rpc.ask(billing.setPlan, asked);
  }
}
