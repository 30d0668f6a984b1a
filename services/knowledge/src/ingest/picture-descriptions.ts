import { LOGGER, RpcClient, type Logger } from '@kith/kit';
import { AppError, pictures, type OutputOf } from '@kith/proto';
import { Inject, Injectable } from '@nestjs/common';
import type { KnowledgeItemEntity } from '../items/knowledge-item.entity.js';

type Answer = OutputOf<typeof pictures.describe>;
/** Why a picture has no description: as the chat service says, or because the owner's key does not work, or nobody answered. */
export type Undescribed = Extract<Answer, { isDescribed: false }>['why'] | 'ownKey' | 'failed';
export type Description = Extract<Answer, { isDescribed: true }> | { readonly isDescribed: false; readonly why: Undescribed };

/** What pictures show, where a language model sees them. */
@Injectable()
export class PictureDescriptions {
  constructor(
    private readonly rpc: RpcClient,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /** Without one the text that was recognized and the title are known all the same. */
  async of({ id, botId, fileKey, title }: Pick<KnowledgeItemEntity, 'id' | 'botId' | 'fileKey' | 'title'>): Promise<Description> {
    try {
      return await this.rpc.ask(pictures.describe, { botId, fileKey: fileKey ?? '', title });
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      this.logger.info({ itemId: id, code: error.code }, 'picture not described');
      return { isDescribed: false, why: error.code === 'OWN_KEY_FAILED' ? 'ownKey' : 'failed' };
    }
  }
}
