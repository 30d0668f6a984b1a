import { randomBytes } from 'node:crypto';
import { RpcClient } from '@kith/kit';
import { knowledge, type Attachment, type OutputOf, type Persona } from '@kith/proto';
import { Inject, Injectable } from '@nestjs/common';
import { questionIn } from '../builtin/question.js';
import { ImageReplies } from '../images/image-replies.js';
import type { Message } from '../message.entity.js';
import { MessageLog, type PastTurn } from '../message-log.js';
import { WRITER, type Writer } from '../writer.js';
import { spokenQuestion } from './attached-file.js';
import { Attachments } from './attachments.js';
import { Draft } from './draft.js';

/** A message to be answered, from the test chat or from Discord. */
export interface ReplyRequest extends Pick<
  Message,
  'channel' | 'conversation' | 'requestId' | 'author' | 'authorName' | 'question'
> {
  readonly persona: Persona;
  readonly attachments: readonly Attachment[];
  /** How often the companion had been wiped before its persona was asked for: a reply to a deleted one must not be kept. */
  readonly epoch: number;
}

const PAST_TURNS = { minimal: 4, standard: 12, extended: 30 } as const;
const MAX_PASSAGES = 6;
const NOTHING = { passages: [], coverage: 0 };

/** One way from a message to its reply, whatever the channel. */
@Injectable()
export class ReplyPipeline {
  constructor(
    private readonly rpc: RpcClient,
    private readonly log: MessageLog,
    private readonly attachments: Attachments,
    private readonly images: ImageReplies,
    @Inject(WRITER) private readonly writer: Writer,
  ) {}

  /** Gathers what the reply rests on. The writing starts when the draft's pieces are read. */
  async begin(request: ReplyRequest): Promise<Draft> {
    const { persona, channel, question, requestId, authorName, epoch } = request;
    const boundary = `kb-${randomBytes(8).toString('hex')}`;
    const turn = { persona, requestId, question, boundary, authorName: channel === 'discord' ? authorName : null };
    // A picture rests on its description alone.
    if (this.images.wanted(request) !== undefined)
      return new Draft({ ...turn, attachments: [], history: [], ...NOTHING }, this.images.writer(epoch));
    const [found, history, attachments] = await Promise.all([
      this.search(persona, question),
      this.remember(persona, request.conversation),
      this.attachments.read(request.author, request.attachments),
    ]);
    return new Draft({ ...turn, attachments, history, ...found }, this.writer);
  }

  /**
   * Stores the reply; of two to the same message the first one stands and is answered. Null when everything said with the companion
   * was wiped since the reply was begun.
   */
  keep({ persona, attachments: _files, epoch, ...request }: ReplyRequest, draft: Draft): Promise<Message | null> {
    return this.log.keep(
      {
        ...request,
        ...draft.reply,
        botId: persona.id,
        ownerId: persona.ownerId,
        question: spokenQuestion(draft.turn),
        tokens: draft.tokens,
        promptTokens: draft.usage?.promptTokens ?? null,
        completionTokens: draft.usage?.completionTokens ?? null,
        latencyMs: draft.latencyMs,
      },
      epoch,
    );
  }

  private async search({ id, name, ownerPlan }: Persona, message: string): Promise<OutputOf<typeof knowledge.search>> {
    const query = questionIn(message, name);
    return query === '' ? NOTHING : this.rpc.ask(knowledge.search, { botId: id, query, limit: MAX_PASSAGES, ownerPlan });
  }

  private async remember({ id, preferences }: Persona, conversation: string): Promise<PastTurn[]> {
    return preferences.rememberInteractions ? this.log.past(id, conversation, PAST_TURNS[preferences.contextRetention]) : [];
  }
}
