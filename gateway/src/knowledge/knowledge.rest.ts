import { RpcClient } from '@kith/kit';
import { knowledge, type Actor, type InputOf } from '@kith/proto';
import { Controller, Req, Res } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Asked } from '../http/asked.js';
import { counted } from '../http/counted.js';
import { Route } from '../http/route.js';
import { KnowledgeFiles } from './knowledge-files.js';
import { knowledgeRoutes as routes } from './knowledge.routes.js';

@Controller()
export class KnowledgeRest {
  constructor(
    private readonly rpc: RpcClient,
    private readonly files: KnowledgeFiles,
  ) {}

  @Route(routes.list)
  async list(@Asked() asked: InputOf<typeof knowledge.list>, @Res({ passthrough: true }) reply: FastifyReply) {
    const { items, total } = await this.rpc.ask(knowledge.list, asked);
    return counted(items, total, reply);
  }

  @Route(routes.create)
  create(@Asked() asked: InputOf<typeof knowledge.create>) {
    return this.rpc.ask(knowledge.create, asked);
  }

  @Route(routes.upload)
  upload(@Asked() asked: { readonly actor: Actor; readonly botId: string }, @Req() request: FastifyRequest) {
    return this.files.add(asked, request);
  }

  @Route(routes.find)
  find(@Asked() asked: InputOf<typeof knowledge.find>) {
    return this.rpc.ask(knowledge.find, asked);
  }

  @Route(routes.file)
  async file(@Asked() asked: InputOf<typeof knowledge.file>, @Res() reply: FastifyReply) {
    await this.files.send(asked, reply);
  }

  @Route(routes.update)
  update(@Asked() asked: InputOf<typeof knowledge.update>) {
    return this.rpc.ask(knowledge.update, asked);
  }

  @Route(routes.remove)
  remove(@Asked() asked: InputOf<typeof knowledge.remove>) {
    return this.rpc.ask(knowledge.remove, asked);
  }
}
