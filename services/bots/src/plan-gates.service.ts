import { RpcClient } from '@kith/kit';
import {
  AppError,
  chat,
  HISTORY_TOKENS,
  PLAN_CATALOGUE,
  planRank,
  PLANS,
  type BotSettings,
  type Plan,
  type UpdateBotInput,
} from '@kith/proto';
import { Injectable } from '@nestjs/common';
import type { z } from 'zod';

type Gated = Pick<BotSettings, 'model' | 'preferences'>;
type Changes = Pick<z.output<typeof UpdateBotInput>, 'model' | 'preferences'>;

/**
 * The settings that need a plan (docs/decisions.md D3). A value that is stored already stays, and so does the initial one, which clients send
 * without choosing it: the chat service runs what the plan has.
 */
@Injectable()
export class PlanGates {
  constructor(private readonly rpc: RpcClient) {}

  /** Throws UPGRADE_REQUIRED when the changes choose a model or a memory above the plan. */
  async refuseAbovePlan(plan: Plan, stored: Gated, changes: Changes): Promise<void> {
    const retention = changes.preferences?.contextRetention;
    if (retention !== undefined && retention !== stored.preferences.contextRetention) refuseRetention(plan, retention);
    if (changes.model !== undefined && changes.model !== stored.model) await this.refuseModel(plan, changes.model);
  }

  /**
   * The wanted model and preferences, with what the plan does not have as it is stored, and a sentence about each that stays. For what was within
   * the plan once and is wanted back as a whole.
   */
  async withinPlan(plan: Plan, stored: Gated, wanted: Gated): Promise<{ changes: Gated; warnings: string[] }> {
    const { model, preferences } = wanted;
    const problemOf = (changes: Changes): Promise<string | null> =>
      this.refuseAbovePlan(plan, stored, changes).then(() => null, sentenceOfRefusal);
    const noModel = await problemOf({ model });
    const noMemory = await problemOf({ preferences });
    const { contextRetention } = noMemory === null ? preferences : stored.preferences;
    return {
      changes: { model: noModel === null ? model : stored.model, preferences: { ...preferences, contextRetention } },
      warnings: [noModel, noMemory].flatMap((sentence) => (sentence === null ? [] : [`${sentence} It stays as it was.`])),
    };
  }

  private async refuseModel(plan: Plan, model: BotSettings['model']): Promise<void> {
    const { models } = await this.rpc.ask(chat.models, {});
    const entry = models.find(({ label }) => label === model);
    if (entry && planRank(entry.plan) > planRank(plan)) throw upgradeRequired('model', entry.name, entry.plan);
  }
}

function refuseRetention(plan: Plan, retention: BotSettings['preferences']['contextRetention']): void {
  const isAllowed = (each: Plan): boolean => HISTORY_TOKENS[retention] <= PLAN_CATALOGUE[each].maxHistoryTokens;
  if (isAllowed(plan)) return;
  throw upgradeRequired('preferences.contextRetention', 'Extended memory', PLANS.find(isAllowed) ?? 'premium');
}

function upgradeRequired(field: string, what: string, plan: Plan): AppError {
  const sentence = `${what} needs the ${PLAN_CATALOGUE[plan].label} plan.`;
  return new AppError('UPGRADE_REQUIRED', sentence, { fields: { [field]: sentence } });
}

/** The sentence of UPGRADE_REQUIRED; throws every other error. */
function sentenceOfRefusal(error: unknown): string {
  if (error instanceof AppError && error.code === 'UPGRADE_REQUIRED') return error.message;
  throw error;
}
