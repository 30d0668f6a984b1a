import { LOGGER, RateLimiter, REDIS, RpcClient, type Logger } from '@kith/kit';
import { AppError, pictures, type OutputOf } from '@kith/proto';
import { Inject, Injectable } from '@nestjs/common';
import type { KnowledgeItemEntity } from '../items/knowledge-item.entity.js';

// They cost the owner nothing, so that there are only so many of them (docs/decisions.md W8).
const PER_DAY = { name: 'knowledge-descriptions', points: 20, windowS: 86_400, wait: 'window' } as const;

type Description = OutputOf<typeof pictures.describe>['description'];

/** What pictures show, where a language model sees them. */
@Injectable()
export class PictureDescriptions {
  private readonly perDay: RateLimiter;

  constructor(
    private readonly rpc: RpcClient,
    @Inject(LOGGER) private readonly logger: Logger,
    @Inject(REDIS) redis: ConstructorParameters<typeof RateLimiter>[0],
  ) {
    this.perDay = new RateLimiter(redis, PER_DAY);
  }

  /** Null without one: the text that was recognized and the title are known all the same. */
  async of({ id, ownerId, botId, fileKey, title }: KnowledgeItemEntity): Promise<Description> {
    try {
      await this.perDay.consume(ownerId);
      return (await this.rpc.ask(pictures.describe, { botId, fileKey: fileKey ?? '', title })).description;
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      this.logger.info({ itemId: id, code: error.code }, 'picture not described');
      return null;
    }
  }
}
