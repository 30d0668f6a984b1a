import { growingCache, LOGGER, RpcClient, type Logger } from '@kith/kit';
import { AppError, chat, type RunnableBot } from '@kith/proto';
import { Inject, Injectable } from '@nestjs/common';

/** After a request without an answer none is sent for so long: otherwise each of thousands of bots that connect would wait for the timeout. */
const PAUSE_MS = 30_000;
const TIMEOUT_MS = 3000;
/** Bots of an owner that ask within this time share an answer. */
const FRESH_MS = 30_000;
const MAX_OWNERS = 10_000;

/** Which bots can draw: the chat service knows models, keys and plans. */
@Injectable()
export class DrawingAbility {
  private readonly ofOwners = growingCache<Promise<boolean | null>>(MAX_OWNERS, FRESH_MS);
  private pausedUntil = 0;

  constructor(
    private readonly rpc: RpcClient,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /** Null while it cannot be known. */
  async of({
    botId,
    ownerId,
    sendsPictures = true,
  }: Pick<RunnableBot, 'botId' | 'ownerId' | 'sendsPictures'>): Promise<boolean | null> {
    if (!sendsPictures) return false;
    const known = this.ofOwners.get(ownerId);
    if (known) return known;
    const asked = this.ask(botId);
    this.ofOwners.set(ownerId, asked);
    const answer = await asked;
    // Another bot of the owner may be answered.
    if (answer === null && this.ofOwners.peek(ownerId) === asked) this.drop(ownerId);
    return answer;
  }

  /** Of an owner whose key or plan may have changed the next bot asks. */
  drop(ownerId: string): void {
    this.ofOwners.delete(ownerId);
  }

  private async ask(botId: string): Promise<boolean | null> {
    if (Date.now() < this.pausedUntil) return null;
    try {
      return (await this.rpc.ask(chat.canDraw, { botId }, { timeoutMs: TIMEOUT_MS })).canDraw;
    } catch (error) {
      // The bot is deleted, which says nothing about others of its owner.
      if (error instanceof AppError && error.code === 'NOT_FOUND') return null;
      this.pausedUntil = Date.now() + PAUSE_MS;
      this.logger.warn({ botId, err: error }, 'not known whether the bot can draw');
      return null;
    }
  }
}
