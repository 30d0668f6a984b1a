import { LOGGER, RpcClient, type Logger } from '@kith/kit';
import { AppError, chat } from '@kith/proto';
import { Inject, Injectable } from '@nestjs/common';

/** After a request without an answer none is sent for so long: otherwise each of thousands of bots that connect would wait for the timeout. */
const PAUSE_MS = 30_000;
const TIMEOUT_MS = 3000;

/** Which bots can draw: the chat service knows models, keys, plans and preferences. */
@Injectable()
export class DrawingAbility {
  private pausedUntil = 0;

  constructor(
    private readonly rpc: RpcClient,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /** Null while it cannot be known. */
  async of(botId: string): Promise<boolean | null> {
    if (Date.now() < this.pausedUntil) return null;
    try {
      return (await this.rpc.ask(chat.canDraw, { botId }, { timeoutMs: TIMEOUT_MS })).canDraw;
    } catch (error) {
      if (error instanceof AppError && error.code === 'NOT_FOUND') return false;
      this.pausedUntil = Date.now() + PAUSE_MS;
      this.logger.warn({ botId, err: error }, 'not known whether the bot can draw');
      return null;
    }
  }
}
