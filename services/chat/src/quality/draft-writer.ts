import { randomBytes, randomUUID } from 'node:crypto';
import { AppError, type Actor, type Persona } from '@kith/proto';
import { Injectable } from '@nestjs/common';
import { replyFailure } from '../models/failure-texts.js';
import { ModelFailure } from '../models/model-provider.js';
import type { ModelInUse } from '../models/model-writer.js';
import { RefusedPrompts } from '../models/refused-prompts.js';
import { ReplyWriters } from '../models/reply-writers.js';
import { Charges, isDenial } from '../replies/charges.js';
import { ChatLimits } from '../test-chat/test-chat.service.js';
import { draftPrompt, MAX_DRAFT_ANSWER_CHARS, readDraft, type DraftMaterial } from './written-draft.js';

const MAX_TOKENS = 600;

interface DraftRequest extends DraftMaterial {
  readonly actor: Actor;
  readonly persona: Persona;
  readonly model: ModelInUse;
  readonly questionId: string;
}

/** Has the language model of a bot write drafts for its owner, who is charged when there is one. */
@Injectable()
export class DraftWriter {
  constructor(
    private readonly writers: ReplyWriters,
    private readonly charges: Charges,
    private readonly limits: ChatLimits,
    private readonly refused: RefusedPrompts,
  ) {}

  /** Null without one, also where it cannot be known: the draft from passages needs none. */
  async modelOf(persona: Persona): Promise<ModelInUse | null> {
    try {
      return await this.writers.modelOf(persona);
    } catch (error) {
      if (error instanceof AppError) return null;
      throw error;
    }
  }

  /** Null where the model finds no answer in the passages: then nothing is charged. The errors of the test chat. */
  async write(request: DraftRequest, signal: AbortSignal): Promise<string | null> {
    const { actor, persona, model } = request;
    const release = await this.limits.acquire(actor.userId);
    try {
      // By no name that a client chooses: each draft that a model writes is charged.
      const requestId = `draft-${request.questionId}-${randomUUID()}`;
      const charge = model.isCharged ? await this.reserve(persona, requestId) : null;
      let answer: string | null = null;
      try {
        answer = await this.ask(request, signal);
      } finally {
        if (charge !== null) await this.charges.close(answer === null ? 'release' : 'settle', requestId, charge);
      }
      // It costs its owner nothing, but the operator: after too many of them the owner waits.
      if (answer === null && model.isCharged) await this.refused.count(actor.userId);
      return answer;
    } finally {
      release();
    }
  }

  private async reserve(persona: Persona, requestId: string): Promise<number> {
    try {
      return await this.charges.reserve({ persona, requestId });
    } catch (error) {
      // Billing may have reserved although its answer was lost or the caller has left.
      if (!isDenial(error)) await this.charges.close('release', requestId);
      throw error;
    }
  }

  /** Null where the model found no answer in the passages. */
  private async ask(drafted: DraftRequest, signal: AbortSignal): Promise<string | null> {
    const boundary = `kb-${randomBytes(8).toString('hex')}`;
    const { model, persona } = drafted;
    const { reasoningTokens } = model;
    const messages = draftPrompt(drafted, boundary);
    const request = { model: model.model, messages, maxTokens: MAX_TOKENS, reasoningTokens, temperature: 0, signal };
    let answer = '';
    try {
      const parts = model.access.request({ persona, author: drafted.actor.userId }, signal, () =>
        model.provider.complete(request),
      );
      for await (const part of parts) {
        if (part.kind === 'text') answer += part.text;
        if (answer.length > MAX_DRAFT_ANSWER_CHARS) break;
      }
    } catch (error) {
      if (signal.aborted) throw new AppError('CANCELLED');
      throw error instanceof ModelFailure ? replyFailure(error) : error;
    }
    return readDraft(answer, drafted, boundary);
  }
}
