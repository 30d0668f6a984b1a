import { RpcClient } from '@kith/kit';
import { systemPages, systems, type Actor, type InputOf } from '@kith/proto';
import { Args, Mutation, Query, Resolver } from '@nestjs/graphql';
import { Id, withoutNulls } from '../graphql/resolver-arguments.js';
import { CurrentActor } from '../http/request-decorators.js';

type PageRequest = Omit<InputOf<typeof systemPages.get>, 'actor'>;
type PageAction = Omit<InputOf<typeof systemPages.act>, 'actor'>;
type Configuration = Pick<InputOf<typeof systems.configure>, 'settings' | 'reset'>;

@Resolver()
export class SystemsResolver {
  constructor(private readonly rpc: RpcClient) {}

  @Query()
  async systems(@CurrentActor() actor: Actor, @Id('botId') botId: string) {
    return (await this.rpc.ask(systems.list, { actor, botId })).systems;
  }

  @Query()
  systemPage(@CurrentActor() actor: Actor, @Args() request: PageRequest) {
    return this.rpc.ask(systemPages.get, { ...withoutNulls(request), actor });
  }

  @Mutation()
  actOnSystem(@CurrentActor() actor: Actor, @Args() action: PageAction) {
    return this.rpc.ask(systemPages.act, { ...withoutNulls(action), actor });
  }

  @Mutation()
  installSystem(@CurrentActor() actor: Actor, @Id('botId') botId: string, @Args('systemId') systemId: string) {
    return this.rpc.ask(systems.install, { actor, botId, systemId });
  }

  @Mutation()
  configureSystem(
    @CurrentActor() actor: Actor,
    @Id('botId') botId: string,
    @Args('systemId') systemId: string,
    @Args() { settings, reset }: Configuration,
  ) {
    return this.rpc.ask(systems.configure, { ...withoutNulls({ settings, reset }), actor, botId, systemId });
  }

  @Mutation()
  removeSystem(@CurrentActor() actor: Actor, @Id('botId') botId: string, @Args('systemId') systemId: string) {
    return this.rpc.ask(systems.remove, { actor, botId, systemId });
  }
}
