import { RpcClient } from '@kith/kit';
import { auth, type InputOf } from '@kith/proto';
import { Controller, Res } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import { Asked, Sender } from '../http/asked.js';
import { counted } from '../http/counted.js';
import { Route } from '../http/route.js';
import { authRoutes as routes } from './auth.routes.js';
import { Sessions } from './sessions.js';

type Origin = InputOf<typeof auth.login>['origin'];

@Controller()
export class AuthRest {
  constructor(
    private readonly rpc: RpcClient,
    private readonly sessions: Sessions,
  ) {}

  @Route(routes.register)
  async register(
    @Asked() asked: InputOf<typeof auth.register>,
    @Sender() origin: Origin,
    @Res({ passthrough: true }) reply: FastifyReply,
  ) {
    return this.sessions.begin(await this.rpc.ask(auth.register, { ...asked, origin }), reply);
  }

  @Route(routes.login)
  async login(
    @Asked() asked: InputOf<typeof auth.login>,
    @Sender() origin: Origin,
    @Res({ passthrough: true }) reply: FastifyReply,
  ) {
    return this.sessions.begin(await this.rpc.ask(auth.login, { ...asked, origin }), reply);
  }

  @Route(routes.logout)
  async logout(@Asked() asked: InputOf<typeof auth.logout>, @Res({ passthrough: true }) reply: FastifyReply) {
    return this.sessions.end(await this.rpc.ask(auth.logout, asked), reply, asked.actor.userId);
  }

  @Route(routes.user)
  user(@Asked() asked: InputOf<typeof auth.user>) {
    return this.rpc.ask(auth.user, asked);
  }

  @Route(routes.profile)
  profile(@Asked() asked: InputOf<typeof auth.profile>) {
    return this.rpc.ask(auth.profile, asked);
  }

  @Route(routes.password)
  async password(@Asked() asked: InputOf<typeof auth.password>) {
    return this.sessions.recheck(await this.rpc.ask(auth.password, asked), asked.actor.userId);
  }

  @Route(routes.notificationSettings)
  notificationSettings(@Asked() asked: InputOf<typeof auth.notificationSettings>) {
    return this.rpc.ask(auth.notificationSettings, asked);
  }

  @Route(routes.apiSettings)
  apiSettings(@Asked() asked: InputOf<typeof auth.apiSettings>) {
    return this.rpc.ask(auth.apiSettings, asked);
  }

  @Route(routes.sessions)
  async list(@Asked() asked: InputOf<typeof auth.sessions>, @Res({ passthrough: true }) reply: FastifyReply) {
    const { sessions } = await this.rpc.ask(auth.sessions, asked);
    return counted(sessions, sessions.length, reply);
  }

  @Route(routes.endSession)
  async endSession(@Asked() asked: InputOf<typeof auth.endSession>, @Res({ passthrough: true }) reply: FastifyReply) {
    const answer = await this.rpc.ask(auth.endSession, asked);
    return this.sessions.endOne(answer, reply, asked);
  }

  @Route(routes.endSessions)
  async endSessions(@Asked() asked: InputOf<typeof auth.endSessions>, @Res({ passthrough: true }) reply: FastifyReply) {
    return this.sessions.end(await this.rpc.ask(auth.endSessions, asked), reply, asked.actor.userId);
  }

  @Route(routes.removeAccount)
  async removeAccount(@Asked() asked: InputOf<typeof auth.removeAccount>, @Res({ passthrough: true }) reply: FastifyReply) {
    return this.sessions.end(await this.rpc.ask(auth.removeAccount, asked), reply, asked.actor.userId);
  }

  @Route(routes.signInOptions)
  signInOptions() {
    return this.rpc.ask(auth.signInOptions, {});
  }

  @Route(routes.requestPasswordReset)
  requestPasswordReset(@Asked() asked: InputOf<typeof auth.requestPasswordReset>, @Sender() origin: Origin) {
    return this.rpc.ask(auth.requestPasswordReset, { ...asked, origin });
  }

  @Route(routes.resetPassword)
  async resetPassword(
    @Asked() asked: InputOf<typeof auth.resetPassword>,
    @Sender() origin: Origin,
    @Res({ passthrough: true }) reply: FastifyReply,
  ) {
    return this.sessions.end(await this.rpc.ask(auth.resetPassword, { ...asked, origin }), reply);
  }
}
