import { LOGGER, Queues, type Logger } from '@kith/kit';
import { queues, type bots, type OutputOf, type ParsedInputOf, type RunnableBot } from '@kith/proto';
import { Inject, Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { In, IsNull, MoreThan, Not, Repository } from 'typeorm';
import { BotEntity } from '../bot.entity.js';
import { BotsService } from '../bots.service.js';
import { DiscordTokens } from '../discord-tokens.service.js';
import { REMOVAL_TRIED_FOR_MS } from '../systems/writes-to-discord.js';
import { RunnableBots } from './runnable-bots.js';

const PAGE_SIZE = 30;
/** A response may be 1 MB. The settings of a bot can take about 30 KB as JSON, its commands 150 KB. */
const MAX_PAGE_BYTES = 900_000;
/** Reading so many bots one by one costs as much as reading the list. */
const MAX_CHANGES = 100;

// What is committed after this statement began to read is found by the next call, because that looks back further than `at`: the overlap also
// covers that the time of the statement may be later than what it sees, as a prepared statement reads its snapshot with its parameters and
// takes its time afterwards. Transactions that take longer than the overlap are found when the whole list is read.
const CHANGED = `
  select statement_timestamp() as at, changed.id as "botId", changed.changed_at::text as change from (select) as clock
  left join lateral (
    select id, changed_at from bots.bot
    where changed_at > $1::timestamptz - interval '10 seconds' order by changed_at limit $2) changed on true
  order by changed.changed_at`;

type Report = ParsedInputOf<typeof bots.report>;

/** The calls of runners: which bots to connect, and reports of their state. */
@Injectable()
export class RunnersService {
  constructor(
    @InjectRepository(BotEntity) private readonly rows: Repository<BotEntity>,
    private readonly tokens: DiscordTokens,
    private readonly runnable: RunnableBots,
    private readonly queues: Queues,
    private readonly bots: BotsService,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  async listDesiredOnline(after: string | null): Promise<OutputOf<typeof bots.listDesiredOnline>> {
    const page = await this.rows.find({
      where: { desiredOnline: true, ...(after === null ? {} : { id: MoreThan(after) }) },
      order: { id: 'asc' },
      take: PAGE_SIZE,
    });
    const runnable = await this.runnable.of(page);
    const fitting = withinPageSize(runnable);
    const last = fitting.length < runnable.length ? fitting.at(-1)?.botId : page.length < PAGE_SIZE ? null : page.at(-1)?.id;
    return { bots: fitting, next: last ?? null };
  }

  async getDesiredOnline(botId: string): Promise<OutputOf<typeof bots.getDesiredOnline>> {
    const bot = await this.rows.findOneBy({ id: botId, desiredOnline: true });
    const [runnable] = bot ? await this.runnable.of([bot]) : [];
    return { bot: runnable ?? null };
  }

  async desiredChanges(since: string): Promise<OutputOf<typeof bots.desiredChanges>> {
    const rows = await this.rows.query<{ at: Date; botId: string | null; change: string }[]>(CHANGED, [since, MAX_CHANGES + 1]);
    const changed = rows.flatMap(({ botId, change }) => (botId === null ? [] : [{ botId, change }]));
    return {
      at: (rows[0]?.at ?? new Date(since)).toISOString(),
      changed: changed.slice(0, MAX_CHANGES),
      isComplete: changed.length <= MAX_CHANGES,
    };
  }

  async discordTokens(botIds: readonly string[]): Promise<OutputOf<typeof bots.discordTokens>> {
    const rows = await this.rows.findBy({ id: In([...botIds]) });
    const tokens: Record<string, string | null> = Object.fromEntries(botIds.map((botId) => [botId, null]));
    for (const bot of rows) {
      try {
        tokens[bot.id] = this.tokens.decryptForRunner(bot);
      } catch (error) {
        // The tokens of the others must not depend on it.
        delete tokens[bot.id];
        this.logger.error({ botId: bot.id, err: error }, 'Discord token cannot be decrypted');
      }
    }
    return { tokens };
  }

  /** Stores a report; `accepted` is false when it is older than the last one, or the bot is removed or paused. */
  async report(received: Report): Promise<OutputOf<typeof bots.report>> {
    const report = withoutTemporaryFailure(received);
    const isFinal = report.runtimeState === 'failed' || report.runtimeState === 'paused_by_plan';
    const result = await this.rows
      .createQueryBuilder()
      .update({
        runtimeState: report.runtimeState,
        statusCode: report.code,
        statusReason: report.statusReason,
        fence: String(report.fence),
        ...(isFinal ? { desiredOnline: false } : {}),
        ...(report.runtimeState === 'online' ? { onlineRun: () => 'run_number' } : {}),
      })
      .where('id = :botId and deleted_at is null and fence <= :fence', { botId: report.botId, fence: report.fence })
      // A report from a connection that is being closed must not overwrite the pause, or why it was taken down.
      .andWhere("runtime_state <> 'paused_by_plan' and taken_down_at is null")
      .execute();
    if (!result.affected) return { accepted: false };
    const bot = await this.rows.findOneBy({ id: report.botId });
    if (bot) await this.notify(bot, report);
    return { accepted: true };
  }

  /** When the system was removed whose rules are still to be removed from Discord; null for a deleted bot, whose removal does it. */
  async uninstalled(botId: string, nowMs = Date.now()): Promise<OutputOf<typeof bots.uninstalled>> {
    const isInTime = MoreThan(new Date(nowMs - REMOVAL_TRIED_FOR_MS));
    const bot = await this.rows.findOne({
      select: { id: true, uninstalledAt: true },
      where: { id: botId, deletedAt: IsNull(), uninstalledAt: isInTime },
    });
    return { uninstalledAt: bot?.uninstalledAt?.toISOString() ?? null };
  }

  /** Not for a system that was installed, or removed once more, meanwhile. */
  async endUninstall({
    botId,
    uninstalledAt,
  }: ParsedInputOf<typeof bots.endUninstall>): Promise<OutputOf<typeof bots.endUninstall>> {
    const where = { id: botId, uninstalledAt: new Date(uninstalledAt) };
    await this.rows.update(where, { uninstalledAt: null, wroteToDiscord: false, removalToken: null });
    return {};
  }

  /** Nothing of a removed bot is left on Discord. */
  async forgetToken(botId: string): Promise<OutputOf<typeof bots.forgetToken>> {
    await this.rows.update({ id: botId, deletedAt: Not(IsNull()) }, { removalToken: null });
    return {};
  }

  /** Deletes the row of a removed bot; foreign keys delete its systems, learned commands and periods. */
  async forget(botId: string): Promise<OutputOf<typeof bots.forget>> {
    await this.rows.delete({ id: botId, deletedAt: Not(IsNull()) });
    return {};
  }

  private async notify(bot: BotEntity, { runtimeState, code, statusReason }: Report): Promise<void> {
    const { id, ownerId, name, runNumber, onlineRun, takenDownAt } = bot;
    await this.bots.publishStatus({ ...bot, runtimeState, statusCode: code, statusReason });
    // Whoever starts a bot that does not get online reads why there and then.
    if (runtimeState !== 'failed' || onlineRun !== runNumber || takenDownAt !== null) return;
    // One notice per run, however often its failure is reported.
    await this.queues.add(queues.notices, `bot-failed-${id}-${runNumber}`, {
      kind: 'bot-failed',
      userId: ownerId,
      botId: id,
      botName: name,
      reason: (statusReason ?? 'The bot stopped.').slice(0, 500),
    });
  }
}

// A runner keeps trying to reach Discord, so this failure is not final.
function withoutTemporaryFailure(report: Report): Report {
  const isTemporary = report.runtimeState === 'failed' && report.code === 'DISCORD_UNREACHABLE';
  return isTemporary ? { ...report, runtimeState: 'reconnecting' } : report;
}

/** As many bots of a page as fit into one response; at least one, so that the next page begins later. */
function withinPageSize(page: readonly RunnableBot[]): RunnableBot[] {
  let bytes = 0;
  return page.filter((bot, index) => (bytes += Buffer.byteLength(JSON.stringify(bot))) <= MAX_PAGE_BYTES || index === 0);
}
