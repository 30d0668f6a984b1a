import { FILES, RpcClient, type FileStore } from '@kith/kit';
import { chat, type InputOf } from '@kith/proto';
import { Inject, Injectable } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import { sendDownload } from '../http/download.js';

/** Pictures that companions drew (decision T5). */
@Injectable()
export class ChatImages {
  constructor(
    private readonly rpc: RpcClient,
    @Inject(FILES) private readonly store: FileStore,
  ) {}

  /** Sends one to the owner of the companion; opened by itself it is saved, and a page of ours shows it all the same (S46). NOT_FOUND. */
  async send(asked: InputOf<typeof chat.image>, reply: FastifyReply): Promise<void> {
    const { key, mediaType, bytes } = await this.rpc.ask(chat.image, asked);
    const name = `generated-image.${mediaType.replace('image/', '')}`;
    await sendDownload(reply, { name, mediaType, bytes }, await this.store.get(key));
  }
}
