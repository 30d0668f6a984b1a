import { RpcClient } from '@kith/kit';
import { billing, type Actor } from '@kith/proto';
import { Query, Resolver } from '@nestjs/graphql';
import { Caller } from '../http/asked.js';

@Resolver()
export class BillingResolver {
  constructor(private readonly rpc: RpcClient) {}

  @Query()
  usage(@Caller() actor: Actor) {
    return this.rpc.ask(billing.usage, { actor });
  }
}
