import { RpcClient } from '@kith/kit';
import { systemPages, systems, type InputOf } from '@kith/proto';
import { Controller, Req, Res } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { RequestInput } from '../http/request-decorators.js';
import { withTotalCount } from '../http/responses.js';
import { Route } from '../http/route.js';
import { SystemFiles, type SystemFileTarget } from './system-files.js';
import { systemRoutes as routes } from './systems.routes.js';

@Controller()
export class SystemsRest {
  constructor(
    private readonly rpc: RpcClient,
    private readonly files: SystemFiles,
  ) {}

  @Route(routes.list)
  async list(@RequestInput() input: InputOf<typeof systems.list>, @Res({ passthrough: true }) reply: FastifyReply) {
    const { systems: list } = await this.rpc.ask(systems.list, input);
    return withTotalCount(list, list.length, reply);
  }

  @Route(routes.install)
  install(@RequestInput() input: InputOf<typeof systems.install>) {
    return this.rpc.ask(systems.install, input);
  }

  @Route(routes.configure)
  configure(@RequestInput() input: InputOf<typeof systems.configure>) {
    return this.rpc.ask(systems.configure, input);
  }

  @Route(routes.page)
  page(@RequestInput() input: InputOf<typeof systemPages.get>) {
    return this.rpc.ask(systemPages.get, input);
  }

  @Route(routes.act)
  act(@RequestInput() input: InputOf<typeof systemPages.act>) {
    return this.rpc.ask(systemPages.act, input);
  }

  @Route(routes.addFile)
  addFile(@RequestInput() input: SystemFileTarget, @Req() request: FastifyRequest) {
    return this.files.add(input, request);
  }

  @Route(routes.remove)
  remove(@RequestInput() input: InputOf<typeof systems.remove>) {
    return this.rpc.ask(systems.remove, input);
  }
}
