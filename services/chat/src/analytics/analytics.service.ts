import { LOGGER, RpcClient, RunningCounts, type Logger } from '@kith/kit';
import {
  AppError,
  bots,
  requireAdmin,
  type Analytics,
  type chat,
  type OutputOf,
  type ParsedInputOf,
  type Persona,
} from '@kith/proto';
import { Inject, Injectable } from '@nestjs/common';
import { CareService } from '../care/care.service.js';
import { DELIVERED_TOTAL } from '../messages/delivered-total.js';
import { ReplyWriters } from '../models/reply-writers.js';
import { MessageStats, type Engagement } from './message-stats.js';

type Input = ParsedInputOf<typeof chat.analytics>;
type Runtime = Pick<Analytics, 'uptime' | 'botInfo'>;

/** Analytics and activity. Every number is measured, none is estimated (docs/decisions.md M9). */
@Injectable()
export class AnalyticsService {
  constructor(
    private readonly rpc: RpcClient,
    private readonly stats: MessageStats,
    private readonly counts: RunningCounts,
    private readonly care: CareService,
    private readonly writers: ReplyWriters,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  async analytics(input: Input): Promise<Analytics> {
    const runtime = await this.runtimeOf(input);
    const {
      totalMessages,
      activeUsers,
      avgResponseTime,
      totalUsers,
      activeToday,
      totalConversations,
      hourlyActivity,
      ratings,
      ...rest
    } = await this.stats.ofBot(input.botId);
    return {
      ...runtime,
      totalMessages,
      activeUsers,
      avgResponseTime,
      engagementScore: engagementScore({ activeUsers, ...rest }),
      userEngagement: { totalUsers, activeToday, totalConversations },
      hourlyActivity,
      ratings,
    };
  }

  async conversations({ actor, botId }: ParsedInputOf<typeof chat.conversations>): Promise<OutputOf<typeof chat.conversations>> {
    await this.rpc.ask(bots.owned, { actor, botId });
    return { conversations: await this.stats.latestConversations(botId) };
  }

  async weeklyReplies({
    userIds,
    weekStart,
  }: ParsedInputOf<typeof chat.weeklyReplies>): Promise<OutputOf<typeof chat.weeklyReplies>> {
    return { replies: await this.stats.ofOwnersInWeek(userIds, weekStart) };
  }

  async totals({ actor }: ParsedInputOf<typeof chat.totals>): Promise<OutputOf<typeof chat.totals>> {
    requireAdmin(actor);
    const [{ delivered }, careAnswers] = await Promise.all([this.counts.read(DELIVERED_TOTAL), this.care.recentAnswers()]);
    return { messages: delivered, careAnswers };
  }

  /** NOT_FOUND alike for missing bots and bots of another owner: both calls check it. The uptime is null when it is unavailable. */
  private async runtimeOf(input: Input): Promise<Runtime> {
    try {
      const { uptime, status, model } = await this.rpc.ask(bots.uptime, input);
      return { uptime, botInfo: { status, model: await this.nameOf(model, input) } };
    } catch (error) {
      if (error instanceof AppError && error.code === 'NOT_FOUND') throw error;
      this.logger.warn({ botId: input.botId, err: error }, 'uptime unavailable');
      const { status, model } = await this.rpc.ask(bots.get, input);
      return { uptime: null, botInfo: { status, model: await this.nameOf(model, input) } };
    }
  }

  /** The actor owns the bot. */
  private nameOf(model: Persona['model'], { actor }: Input): Promise<string> {
    return this.writers.nameOf({ model, ownerId: actor.userId, ownerPlan: actor.plan });
  }
}

const SCORE_DAYS = 7;

/** 0-100 with one decimal: 40·(returning / active users) + 30·(share of long conversations) + 30·(active days / 7) (docs/decisions.md N1). */
export function engagementScore({
  activeUsers,
  returningUsers,
  conversations,
  longConversations,
  activeDays,
}: Engagement): number {
  const score =
    40 * share(returningUsers, activeUsers) + 30 * share(longConversations, conversations) + 30 * share(activeDays, SCORE_DAYS);
  return Math.round(score * 10) / 10;
}

// A new bot has neither users nor conversations: its score is zero (docs/decisions.md N2).
const share = (part: number, whole: number): number => (whole === 0 ? 0 : part / whole);
