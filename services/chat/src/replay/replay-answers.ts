import type { ParsedInputOf, Persona, replay } from '@kith/proto';
import { Injectable } from '@nestjs/common';
import { CareService } from '../care/care.service.js';
import type { PastExchange } from '../messages/message-log.js';
import { Charges, isDenial } from '../replies/charges.js';
import { ReplyPipeline } from '../replies/reply-pipeline.js';
import type { Reply, ReplyRequest } from '../replies/reply-writer.js';
import type { StreamedReply } from '../replies/streamed-reply.js';
import { ChatLimits } from '../test-chat/test-chat.service.js';
import { webRequestId } from '../test-chat/web-request-id.js';

/** For which run of a saved conversation a question is answered. */
export interface AnsweredRun {
  readonly input: ParsedInputOf<typeof replay.run>;
  readonly persona: Persona;
  readonly epoch: number;
}
type Answer = Pick<Reply, 'reply' | 'engine'>;

/** Answers questions apart from all conversations: nothing of them is stored or remembered. */
@Injectable()
export class ReplayAnswers {
  constructor(
    private readonly pipeline: ReplyPipeline,
    private readonly charges: Charges,
    private readonly care: CareService,
    private readonly limits: ChatLimits,
  ) {}

  /** The answers to the questions of one conversation, in their order. Errors as in the test chat. */
  async to(questions: readonly string[], run: AnsweredRun, signal: AbortSignal): Promise<Answer[]> {
    const answers: Answer[] = [];
    const given: PastExchange[] = [];
    for (const [turn, question] of questions.entries()) {
      signal.throwIfAborted();
      // Each sees the answers to those before it.
      // oxlint-disable-next-line no-await-in-loop
      const answer = await this.answer(requestOf(run, question, turn), given, signal);
      answers.push(answer);
      const { userId, username } = run.input.actor;
      // Their real size is not known here; a conversation this short is never cut.
      given.push({ author: userId, authorName: username, question, reply: answer.reply, tokens: 0 });
    }
    return answers;
  }

  /** Charged when there was text, like an answer of the test chat. */
  private async answer(request: ReplyRequest, given: readonly PastExchange[], signal: AbortSignal): Promise<Answer> {
    const care = this.care.replyTo(request);
    if (care) return care;
    const release = await this.limits.acquire(request.author);
    try {
      const preparation = this.pipeline.prepareAlone(request, given);
      const writer = await this.pipeline.writerOf(request);
      const charge = writer.isCharged ? await this.reserve(request) : null;
      let streamed: StreamedReply | undefined;
      try {
        streamed = await this.pipeline.begin(request, writer, preparation);
        await streamed.finish(signal, undefined);
        return streamed.reply;
      } finally {
        if (charge !== null) {
          const isDue = streamed !== undefined && streamed.text.trim() !== '' && streamed.isCharged;
          await this.charges.close(isDue ? 'settle' : 'release', request.requestId, charge);
        }
      }
    } finally {
      release();
    }
  }

  private async reserve({ persona, requestId }: ReplyRequest): Promise<number> {
    try {
      return await this.charges.reserve({ persona, requestId });
    } catch (error) {
      if (!isDenial(error)) await this.charges.close('release', requestId);
      throw error;
    }
  }
}

function requestOf({ input, persona, epoch }: AnsweredRun, question: string, turn: number): ReplyRequest {
  const { actor, botId, requestId } = input;
  return {
    persona,
    channel: 'web',
    conversation: `replay-${requestId}`,
    requestId: webRequestId(botId, `${requestId}-${turn}`),
    author: actor.userId,
    authorName: actor.username,
    question,
    attachments: [],
    mayUseTools: false,
    epoch,
  };
}
