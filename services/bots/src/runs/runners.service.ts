import { Events, Queues } from '@kith/kit';
import { events, queues, type bots, type OutputOf, type ParsedInputOf, type RunnableBot } from '@kith/proto';
import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { IsNull, MoreThan, Not, Repository } from 'typeorm';
import { BotEntity } from '../bot.entity.js';
import { DiscordTokens } from '../discord-tokens.service.js';

// Settings can take some 30 KB each as JSON; an answer may be 1 MB.
const WANTED_PAGE = 30;

type Report = ParsedInputOf<typeof bots.report>;

/** What runners ask and tell. */
@Injectable()
export class RunnersService {
  constructor(
    @InjectRepository(BotEntity) private readonly rows: Repository<BotEntity>,
    private readonly tokens: DiscordTokens,
    private readonly queues: Queues,
    private readonly events: Events,
  ) {}

  async listDesiredOnline(after: string | null): Promise<OutputOf<typeof bots.listDesiredOnline>> {
    const page = await this.rows.find({
      where: { desiredOnline: true, ...(after === null ? {} : { id: MoreThan(after) }) },
      order: { id: 'asc' },
      take: WANTED_PAGE,
    });
    const next = page.length < WANTED_PAGE ? null : (page.at(-1)?.id ?? null);
    return { bots: page.flatMap((bot) => runnableOf(bot) ?? []), next };
  }

  async getDesiredOnline(botId: string): Promise<OutputOf<typeof bots.getDesiredOnline>> {
    const bot = await this.rows.findOneBy({ id: botId, desiredOnline: true });
    return { bot: bot && runnableOf(bot) };
  }

  async discordToken(botId: string): Promise<OutputOf<typeof bots.discordToken>> {
    const bot = await this.rows.findOneBy({ id: botId });
    return { token: bot && this.tokens.open(bot) };
  }

  async report(sent: Report): Promise<OutputOf<typeof bots.report>> {
    const report = lasting(sent);
    const isFinal = report.runtimeState === 'failed' || report.runtimeState === 'paused_by_plan';
    const result = await this.rows
      .createQueryBuilder()
      .update({
        runtimeState: report.runtimeState,
        statusCode: report.code,
        statusReason: report.statusReason,
        fence: String(report.fence),
        ...(isFinal ? { desiredOnline: false } : {}),
      })
      .where('id = :botId and deleted_at is null and fence <= :fence', { botId: report.botId, fence: report.fence })
      // What the connection says while it ends is no reason to forget why it does.
      .andWhere("runtime_state <> 'paused_by_plan'")
      .execute();
    if (!result.affected) return { accepted: false };
    const bot = await this.rows.findOneBy({ id: report.botId });
    if (bot) await this.tell(bot, report);
    return { accepted: true };
  }

  async forget(botId: string): Promise<OutputOf<typeof bots.forget>> {
    await this.rows.delete({ id: botId, deletedAt: Not(IsNull()) });
    return {};
  }

  private async tell({ id, ownerId, name, version }: BotEntity, report: Report): Promise<void> {
    const { runtimeState, code, statusReason } = report;
    await this.events.publish(events.botStatus, { botId: id, userId: ownerId, runtimeState, code, statusReason });
    if (runtimeState !== 'failed') return;
    // The id makes a repeated report of one failure one mail.
    await this.queues.add(queues.notices, `bot-failed-${id}-${version}-${code ?? 'unknown'}`, {
      kind: 'bot-failed',
      userId: ownerId,
      botName: name,
      reason: (statusReason ?? 'The bot stopped.').slice(0, 500),
    });
  }
}

// The runner keeps trying: nothing has failed for good, whatever it is called.
function lasting(report: Report): Report {
  const isPassing = report.runtimeState === 'failed' && report.code === 'DISCORD_UNREACHABLE';
  return isPassing ? { ...report, runtimeState: 'reconnecting' } : report;
}

function runnableOf({ id, ownerId, name, applicationId, serverId, channelSettings, version }: BotEntity): RunnableBot | null {
  return applicationId === null ? null : { botId: id, ownerId, name, applicationId, serverId, channelSettings, version };
}
