import { LOGGER, RpcClient, type Logger } from '@kith/kit';
import { AppError, bots, requireAdmin, type Analytics, type chat, type OutputOf, type ParsedInputOf } from '@kith/proto';
import { Inject, Injectable } from '@nestjs/common';
import { MessageLog } from '../message-log.js';
import { engagementScore } from './engagement-score.js';
import { MessageStats } from './message-stats.js';

type Asked = ParsedInputOf<typeof chat.analytics>;
type Runtime = Pick<Analytics, 'uptime' | 'botInfo'>;

/** Numbers for people: every one of them is measured (decision M9). */
@Injectable()
export class AnalyticsService {
  constructor(
    private readonly rpc: RpcClient,
    private readonly stats: MessageStats,
    private readonly log: MessageLog,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  async ofBot(asked: Asked): Promise<Analytics> {
    const runtime = await this.runtimeOf(asked);
    const { totalMessages, activeUsers, avgResponseTime, totalUsers, activeToday, totalConversations, hourlyActivity, ...rest } =
      await this.stats.ofBot(asked.botId);
    return {
      ...runtime,
      totalMessages,
      activeUsers,
      avgResponseTime,
      engagementScore: engagementScore({ activeUsers, ...rest }),
      userEngagement: { totalUsers, activeToday, totalConversations },
      hourlyActivity,
    };
  }

  async activity({ actor }: ParsedInputOf<typeof chat.activity>): Promise<OutputOf<typeof chat.activity>> {
    return { activity: await this.stats.ofOwner(actor.userId) };
  }

  async totals({ actor }: ParsedInputOf<typeof chat.totals>): Promise<OutputOf<typeof chat.totals>> {
    requireAdmin(actor);
    return { messages: await this.log.total() };
  }

  /** Both calls are for the owner alone: NOT_FOUND alike for missing and foreign companions. */
  private async runtimeOf(asked: Asked): Promise<Runtime> {
    try {
      const { uptime, status, model } = await this.rpc.ask(bots.uptime, asked);
      return { uptime, botInfo: { status, model } };
    } catch (error) {
      if (error instanceof AppError && error.code === 'NOT_FOUND') throw error;
      this.logger.warn({ botId: asked.botId, err: error }, 'uptime not known');
      const { status, model } = await this.rpc.ask(bots.get, asked);
      return { uptime: null, botInfo: { status, model } };
    }
  }
}
