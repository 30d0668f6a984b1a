import { CONFIG, RpcClient, type Config } from '@kith/kit';
import { auth, type InputOf, type OutputOf } from '@kith/proto';
import { Controller, Inject, Res } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import { Actors } from '../http/actors.js';
import { Asked, Sender } from '../http/asked.js';
import { forgetCookie, keepCookie } from '../http/credentials.js';
import { Route } from '../http/route.js';
import { authRoutes as routes } from './auth.routes.js';

type Origin = InputOf<typeof auth.login>['origin'];

@Controller()
export class AuthRest {
  constructor(
    @Inject(CONFIG) private readonly config: Config,
    private readonly rpc: RpcClient,
    private readonly actors: Actors,
  ) {}

  @Route(routes.register)
  async register(
    @Asked() asked: InputOf<typeof auth.register>,
    @Sender() origin: Origin,
    @Res({ passthrough: true }) reply: FastifyReply,
  ) {
    return this.signIn(await this.rpc.ask(auth.register, { ...asked, origin }), reply);
  }

  @Route(routes.login)
  async login(
    @Asked() asked: InputOf<typeof auth.login>,
    @Sender() origin: Origin,
    @Res({ passthrough: true }) reply: FastifyReply,
  ) {
    return this.signIn(await this.rpc.ask(auth.login, { ...asked, origin }), reply);
  }

  @Route(routes.logout)
  async logout(@Asked() asked: InputOf<typeof auth.logout>, @Res({ passthrough: true }) reply: FastifyReply) {
    const answer = await this.rpc.ask(auth.logout, asked);
    // The announcement takes a moment; through this door the session ends now.
    this.actors.drop(asked.actor.userId);
    forgetCookie(reply, this.config);
    return answer;
  }

  @Route(routes.user)
  user(@Asked() asked: InputOf<typeof auth.user>) {
    return this.rpc.ask(auth.user, asked);
  }

  private signIn({ token, cookie, user }: OutputOf<typeof auth.login>, reply: FastifyReply) {
    keepCookie(reply, this.config, cookie);
    return { token, user };
  }
}
