import { RpcClient } from '@kith/kit';
import { auth, type Actor, type User } from '@kith/proto';
import { Query, Resolver } from '@nestjs/graphql';
import { Caller } from '../http/asked.js';
import { Public } from '../http/route.js';

@Resolver()
export class AuthResolver {
  constructor(private readonly rpc: RpcClient) {}

  @Public()
  @Query()
  me(@Caller() actor: Actor | undefined): Promise<User> | null {
    return actor ? this.rpc.ask(auth.user, { actor }) : null;
  }
}
