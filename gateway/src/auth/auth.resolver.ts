import { RpcClient } from '@kith/kit';
import { accessKeys, auth, discordSignIn, type Actor, type InputOf, type User } from '@kith/proto';
import { Args, Mutation, Query, Resolver } from '@nestjs/graphql';
import { Id, withoutNulls } from '../graphql/resolver-arguments.js';
import { CurrentActor, HttpExchange, ClientInfo } from '../http/request-decorators.js';
import { Public } from '../http/route.js';
import { SessionLifecycle } from './session-lifecycle.js';

type Origin = InputOf<typeof auth.login>['origin'];
type ArgumentsOf<C extends 'register' | 'login' | 'requestPasswordReset' | 'resetPassword'> = Omit<
  InputOf<(typeof auth)[C]>,
  'origin'
>;
type Changes<C extends 'profile' | 'password' | 'notificationSettings' | 'apiSettings'> = Omit<
  InputOf<(typeof auth)[C]>,
  'actor'
>;

@Resolver()
export class AuthResolver {
  constructor(
    private readonly rpc: RpcClient,
    private readonly sessionLifecycle: SessionLifecycle,
  ) {}

  @Public()
  @Query()
  me(@CurrentActor() actor: Actor | undefined): Promise<User> | null {
    return actor ? this.rpc.ask(auth.user, { actor }) : null;
  }

  @Public()
  @Query()
  signInOptions() {
    return this.rpc.ask(auth.signInOptions, {});
  }

  @Query()
  async sessions(@CurrentActor() actor: Actor) {
    return (await this.rpc.ask(auth.sessions, { actor })).sessions;
  }

  @Query()
  signInMethods(@CurrentActor() actor: Actor) {
    return this.rpc.ask(discordSignIn.methods, { actor });
  }

  @Query()
  async accessKeys(@CurrentActor() actor: Actor) {
    return (await this.rpc.ask(accessKeys.list, { actor })).accessKeys;
  }

  @Mutation()
  createAccessKey(@CurrentActor() actor: Actor, @Args('input') input: Omit<InputOf<typeof accessKeys.create>, 'actor'>) {
    return this.rpc.ask(accessKeys.create, { ...input, actor });
  }

  @Mutation()
  async revokeAccessKey(@CurrentActor() actor: Actor, @Id('id') accessKeyId: string) {
    return this.sessionLifecycle.invalidateUser(await this.rpc.ask(accessKeys.revoke, { actor, accessKeyId }), actor.userId);
  }

  @Mutation()
  unlinkDiscord(@CurrentActor() actor: Actor) {
    return this.rpc.ask(discordSignIn.unlink, { actor });
  }

  @Public('sign-in')
  @Mutation()
  async register(
    @Args('input') input: ArgumentsOf<'register'>,
    @ClientInfo() origin: Origin,
    @HttpExchange() { reply }: HttpExchange,
  ) {
    return this.sessionLifecycle.start(await this.rpc.ask(auth.register, { ...input, origin }), reply);
  }

  @Public('sign-in')
  @Mutation()
  async login(@Args('input') input: ArgumentsOf<'login'>, @ClientInfo() origin: Origin, @HttpExchange() { reply }: HttpExchange) {
    return this.sessionLifecycle.start(await this.rpc.ask(auth.login, { ...input, origin }), reply);
  }

  @Mutation()
  async logout(@CurrentActor() actor: Actor, @HttpExchange() { reply }: HttpExchange) {
    return this.sessionLifecycle.end(await this.rpc.ask(auth.logout, { actor }), reply, actor.userId);
  }

  @Mutation()
  updateProfile(@CurrentActor() actor: Actor, @Args('input') input: Changes<'profile'>) {
    return this.rpc.ask(auth.profile, { ...withoutNulls(input), actor });
  }

  @Mutation()
  async changePassword(@CurrentActor() actor: Actor, @Args('input') input: Changes<'password'>) {
    return this.sessionLifecycle.invalidateUser(
      await this.rpc.ask(auth.password, { ...withoutNulls(input), actor }),
      actor.userId,
    );
  }

  @Mutation()
  updateNotificationSettings(@CurrentActor() actor: Actor, @Args('input') input: Changes<'notificationSettings'>) {
    return this.rpc.ask(auth.notificationSettings, { ...withoutNulls(input), actor });
  }

  @Mutation()
  updateApiSettings(@CurrentActor() actor: Actor, @Args('input') input: Changes<'apiSettings'>) {
    return this.rpc.ask(auth.apiSettings, { ...withoutNulls(input), actor });
  }

  @Mutation()
  async endSession(@CurrentActor() actor: Actor, @Id('id') sessionId: string, @HttpExchange() { reply }: HttpExchange) {
    const answer = await this.rpc.ask(auth.endSession, { actor, sessionId });
    return this.sessionLifecycle.endOne(answer, reply, { actor, sessionId });
  }

  @Mutation()
  async endAllSessions(@CurrentActor() actor: Actor, @HttpExchange() { reply }: HttpExchange) {
    return this.sessionLifecycle.end(await this.rpc.ask(auth.endSessions, { actor }), reply, actor.userId);
  }

  @Mutation()
  async deleteAccount(@CurrentActor() actor: Actor, @Args('password') password: string, @HttpExchange() { reply }: HttpExchange) {
    return this.sessionLifecycle.end(await this.rpc.ask(auth.removeAccount, { actor, password }), reply, actor.userId);
  }

  @Public('sign-in')
  @Mutation()
  requestPasswordReset(@Args() input: ArgumentsOf<'requestPasswordReset'>, @ClientInfo() origin: Origin) {
    return this.rpc.ask(auth.requestPasswordReset, { ...input, origin });
  }

  @Public('sign-in')
  @Mutation()
  async resetPassword(
    @Args() input: ArgumentsOf<'resetPassword'>,
    @ClientInfo() origin: Origin,
    @HttpExchange() { reply }: HttpExchange,
  ) {
    return this.sessionLifecycle.end(await this.rpc.ask(auth.resetPassword, { ...input, origin }), reply);
  }
}
