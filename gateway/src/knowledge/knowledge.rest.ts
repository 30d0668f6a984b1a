import { RpcClient } from '@kith/kit';
import { knowledge, knowledgeQuestions, type Actor, type InputOf } from '@kith/proto';
import { Controller, Req, Res } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { RequestInput } from '../http/request-decorators.js';
import { withTotalCount } from '../http/responses.js';
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
  async list(@RequestInput() input: InputOf<typeof knowledge.list>, @Res({ passthrough: true }) reply: FastifyReply) {
    const { items, total } = await this.rpc.ask(knowledge.list, input);
    return withTotalCount(items, total, reply);
  }

  @Route(routes.create)
  create(@RequestInput() input: InputOf<typeof knowledge.create>) {
    return this.rpc.ask(knowledge.create, input);
  }

  @Route(routes.upload)
  upload(@RequestInput() input: { readonly actor: Actor; readonly botId: string }, @Req() request: FastifyRequest) {
    return this.files.add(input, request);
  }

  @Route(routes.find)
  find(@RequestInput() input: InputOf<typeof knowledge.find>) {
    return this.rpc.ask(knowledge.find, input);
  }

  @Route(routes.questions)
  async questions(@RequestInput() input: InputOf<typeof knowledgeQuestions.list>) {
    return (await this.rpc.ask(knowledgeQuestions.list, input)).questions;
  }

  @Route(routes.saveQuestion)
  saveQuestion(@RequestInput() input: InputOf<typeof knowledgeQuestions.save>) {
    return this.rpc.ask(knowledgeQuestions.save, input);
  }

  @Route(routes.removeQuestion)
  removeQuestion(@RequestInput() input: InputOf<typeof knowledgeQuestions.remove>) {
    return this.rpc.ask(knowledgeQuestions.remove, input);
  }

  @Route(routes.file)
  async file(@RequestInput() input: InputOf<typeof knowledge.file>, @Res() reply: FastifyReply) {
    await this.files.send(input, reply);
  }

  @Route(routes.update)
  update(@RequestInput() input: InputOf<typeof knowledge.update>) {
    return this.rpc.ask(knowledge.update, input);
  }

  @Route(routes.remove)
  remove(@RequestInput() input: InputOf<typeof knowledge.remove>) {
    return this.rpc.ask(knowledge.remove, input);
  }
}
