import { randomUUID } from 'node:crypto';
import type { Actor, Persona } from '@kith/proto';
import { Injectable } from '@nestjs/common';
import { CareService } from '../care/care.service.js';
import type { PastExchange } from '../messages/message-log.js';
import { Charges, isDenial } from '../replies/charges.js';
import { ReplyPipeline } from '../replies/reply-pipeline.js';
import type { Reply, ReplyRequest, ReplyWriter } from '../replies/reply-writer.js';
import { ChatLimits } from '../test-chat/test-chat.service.js';

/** For which run of a saved conversation a question is answered. */
export interface AnsweredRun {
  readonly actor: Actor;
  readonly conversationId: string;
  readonly persona: Persona;
  readonly epoch: number;
}
export type Answer = Pick<Reply, 'reply' | 'engine'>;

/** One question of a run. */
interface Turn {
  readonly request: ReplyRequest;
  /** Who answers; an answer that is there already is one of care. */
  readonly by: ReplyWriter | Answer;
  /** The number of its reserved charge; null where nothing is reserved. */
  readonly charge: number | null;
  isDue: boolean;
}

/** Answers questions apart from all conversations: nothing of them is stored or remembered. */
@Injectable()
export class ReplayAnswers {
  constructor(
    private readonly pipeline: ReplyPipeline,
    private readonly charges: Charges,
    private readonly care: CareService,
    private readonly limits: ChatLimits,
  ) {}

  /**
   * Answers the questions of one conversation, in their order, and charges them when `keep` has stored all answers (it resolves to whether it
   * has): of a run that breaks off nobody gets an answer, so it costs nothing. Errors as in the test chat.
   */
  async to(
    questions: readonly string[],
    run: AnsweredRun,
    signal: AbortSignal,
    keep: (answers: readonly Answer[]) => Promise<boolean>,
  ): Promise<void> {
    const turns: Turn[] = [];
    let areKept = false;
    try {
      // Charges are never named by what the client chooses: each run that asks a model is charged.
      const prefix = `replay-${run.conversationId}-${randomUUID()}`;
      // All before a model is asked, so that a limit ends the run while it has cost the operator nothing.
      for (const [at, question] of questions.entries())
        // oxlint-disable-next-line no-await-in-loop
        turns.push(await this.reserved(requestOf(run, question, `${prefix}-${at}`)));
      areKept = await keep(await this.answers(turns, signal));
    } finally {
      await Promise.all(turns.map((turn) => this.close(turn, areKept)));
    }
  }

  private async reserved(request: ReplyRequest): Promise<Turn> {
    const by = this.care.replyTo(request) ?? (await this.pipeline.writerOf(request));
    const charge = 'write' in by && by.isCharged ? await this.reserve(request) : null;
    return { request, by, charge, isDue: false };
  }

  private async answers(turns: readonly Turn[], signal: AbortSignal): Promise<Answer[]> {
    const answers: Answer[] = [];
    const given: PastExchange[] = [];
    for (const turn of turns) {
      // Each sees the answers to those before it.
      // oxlint-disable-next-line no-await-in-loop
      const answer = await this.answer(turn, given, signal);
      // An answer that was cut off by the end of the call is none.
      signal.throwIfAborted();
      answers.push(answer);
      const { author, authorName, question } = turn.request;
      // Their real size is not known here; a conversation this short is never cut.
      given.push({ author, authorName, question, reply: answer.reply, tokens: 0 });
    }
    return answers;
  }

  /** Due when there was text, like an answer of the test chat. */
  private async answer(turn: Turn, given: readonly PastExchange[], signal: AbortSignal): Promise<Answer> {
    const { request, by } = turn;
    if (!('write' in by)) return by;
    const release = await this.limits.acquire(request.author);
    try {
      const streamed = await this.pipeline.begin(request, by, this.pipeline.prepareAlone(request, given));
      await streamed.finish(signal);
      turn.isDue = streamed.text.trim() !== '' && streamed.isCharged;
      return streamed.reply;
    } finally {
      release();
    }
  }

  private async reserve({ persona, requestId }: ReplyRequest): Promise<number> {
    try {
      return await this.charges.reserve({ persona, requestId });
    } catch (error) {
      // Billing may have reserved although its answer was lost or the caller has left.
      if (!isDenial(error)) await this.charges.close('release', requestId);
      throw error;
    }
  }

  private async close({ request: { requestId }, charge, isDue }: Turn, areKept: boolean): Promise<void> {
    if (charge === null) return;
    await this.charges.close(areKept && isDue ? 'settle' : 'release', requestId, charge);
  }
}

function requestOf({ actor, conversationId, persona, epoch }: AnsweredRun, question: string, requestId: string): ReplyRequest {
  return {
    persona,
    channel: 'web',
    conversation: `replay-${conversationId}`,
    requestId,
    author: actor.userId,
    authorName: actor.username,
    question,
    attachments: [],
    mayUseTools: false,
    epoch,
  };
}
