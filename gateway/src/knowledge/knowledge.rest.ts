import { RpcClient } from '@kith/kit';
import { knowledge, type InputOf, type KnowledgeItem } from '@kith/proto';
import { Controller, Res } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import { Asked } from '../http/asked.js';
import { Route } from '../http/route.js';
import { knowledgeRoutes as routes } from './knowledge.routes.js';

@Controller()
export class KnowledgeRest {
  constructor(private readonly rpc: RpcClient) {}

  @Route(routes.list)
  async list(@Asked() asked: InputOf<typeof knowledge.list>, @Res({ passthrough: true }) reply: FastifyReply) {
    return counted(await this.rpc.ask(knowledge.list, asked), reply);
  }

  @Route(routes.create)
  create(@Asked() asked: InputOf<typeof knowledge.create>) {
    return this.rpc.ask(knowledge.create, asked);
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

function counted(answer: { readonly items: KnowledgeItem[]; readonly total: number }, reply: FastifyReply): KnowledgeItem[] {
  void reply.header('x-total-count', String(answer.total));
  return answer.items;
}
