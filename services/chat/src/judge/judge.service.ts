import { randomBytes } from 'node:crypto';
import { LOGGER, RpcClient, type Logger } from '@kith/kit';
import { AppError, bots, type judge, type OutputOf, type ParsedInputOf, type Persona } from '@kith/proto';
import { Inject, Injectable } from '@nestjs/common';
import { ModelFailure } from '../models/model-provider.js';
import type { ModelInUse } from '../models/model-writer.js';
import { ReplyWriters } from '../models/reply-writers.js';
import { Charges } from '../replies/charges.js';
import { judgePrompt, readVerdict, type Verdict } from './verdict.js';

type Input = ParsedInputOf<typeof judge.messages>;
type Judged = OutputOf<typeof judge.messages>['verdicts'][number];

/** Two numbers, and room for models that think before they answer. */
const MAX_TOKENS = 300;
const MAX_ANSWER_CHARS = 200;

/** Judges messages of members for the system ai-moderator. */
@Injectable()
export class JudgeService {
  constructor(
    private readonly rpc: RpcClient,
    private readonly writers: ReplyWriters,
    private readonly charges: Charges,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /** All messages of one call count as one message of the owner, unless no verdict came of it. */
  async judge(input: Input, signal: AbortSignal): Promise<OutputOf<typeof judge.messages>> {
    const { botId, guildId, requestId } = input;
    const persona = await this.rpc.ask(bots.persona, { botId });
    const model = await this.writers.modelOf(persona);
    // The built-in companion judges nobody.
    if (!model) throw new AppError('MODEL_UNAVAILABLE');
    const charge = model.isCharged ? await this.charges.reserve({ persona, requestId, guildId }) : 0;
    let verdicts: Judged[] = [];
    let failure: unknown = null;
    try {
      const results = await Promise.allSettled(
        input.messages.map((message) => this.judgeOne({ persona, model, message, categories: input.categories }, signal)),
      );
      verdicts = results.flatMap((result) => (result.status === 'fulfilled' ? [result.value] : []));
      failure = results.find((result) => result.status === 'rejected')?.reason;
    } finally {
      if (model.isCharged) await this.charges.close(verdicts.length > 0 ? 'settle' : 'release', requestId, charge);
    }
    if (verdicts.length === 0 && failure !== null && failure !== undefined) throw failure;
    return { verdicts };
  }

  private async judgeOne({ persona, model, message, categories }: Judging, signal: AbortSignal): Promise<Judged> {
    const boundary = `kb-${randomBytes(8).toString('hex')}`;
    const messages = judgePrompt(categories, message.text, boundary);
    const { reasoningTokens } = model;
    const request = { model: model.model, messages, maxTokens: MAX_TOKENS, reasoningTokens, temperature: 0, signal };
    let answer = '';
    try {
      for await (const part of model.access.request({ persona, author: message.authorId }, signal, () =>
        model.provider.complete(request),
      ))
        if (part.kind === 'text' && answer.length < MAX_ANSWER_CHARS) answer += part.text;
    } catch (error) {
      return this.unjudged(message.id, error, signal);
    }
    const verdict: Verdict | null = readVerdict(answer, categories.length);
    return { messageId: message.id, verdict };
  }

  /** A provider that refuses to read a message says nothing about it. Throws what concerns the model itself. */
  private unjudged(messageId: string, error: unknown, signal: AbortSignal): Judged {
    if (signal.aborted) throw new AppError('CANCELLED');
    if (error instanceof AppError && error.code === 'PROMPT_REFUSED') return { messageId, verdict: null };
    if (!(error instanceof ModelFailure)) throw error;
    if (error.origin === 'message') return { messageId, verdict: null };
    this.logger.warn({ reason: error.message }, 'language model did not judge');
    throw new AppError('MODEL_UNAVAILABLE');
  }
}

interface Judging {
  readonly persona: Persona;
  readonly model: ModelInUse;
  readonly message: Input['messages'][number];
  readonly categories: readonly string[];
}
