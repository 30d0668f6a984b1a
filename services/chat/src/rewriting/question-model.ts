import { randomBytes } from 'node:crypto';
import { CONFIG, LOGGER, Metrics, errorText, type Config, type FairSchedulerOptions, type Logger } from '@kith/kit';
import { AppError } from '@kith/proto';
import { Inject, Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import { abilitiesOf } from '../models/model-abilities.js';
import { ModelAccessCache } from '../models/model-access-cache.js';
import { ModelFailure } from '../models/model-provider.js';
import { keepsTextsAway, namedModel, type NamedModel } from '../models/named-model.js';
import { openClient, OpenAiProvider } from '../models/openai.provider.js';
import { ProviderAccess, type RefusalCount, type Requester } from '../models/provider-access.js';
import { RefusedPrompts } from '../models/refused-prompts.js';
import { followUpPrompt, MAX_WRITTEN_CHARS, readWholeQuestion, type FollowUp } from './whole-question.js';

/** Apart from the pool of replies. Nobody waits for a place: a message that finds none is searched as it is. */
const POOL = { capacity: 16, maxWaiting: 0, maxRunningPerKey: 4 } satisfies FairSchedulerOptions;
/** How long a reply waits for all of it. */
const DEADLINE_MS = 1500;
/** Less, so that a model that lets the time pass counts as failed. */
const MODEL_TIMEOUT_MS = 1400;
const MAX_TOKENS = 80;
/** How long it is not asked when the key has no access to it, when it does not exist, or when it refuses a request without saying why. */
const PAUSE_MS = 60_000;

interface Asked extends NamedModel {
  readonly provider: OpenAiProvider;
  readonly access: ProviderAccess;
}

/** The language model of QUESTION_MODEL, which writes the question that a message means after another one (docs/decisions.md W5). */
@Injectable()
export class QuestionModel implements OnApplicationBootstrap {
  private readonly asked: Asked | undefined;
  private pausedUntil = 0;

  /** Throws where QUESTION_MODEL names a provider that is not set up. */
  constructor(
    private readonly owners: ModelAccessCache,
    refusedPrompts: RefusedPrompts,
    private readonly metrics: Metrics,
    @Inject(CONFIG) config: Config,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {
    const { QUESTION_MODEL: id } = config;
    if (id === undefined) return;
    const named = namedModel(config, id, 'QUESTION_MODEL');
    const limits = { firstTextTimeoutMs: MODEL_TIMEOUT_MS, totalTimeoutMs: MODEL_TIMEOUT_MS };
    const engine = named.isForeign ? ('openai' as const) : ('local' as const);
    const provider = new OpenAiProvider({ ...named.options, ...limits, engine });
    this.asked = { ...named, provider, access: new ProviderAccess(POOL, notCounting(refusedPrompts)) };
  }

  get isOn(): boolean {
    return this.asked !== undefined;
  }

  /** Loads the SDK, which the first message would have to wait for. */
  async onApplicationBootstrap(): Promise<void> {
    if (this.asked) await openClient(this.asked.options);
  }

  /** Null where it is not asked for this owner, and when it writes none in time. */
  async write(followUp: FollowUp, requester: Requester): Promise<string | null> {
    const { asked } = this;
    if (!asked || Date.now() < this.pausedUntil) return null;
    const deadline = AbortSignal.timeout(DEADLINE_MS);
    try {
      return await Promise.race([this.ask(asked, followUp, requester, deadline), endOf(deadline)]);
    } catch (error) {
      this.note(error);
      return null;
    }
  }

  private async ask(
    { provider, access, model, isForeign }: Asked,
    followUp: FollowUp,
    requester: Requester,
    signal: AbortSignal,
  ): Promise<string | null> {
    if (isForeign && keepsTextsAway(await this.owners.of(requester.persona.ownerId))) return null;
    const boundary = `kb-${randomBytes(8).toString('hex')}`;
    const messages = followUpPrompt(followUp, boundary);
    const { reasoningTokens } = abilitiesOf(provider.engine, { model });
    const request = { model, messages, maxTokens: MAX_TOKENS, reasoningTokens, temperature: 0, signal };
    let answer = '';
    let isCut = false;
    for await (const part of access.of(model).request(requester, signal, () => provider.complete(request))) {
      if (part.kind === 'text') answer += part.text;
      else {
        ({ isCut } = part);
        this.metrics.questionModelTokens.inc({ kind: 'prompt' }, part.usage?.promptTokens ?? 0);
        this.metrics.questionModelTokens.inc({ kind: 'completion' }, part.usage?.completionTokens ?? 0);
      }
      if (answer.length > 2 * MAX_WRITTEN_CHARS) break;
    }
    const question = isCut ? null : readWholeQuestion(answer, followUp, boundary);
    this.metrics.questionModelAnswers.inc({ outcome: question === null ? 'none' : 'question' });
    return question;
  }

  /** Nobody sees an error. While it is not asked, because it failed a moment ago, nothing is logged. */
  private note(error: unknown): void {
    this.metrics.questionModelAnswers.inc({ outcome: 'failed' });
    const failure = error instanceof ModelFailure ? error : undefined;
    // All of these requests have the same form: what makes one of them wrong is hardly the message in it.
    if (failure?.origin === 'ours' || failure?.reason === 'refused') this.pausedUntil = Date.now() + PAUSE_MS;
    if (error instanceof AppError || failure?.reason === 'circuit-open') return;
    const reason = errorText(error);
    this.logger.warn({ reason }, 'the question model did not answer');
  }
}

/**
 * The author did not ask for these requests and does not see them: one that is refused is no refused prompt of theirs, and what was looked ahead
 * for the reply is left for it.
 */
const notCounting = (refusedPrompts: RefusedPrompts): RefusalCount => ({
  requireFew: (author) => refusedPrompts.requireFew(author, { keepsAhead: true }),
  count: () => Promise.resolve(),
});

const endOf = (signal: AbortSignal): Promise<never> =>
  new Promise((_resolve, reject) => {
    signal.addEventListener('abort', () => reject(new ModelFailure('timeout')), { once: true });
  });
