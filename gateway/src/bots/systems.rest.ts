import { RpcClient } from '@kith/kit';
import { systems, type InputOf } from '@kith/proto';
import { Controller, Res } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import { Asked } from '../http/asked.js';
import { counted } from '../http/counted.js';
import { Route } from '../http/route.js';
import { systemRoutes as routes } from './systems.routes.js';

@Controller()
export class SystemsRest {
  constructor(private readonly rpc: RpcClient) {}

  @Route(routes.list)
  async list(@Asked() asked: InputOf<typeof systems.list>, @Res({ passthrough: true }) reply: FastifyReply) {
    const { systems: list } = await this.rpc.ask(systems.list, asked);
    return counted(list, list.length, reply);
  }

  @Route(routes.install)
  install(@Asked() asked: InputOf<typeof systems.install>) {
    return this.rpc.ask(systems.install, asked);
  }

  @Route(routes.configure)
  configure(@Asked() asked: InputOf<typeof systems.configure>) {
    return this.rpc.ask(systems.configure, asked);
  }

  @Route(routes.remove)
  remove(@Asked() asked: InputOf<typeof systems.remove>) {
    return this.rpc.ask(systems.remove, asked);
  }
}
