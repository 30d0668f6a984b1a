import { LOGGER, RpcClient, type Logger } from '@kith/kit';
import { AppError, chat } from '@kith/proto';
import { Inject, Injectable } from '@nestjs/common';

// When the chat service is slow, the dashboard shows the message counts as unknown instead of waiting for them.
const TIMEOUT_MS = 2000;

/** What is known of a bot outside its row. */
export interface RuntimeInfo {
  /** Delivered replies (docs/decisions.md M14); null while the chat service is unavailable. */
  readonly messageCount: number | null;
  /** False while no replica of the bot-runner is up. Then no bot is connected, whatever the rows say. */
  readonly isRunnerUp: boolean;
}

@Injectable()
export class RuntimeInfoService {
  constructor(
    private readonly rpc: RpcClient,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /** The info of each bot, with one call to the chat service for all of them; without what is not `needed` it is null and false. */
  async of(botIds: string[], needed: (info: keyof RuntimeInfo) => boolean = () => true): Promise<(botId: string) => RuntimeInfo> {
    const [counts, isRunnerUp] = await Promise.all([
      needed('messageCount') ? this.messageCounts(botIds) : null,
      needed('isRunnerUp') && this.isRunnerUp(),
    ]);
    return (botId) => ({ messageCount: counts && (counts[botId] ?? 0), isRunnerUp });
  }

  /** Whether any replica of the bot-runner is up. */
  isRunnerUp(): Promise<boolean> {
    return this.rpc.isUp('bot-runner');
  }

  private async messageCounts(botIds: string[]): Promise<Readonly<Record<string, number>> | null> {
    if (botIds.length === 0) return {};
    try {
      const { counts } = await this.rpc.ask(chat.counts, { botIds }, { timeoutMs: TIMEOUT_MS });
      return counts;
    } catch (error) {
      this.logger.warn({ reason: AppError.from(error).code }, 'message counts unavailable');
      return null;
    }
  }
}
