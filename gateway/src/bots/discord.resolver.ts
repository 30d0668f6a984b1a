import { RpcClient } from '@kith/kit';
import { discord, runner, type Actor, type InputOf, type PrivilegedIntent } from '@kith/proto';
import { Args, Mutation, Query, Resolver } from '@nestjs/graphql';
import { Id, withoutNulls } from '../graphql/resolver-arguments.js';
import { CurrentActor } from '../http/request-decorators.js';

type Profile = Omit<InputOf<typeof discord.updateProfile>, 'actor' | 'botId'>;

@Resolver()
export class DiscordResolver {
  constructor(private readonly rpc: RpcClient) {}

  @Query()
  discordConnection(@CurrentActor() actor: Actor, @Id('botId') botId: string) {
    return this.rpc.ask(discord.connection, { actor, botId });
  }

  @Query()
  discordChannels(@CurrentActor() actor: Actor, @Id('botId') botId: string, @Args('serverId') serverId: string) {
    return this.rpc.ask(discord.channels, { actor, botId, serverId });
  }

  @Query()
  botProblems(@CurrentActor() actor: Actor, @Id('botId') botId: string) {
    return this.rpc.ask(runner.problems, { actor, botId });
  }

  @Mutation()
  checkDiscordToken(@CurrentActor() actor: Actor, @Args('token') token: string) {
    return this.rpc.ask(discord.checkToken, { actor, token });
  }

  @Mutation()
  updateDiscordProfile(@CurrentActor() actor: Actor, @Id('botId') botId: string, @Args('input') input: Profile) {
    return this.rpc.ask(discord.updateProfile, { ...withoutNulls(input), actor, botId });
  }

  @Mutation()
  enableIntent(@CurrentActor() actor: Actor, @Id('botId') botId: string, @Args('intent') intent: PrivilegedIntent) {
    return this.rpc.ask(discord.enableIntent, { actor, botId, intent });
  }

  @Mutation()
  sayHello(
    @CurrentActor() actor: Actor,
    @Id('botId') botId: string,
    @Args('channelId') channelId: string,
    @Id('helloId') helloId: string,
  ) {
    return this.rpc.ask(discord.sayHello, { actor, botId, channelId, helloId });
  }
}
