import { RpcClient } from '@kith/kit';
import { auth, type Actor, type InputOf, type User } from '@kith/proto';
import { Args, Mutation, Query, Resolver } from '@nestjs/graphql';
import { given, Id } from '../graphql/arguments.js';
import { Caller, InExchange, Sender, type Exchange } from '../http/asked.js';
import { Public } from '../http/route.js';
import { Sessions } from './sessions.js';

type Origin = InputOf<typeof auth.login>['origin'];
type Sent<C extends 'register' | 'login' | 'requestPasswordReset' | 'resetPassword'> = Omit<InputOf<(typeof auth)[C]>, 'origin'>;
type Changes<C extends 'profile' | 'password' | 'notificationSettings' | 'apiSettings'> = Omit<
  InputOf<(typeof auth)[C]>,
  'actor'
>;

@Resolver()
export class AuthResolver {
  constructor(
    private readonly rpc: RpcClient,
    private readonly cookies: Sessions,
  ) {}

  @Public()
  @Query()
  me(@Caller() actor: Actor | undefined): Promise<User> | null {
    return actor ? this.rpc.ask(auth.user, { actor }) : null;
  }

  @Public()
  @Query()
  signInOptions() {
    return this.rpc.ask(auth.signInOptions, {});
  }

  @Query()
  async sessions(@Caller() actor: Actor) {
    return (await this.rpc.ask(auth.sessions, { actor })).sessions;
  }

  @Public('sign-in')
  @Mutation()
  async register(@Args('input') input: Sent<'register'>, @Sender() origin: Origin, @InExchange() { reply }: Exchange) {
    return this.cookies.begin(await this.rpc.ask(auth.register, { ...input, origin }), reply);
  }

  @Public('sign-in')
  @Mutation()
  async login(@Args('input') input: Sent<'login'>, @Sender() origin: Origin, @InExchange() { reply }: Exchange) {
    return this.cookies.begin(await this.rpc.ask(auth.login, { ...input, origin }), reply);
  }

  @Mutation()
  async logout(@Caller() actor: Actor, @InExchange() { reply }: Exchange) {
    return this.cookies.end(await this.rpc.ask(auth.logout, { actor }), reply, actor.userId);
  }

  @Mutation()
  updateProfile(@Caller() actor: Actor, @Args('input') input: Changes<'profile'>) {
    return this.rpc.ask(auth.profile, { ...input, actor });
  }

  @Mutation()
  async changePassword(@Caller() actor: Actor, @Args('input') input: Changes<'password'>) {
    return this.cookies.recheck(await this.rpc.ask(auth.password, { ...input, actor }), actor.userId);
  }

  @Mutation()
  updateNotificationSettings(@Caller() actor: Actor, @Args('input') input: Changes<'notificationSettings'>) {
    return this.rpc.ask(auth.notificationSettings, { ...given(input), actor });
  }

  @Mutation()
  updateApiSettings(@Caller() actor: Actor, @Args('input') input: Changes<'apiSettings'>) {
    return this.rpc.ask(auth.apiSettings, { ...given(input), actor });
  }

  @Mutation()
  async endSession(@Caller() actor: Actor, @Id('id') sessionId: string, @InExchange() { reply }: Exchange) {
    const answer = await this.rpc.ask(auth.endSession, { actor, sessionId });
    return this.cookies.endOne(answer, reply, { actor, sessionId });
  }

  @Mutation()
  async endAllSessions(@Caller() actor: Actor, @InExchange() { reply }: Exchange) {
    return this.cookies.end(await this.rpc.ask(auth.endSessions, { actor }), reply, actor.userId);
  }

  @Mutation()
  async deleteAccount(@Caller() actor: Actor, @Args('password') password: string, @InExchange() { reply }: Exchange) {
    return this.cookies.end(await this.rpc.ask(auth.removeAccount, { actor, password }), reply, actor.userId);
  }

  @Public('sign-in')
  @Mutation()
  requestPasswordReset(@Args() input: Sent<'requestPasswordReset'>, @Sender() origin: Origin) {
    return this.rpc.ask(auth.requestPasswordReset, { ...input, origin });
  }

  @Public('sign-in')
  @Mutation()
  async resetPassword(@Args() input: Sent<'resetPassword'>, @Sender() origin: Origin, @InExchange() { reply }: Exchange) {
    return this.cookies.end(await this.rpc.ask(auth.resetPassword, { ...input, origin }), reply);
  }
}
