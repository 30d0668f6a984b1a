import { JobPostponed } from '@kith/kit';
import { AppError } from '@kith/proto';
import { Injectable } from '@nestjs/common';
import { Routes, type APIAutoModerationRule, type APIUser } from 'discord-api-types/v10';
import { attemptJob } from '../../discord/job-attempt.js';
import { isUnauthorized, RestClients } from '../../discord/rest-clients.js';
import type { AutoModerationRuleEntity } from './auto-moderation-rule.entity.js';
import { DiscordRules, ignoreMissing, isRuleOf, LIVE } from './discord-rules.js';
import { RuleStore } from './rule-store.js';

/** Then other jobs get their turn. */
const SERVERS_AT_ONCE = 20;
const NEXT_AFTER_MS = 1000;
/** No states of the system: should it be installed after all, the rules are written again. */
const WITHDRAWING = 'withdrawing';
const WITHDRAWN = 'withdrawn';

type Row = Pick<AutoModerationRuleEntity, 'id' | 'discordRuleId'>;
interface Server {
  readonly botId: string;
  readonly guildId: string;
}

/** Deletes the rules of a bot from Discord's AutoMod when its system is removed or the bot deleted: they would block messages for ever. */
@Injectable()
export class RuleWithdrawal {
  constructor(
    private readonly store: RuleStore,
    private readonly discord: DiscordRules,
    private readonly clients: RestClients,
  ) {}

  /**
   * Resolves when nothing is left that can be deleted: not where Discord refuses it, nor without a token. Ends when `isDue` answers that the rules are to
   * stay. Throws what another attempt may overcome.
   */
  async withdraw(botId: string, isDue: () => Promise<boolean>): Promise<void> {
    const written = await this.writtenRows(botId);
    const guildIds = [...new Set(written.map(({ guildId }) => guildId))];
    if (guildIds.length === 0) return;
    const creatorId = await this.ownUserId(botId);
    if (creatorId === null) return;
    for (const guildId of guildIds.slice(0, SERVERS_AT_ONCE)) {
      const server = { botId, guildId };
      const rows = written.filter((row) => row.guildId === guildId);
      if (!(await this.withdrawFrom(server, { creatorId, rows }))) return;
      if (await isDue()) continue;
      // The system was installed again meanwhile, and may have found its rules there before they were deleted.
      return this.discord.writeAgain(server);
    }
    if (guildIds.length > SERVERS_AT_ONCE) throw new JobPostponed(NEXT_AFTER_MS);
  }

  /** Those that may be on Discord, also when the process ended before it noted which rule it made there; servers in which it failed last. */
  private async writtenRows(botId: string): Promise<AutoModerationRuleEntity[]> {
    const rows = await this.store.rows.find({ where: { botId }, order: { attemptAt: 'asc', guildId: 'asc' } });
    const mayBeThere = (state: string | null): boolean => state === null || state === WITHDRAWING || state.startsWith(LIVE);
    return rows.filter(({ discordRuleId, syncedAs }) => discordRuleId !== null || mayBeThere(syncedAs));
  }

  /** The bot as the creator of its rules; null when its token does not work any more. */
  private async ownUserId(botId: string): Promise<string | null> {
    let id: string | null = null;
    const isTokenRefused = await this.attempt(async () => {
      id = ((await this.clients.use(botId, (rest) => rest.get(Routes.user()))) as APIUser).id;
    });
    return isTokenRefused ? null : id;
  }

  /** False when it was given up because the token does not work any more. */
  private async withdrawFrom(
    server: Server,
    { creatorId, rows }: { readonly creatorId: string; readonly rows: readonly Row[] },
  ): Promise<boolean> {
    // Whoever brings the server in step at the same time may have read rules that are deleted now: it does not note its state over these.
    await this.store.rows.update(server, { syncedAs: WITHDRAWING, attemptAt: new Date() });
    const route = Routes.guildAutoModerationRules(server.guildId);
    const isTokenRefused = await this.attempt(async () => {
      const all = (await this.clients.use(server.botId, (rest) => rest.get(route))) as APIAutoModerationRule[];
      const ours = all.filter((rule) => rule.creator_id === creatorId && rows.some((row) => isIts(rule, row)));
      for (const { id } of ours)
        await this.clients
          .use(server.botId, (rest) => rest.delete(Routes.guildAutoModerationRule(server.guildId, id)))
          .catch(ignoreMissing);
    });
    if (isTokenRefused) return false;
    await this.store.rows.update(server, { discordRuleId: null, discordProblem: null, syncedAs: WITHDRAWN });
    return true;
  }

  /** Whether the token was refused. What Discord refuses otherwise, because the bot may not manage the server any more for example, stays. */
  private async attempt(work: () => Promise<void>): Promise<boolean> {
    let isTokenRefused = false;
    const tried = async (): Promise<void> => {
      try {
        await work();
      } catch (error) {
        isTokenRefused = isUnauthorized(error) || (error instanceof AppError && error.code === 'TOKEN_MISSING');
        throw error;
      }
    };
    await attemptJob(tried, { isLastAttempt: false, sinceMs: Date.now() });
    return isTokenRefused;
  }
}

const isIts = (rule: APIAutoModerationRule, row: Row): boolean => rule.id === row.discordRuleId || isRuleOf(rule, row);
