import { LOGGER, RpcClient, type Logger } from '@kith/kit';
import { AppError, chat } from '@kith/proto';
import { Inject, Injectable } from '@nestjs/common';

// A slow message log must not make the dashboard slow: the number is shown as unknown instead.
const PATIENCE_MS = 2000;

/** What a companion's row does not know. */
export interface Facts {
  /** Delivered replies (decision M14); null while the message log cannot be reached. */
  readonly messageCount: number | null;
  /** False while no replica of the bot-runner is up: what rows say about connections is then of the past. */
  readonly areRunnersUp: boolean;
}

@Injectable()
export class LiveFacts {
  constructor(
    private readonly rpc: RpcClient,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /** Facts by companion, with one question to the chat service for all of them. */
  async of(botIds: string[]): Promise<(botId: string) => Facts> {
    const [counts, areRunnersUp] = await Promise.all([this.messageCounts(botIds), this.areRunnersUp()]);
    return (botId) => ({ messageCount: counts && (counts[botId] ?? 0), areRunnersUp });
  }

  areRunnersUp(): Promise<boolean> {
    return this.rpc.isUp('bot-runner');
  }

  private async messageCounts(botIds: string[]): Promise<Readonly<Record<string, number>> | null> {
    if (botIds.length === 0) return {};
    try {
      const { counts } = await this.rpc.ask(chat.counts, { botIds }, { timeoutMs: PATIENCE_MS });
      return counts;
    } catch (error) {
      this.logger.warn({ reason: AppError.from(error).code }, 'message counts not known');
      return null;
    }
  }
}
