import { RpcClient } from '@kith/kit';
import { auth, discordSignIn, type Actor, type InputOf } from '@kith/proto';
import { Controller, Res } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import { RequestInput, ClientInfo, CurrentActor } from '../http/request-decorators.js';
import { withTotalCount } from '../http/responses.js';
import { Route } from '../http/route.js';
import { authRoutes as routes } from './auth.routes.js';
import { DiscordCookies } from './discord-cookies.js';
import { SessionLifecycle } from './session-lifecycle.js';

type Origin = InputOf<typeof auth.login>['origin'];

@Controller()
export class AuthRest {
  constructor(
    private readonly rpc: RpcClient,
    private readonly sessionLifecycle: SessionLifecycle,
    private readonly discordCookies: DiscordCookies,
  ) {}

  @Route(routes.register)
  async register(
    @RequestInput() input: InputOf<typeof auth.register>,
    @ClientInfo() origin: Origin,
    @Res({ passthrough: true }) reply: FastifyReply,
  ) {
    return this.sessionLifecycle.start(await this.rpc.ask(auth.register, { ...input, origin }), reply);
  }

  @Route(routes.login)
  async login(
    @RequestInput() input: InputOf<typeof auth.login>,
    @ClientInfo() origin: Origin,
    @Res({ passthrough: true }) reply: FastifyReply,
  ) {
    return this.sessionLifecycle.start(await this.rpc.ask(auth.login, { ...input, origin }), reply);
  }

  @Route(routes.logout)
  async logout(@RequestInput() input: InputOf<typeof auth.logout>, @Res({ passthrough: true }) reply: FastifyReply) {
    return this.sessionLifecycle.end(await this.rpc.ask(auth.logout, input), reply, input.actor.userId);
  }

  @Route(routes.user)
  user(@RequestInput() input: InputOf<typeof auth.user>) {
    return this.rpc.ask(auth.user, input);
  }

  @Route(routes.session)
  async session(@CurrentActor() actor: Actor | undefined) {
    return { user: actor ? await this.rpc.ask(auth.user, { actor }) : null };
  }

  @Route(routes.profile)
  profile(@RequestInput() input: InputOf<typeof auth.profile>) {
    return this.rpc.ask(auth.profile, input);
  }

  @Route(routes.password)
  async password(@RequestInput() input: InputOf<typeof auth.password>) {
    return this.sessionLifecycle.invalidateUser(await this.rpc.ask(auth.password, input), input.actor.userId);
  }

  @Route(routes.notificationSettings)
  notificationSettings(@RequestInput() input: InputOf<typeof auth.notificationSettings>) {
    return this.rpc.ask(auth.notificationSettings, input);
  }

  @Route(routes.apiSettings)
  apiSettings(@RequestInput() input: InputOf<typeof auth.apiSettings>) {
    return this.rpc.ask(auth.apiSettings, input);
  }

  @Route(routes.sessions)
  async list(@RequestInput() input: InputOf<typeof auth.sessions>, @Res({ passthrough: true }) reply: FastifyReply) {
    const { sessions } = await this.rpc.ask(auth.sessions, input);
    return withTotalCount(sessions, sessions.length, reply);
  }

  @Route(routes.endSession)
  async endSession(@RequestInput() input: InputOf<typeof auth.endSession>, @Res({ passthrough: true }) reply: FastifyReply) {
    const answer = await this.rpc.ask(auth.endSession, input);
    return this.sessionLifecycle.endOne(answer, reply, input);
  }

  @Route(routes.endSessions)
  async endSessions(@RequestInput() input: InputOf<typeof auth.endSessions>, @Res({ passthrough: true }) reply: FastifyReply) {
    return this.sessionLifecycle.end(await this.rpc.ask(auth.endSessions, input), reply, input.actor.userId);
  }

  @Route(routes.removeAccount)
  async removeAccount(
    @RequestInput() input: InputOf<typeof auth.removeAccount>,
    @Res({ passthrough: true }) reply: FastifyReply,
  ) {
    return this.sessionLifecycle.end(await this.rpc.ask(auth.removeAccount, input), reply, input.actor.userId);
  }

  @Route(routes.startDiscord)
  async startDiscord(@ClientInfo() origin: Origin, @Res({ passthrough: true }) reply: FastifyReply) {
    return this.discordCookies.start(await this.rpc.ask(discordSignIn.start, { origin }), reply);
  }

  @Route(routes.finishDiscord)
  async finishDiscord(
    @RequestInput() input: InputOf<typeof discordSignIn.finish>,
    @ClientInfo() origin: Origin,
    @Res({ passthrough: true }) reply: FastifyReply,
  ) {
    const { code, state } = input;
    const finish = { code, state, ...this.discordCookies.take(reply), origin };
    return this.sessionLifecycle.start(await this.rpc.ask(discordSignIn.finish, finish), reply);
  }

  @Route(routes.startDiscordLink)
  async startDiscordLink(
    @RequestInput() input: InputOf<typeof discordSignIn.startLink>,
    @Res({ passthrough: true }) reply: FastifyReply,
  ) {
    return this.discordCookies.start(await this.rpc.ask(discordSignIn.startLink, input), reply);
  }

  @Route(routes.finishDiscordLink)
  finishDiscordLink(
    @RequestInput() { actor, code, state }: InputOf<typeof discordSignIn.finishLink>,
    @ClientInfo() origin: Origin,
    @Res({ passthrough: true }) reply: FastifyReply,
  ) {
    return this.rpc.ask(discordSignIn.finishLink, { actor, code, state, ...this.discordCookies.take(reply), origin });
  }

  @Route(routes.signInOptions)
  signInOptions() {
    return this.rpc.ask(auth.signInOptions, {});
  }

  @Route(routes.requestPasswordReset)
  requestPasswordReset(@RequestInput() input: InputOf<typeof auth.requestPasswordReset>, @ClientInfo() origin: Origin) {
    return this.rpc.ask(auth.requestPasswordReset, { ...input, origin });
  }

  @Route(routes.resetPassword)
  async resetPassword(
    @RequestInput() input: InputOf<typeof auth.resetPassword>,
    @ClientInfo() origin: Origin,
    @Res({ passthrough: true }) reply: FastifyReply,
  ) {
    return this.sessionLifecycle.end(await this.rpc.ask(auth.resetPassword, { ...input, origin }), reply);
  }
}
