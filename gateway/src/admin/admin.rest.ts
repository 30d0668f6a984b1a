import { Readable } from 'node:stream';
import { RpcClient } from '@kith/kit';
import { admin, audit, type Actor, type InputOf } from '@kith/proto';
import { Controller, Res } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import { Asked, Named } from '../http/asked.js';
import { counted } from '../http/counted.js';
import type { Credential } from '../http/credentials.js';
import { sendDownload } from '../http/download.js';
import { Route } from '../http/route.js';
import { Statistics } from './admin-stats.js';
import { adminRoutes as routes } from './admin.routes.js';
import { Exports } from './exports.js';

const CSV = 'text/csv; charset=utf-8';

@Controller()
export class AdminRest {
  constructor(
    private readonly rpc: RpcClient,
    private readonly statistics: Statistics,
    private readonly exports: Exports,
  ) {}

  @Route(routes.users)
  async users(@Asked() asked: InputOf<typeof admin.users>, @Res({ passthrough: true }) reply: FastifyReply) {
    const { users, total } = await this.rpc.ask(admin.users, asked);
    return counted(users, total, reply);
  }

  @Route(routes.admins)
  async admins(@Asked() asked: InputOf<typeof admin.admins>, @Res({ passthrough: true }) reply: FastifyReply) {
    const { users, total } = await this.rpc.ask(admin.admins, asked);
    return counted(users, total, reply);
  }

  @Route(routes.stats)
  async stats(@Asked() { actor }: { readonly actor: Actor }) {
    return { stats: await this.statistics.of(actor) };
  }

  @Route(routes.grantAdmin)
  grantAdmin(@Asked() asked: InputOf<typeof admin.grantAdmin>) {
    return this.rpc.ask(admin.grantAdmin, asked);
  }

  @Route(routes.revokeAdmin)
  revokeAdmin(@Asked() asked: InputOf<typeof admin.revokeAdmin>) {
    return this.rpc.ask(admin.revokeAdmin, asked);
  }

  @Route(routes.audit)
  audit(@Asked() asked: InputOf<typeof audit.log>) {
    return this.rpc.ask(audit.log, asked);
  }

  @Route(routes.exportUsers)
  async exportUsers(@Asked() { actor }: { readonly actor: Actor }, @Named() credential: Credential, @Res() reply: FastifyReply) {
    const lines = await this.exports.users(actor, credential);
    await sendDownload(reply, { name: 'users.csv', mediaType: CSV }, Readable.from(lines));
  }

  @Route(routes.exportAnalytics)
  async exportAnalytics(@Asked() { actor }: { readonly actor: Actor }, @Res() reply: FastifyReply) {
    const lines = await this.exports.analytics(actor);
    await sendDownload(reply, { name: 'analytics.csv', mediaType: CSV }, Readable.from(lines));
  }
}
