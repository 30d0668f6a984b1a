import { FILES, RpcClient, type FileStore } from '@kith/kit';
import { chat, type Actor, type InputOf } from '@kith/proto';
import { Controller, Inject, Req, Res } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { RequestInput } from '../http/request-decorators.js';
import { sendDownload } from '../http/responses.js';
import { Route } from '../http/route.js';
import { ChatMessages } from './chat-messages.js';
import { chatRoutes as routes } from './chat.routes.js';
import { ChatReplies } from './chat-replies.js';

interface Target {
  readonly actor: Actor;
  readonly botId: string;
}

@Controller()
export class ChatRest {
  constructor(
    private readonly rpc: RpcClient,
    private readonly replies: ChatReplies,
    private readonly messages: ChatMessages,
    @Inject(FILES) private readonly files: FileStore,
  ) {}

  @Route(routes.say)
  say(@RequestInput() target: Target, @Req() request: FastifyRequest, @Res({ passthrough: true }) reply: FastifyReply) {
    return this.messages.receive(target, request, (input) => this.replies.complete(input, request, reply));
  }

  @Route(routes.stream)
  stream(@RequestInput() target: Target, @Req() request: FastifyRequest, @Res() reply: FastifyReply) {
    return this.messages.receive(target, request, (input) => this.replies.stream(input, request, reply));
  }

  @Route(routes.engine)
  engine(@RequestInput() input: InputOf<typeof chat.engine>) {
    return this.rpc.ask(chat.engine, input);
  }

  @Route(routes.modelOptions)
  modelOptions(@RequestInput() input: InputOf<typeof chat.modelOptions>) {
    return this.rpc.ask(chat.modelOptions, input);
  }

  @Route(routes.models)
  models() {
    return this.rpc.ask(chat.models, {});
  }

  @Route(routes.editableModels)
  editableModels(@RequestInput() input: InputOf<typeof chat.editableModels>) {
    return this.rpc.ask(chat.editableModels, input);
  }

  @Route(routes.changeModel)
  changeModel(@RequestInput() input: InputOf<typeof chat.changeModel>) {
    return this.rpc.ask(chat.changeModel, input);
  }

  @Route(routes.resetModel)
  resetModel(@RequestInput() input: InputOf<typeof chat.resetModel>) {
    return this.rpc.ask(chat.resetModel, input);
  }

  @Route(routes.image)
  async image(@RequestInput() input: InputOf<typeof chat.image>, @Res() reply: FastifyReply) {
    const { key, mediaType, bytes } = await this.rpc.ask(chat.image, input);
    const name = `generated-image.${mediaType.replace('image/', '')}`;
    await sendDownload(reply, { name, mediaType, bytes }, await this.files.get(key));
  }

  @Route(routes.analytics)
  analytics(@RequestInput() input: InputOf<typeof chat.analytics>) {
    return this.rpc.ask(chat.analytics, input);
  }
}
