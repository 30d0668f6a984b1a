import type { Logger } from '@kith/kit';
import { AppError } from '@kith/proto';
import { knowledgeAnswer } from '../builtin/knowledge-answer.js';
import { roughTokens } from '../prompt/tokens.js';
import { laterTextOf } from '../replies/files-for-later.js';
import type { ReplyContext, ReplyPart, ReplyWriter } from '../replies/reply-writer.js';
import { replyFailure } from './failure-texts.js';
import { ModelFailure, type FailureReason } from './model-provider.js';
import { ModelWriter, type ModelInUse } from './model-writer.js';

/** Another model is not begun when this time has passed, in milliseconds: the reader waits for two minutes at most. */
const MAX_BEGIN_MS = 45_000;
/** What another model of the same provider would meet, too; after a timeout the reader has waited long enough for this provider. */
const OF_ALL_MODELS: ReadonlySet<FailureReason> = new Set(['unauthorized', 'expired', 'forbidden', 'quota', 'timeout']);

/**
 * Writes replies with the model of a bot; when it fails before its first text, with another one that its owner may use, and last with what the bot
 * was taught. The reader is told. A message that a model refuses is given to no other.
 */
export class FallbackWriter implements ReplyWriter {
  readonly engine;
  readonly isCharged;
  readonly seesPictures;
  readonly needsPictureTexts;
  readonly usesTools;
  readonly moderation;

  /** `others`: none for a key of the owner, which is never replaced by the installation's (docs/decisions.md A22). */
  constructor(
    private readonly chosen: ModelInUse,
    private readonly others: readonly ModelInUse[],
    private readonly logger: Logger,
  ) {
    this.engine = chosen.provider.engine;
    this.isCharged = chosen.isCharged;
    this.moderation = chosen.moderation;
    this.usesTools = [chosen, ...others].some((use) => use.usesTools);
    this.needsPictureTexts = !chosen.seesPictures;
    this.seesPictures = [chosen, ...others].some((use) => use.seesPictures);
  }

  async *write(context: ReplyContext, signal: AbortSignal): AsyncGenerator<ReplyPart, void> {
    const startedAt = performance.now();
    const failures: Failed[] = [];
    for (const use of [this.chosen, ...this.others]) {
      if (failures.length > 0 && (performance.now() - startedAt > MAX_BEGIN_MS || isPointless(use, failures))) continue;
      const failure = yield* this.attempt(use, context, signal);
      if (!failure) return;
      failures.push({ use, failure });
    }
    const [first] = failures;
    // A task works on texts of others, about which nothing was taught.
    const known = context.task ? undefined : await knowledgeAnswer(context);
    if (!known) throw first ? replyFailure(first.failure) : new AppError('MODEL_UNAVAILABLE');
    yield { kind: 'writer', engine: 'builtin', isCharged: false };
    yield { kind: 'note', text: `${this.chosen.name} did not answer, so this comes from what I was taught.` };
    yield { kind: 'text', text: known.text };
    const tokens = roughTokens(laterTextOf(context)) + roughTokens(known.text);
    yield { kind: 'end', isTruncated: false, sources: known.sources, usage: null, tokens };
  }

  /** Returns why there was no text; throws what no other model would change. */
  private async *attempt(
    use: ModelInUse,
    context: ReplyContext,
    signal: AbortSignal,
  ): AsyncGenerator<ReplyPart, ModelFailure | undefined> {
    let hasBegun = use === this.chosen;
    try {
      for await (const part of new ModelWriter(use, this.logger).write(context, signal)) {
        if (!hasBegun) {
          yield { kind: 'writer', engine: use.provider.engine, isCharged: use.isCharged };
          yield { kind: 'note', text: `${this.chosen.name} did not answer, so ${use.name} did.` };
        }
        hasBegun = true;
        yield part;
      }
      return undefined;
    } catch (error) {
      if (signal.aborted) throw new AppError('CANCELLED');
      if (!(error instanceof ModelFailure)) throw error;
      this.logger.warn({ engine: use.provider.engine, model: use.model, reason: error.message }, 'language model failed');
      if (error.origin === 'message') throw replyFailure(error);
      return error;
    }
  }
}

interface Failed {
  readonly use: ModelInUse;
  readonly failure: ModelFailure;
}

const isPointless = (use: ModelInUse, failures: readonly Failed[]): boolean =>
  failures.some(({ use: { provider }, failure }) => provider === use.provider && OF_ALL_MODELS.has(failure.reason));
