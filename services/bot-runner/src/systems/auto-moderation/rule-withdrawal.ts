import { JobPostponed } from '@kith/kit';
import { AppError } from '@kith/proto';
import { Injectable } from '@nestjs/common';
import { Routes, type APIAutoModerationRule, type APIUser } from 'discord-api-types/v10';
import { attemptJob } from '../../discord/job-attempt.js';
import { isUnauthorized, RestClients } from '../../discord/rest-clients.js';
import type { AutoModerationRuleEntity } from './auto-moderation-rule.entity.js';
import { ignoreMissing, isRuleOf, LIVE } from './discord-rules.js';
import { RuleStore } from './rule-store.js';

/** Then other jobs get their turn. */
const SERVERS_AT_ONCE = 20;
const NEXT_AFTER_MS = 1000;
/** No state of the system: should it be installed after all, the rules are written again. */
const WITHDRAWN = 'withdrawn';

type Row = Pick<AutoModerationRuleEntity, 'id' | 'discordRuleId'>;

/** Deletes the rules of a bot from Discord's AutoMod when its system is removed or the bot deleted: they would block messages for ever. */
@Injectable()
export class RuleWithdrawal {
  constructor(
    private readonly store: RuleStore,
    private readonly clients: RestClients,
  ) {}

  /** Resolves when nothing is left that can be deleted: not where Discord refuses it, nor without a token. Throws what another attempt may overcome. */
  async withdraw(botId: string): Promise<void> {
    const written = await this.writtenRows(botId);
    const guildIds = [...new Set(written.map(({ guildId }) => guildId))];
    for (const guildId of guildIds.slice(0, SERVERS_AT_ONCE)) {
      const rows = written.filter((row) => row.guildId === guildId);
      const isTokenRefused = await this.clear({ botId, guildId }, rows);
      if (isTokenRefused) return;
      await this.store.rows.update({ botId, guildId }, { discordRuleId: null, discordProblem: null, syncedAs: WITHDRAWN });
    }
    if (guildIds.length > SERVERS_AT_ONCE) throw new JobPostponed(NEXT_AFTER_MS);
  }

  /** Those that may be on Discord; also when the process ended before it noted which rule it made there. */
  private async writtenRows(botId: string): Promise<AutoModerationRuleEntity[]> {
    const rows = await this.store.rows.find({ where: { botId }, order: { guildId: 'asc' } });
    return rows.filter(({ discordRuleId, syncedAs }) => discordRuleId !== null || syncedAs === null || syncedAs.startsWith(LIVE));
  }

  /** Whether it was given up because the token does not work any more. */
  private async clear(
    { botId, guildId }: { readonly botId: string; readonly guildId: string },
    rows: readonly Row[],
  ): Promise<boolean> {
    let isTokenRefused = false;
    const work = async (): Promise<void> => {
      try {
        const own = (await this.clients.use(botId, (rest) => rest.get(Routes.user()))) as APIUser;
        const route = Routes.guildAutoModerationRules(guildId);
        const all = (await this.clients.use(botId, (rest) => rest.get(route))) as APIAutoModerationRule[];
        const ours = all.filter((rule) => rule.creator_id === own.id && rows.some((row) => isIts(rule, row)));
        for (const { id } of ours)
          await this.clients.use(botId, (rest) => rest.delete(Routes.guildAutoModerationRule(guildId, id))).catch(ignoreMissing);
      } catch (error) {
        isTokenRefused = isUnauthorized(error) || (error instanceof AppError && error.code === 'TOKEN_MISSING');
        throw error;
      }
    };
    // What Discord refuses to delete, because the bot may not manage the server any more for example, stays.
    await attemptJob(work, { isLastAttempt: false, sinceMs: Date.now() });
    return isTokenRefused;
  }
}

const isIts = (rule: APIAutoModerationRule, row: Row): boolean => rule.id === row.discordRuleId || isRuleOf(rule, row);
