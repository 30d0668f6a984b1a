import { randomBytes } from 'node:crypto';
import { RpcClient } from '@kith/kit';
import { knowledge, type OutputOf, type Persona } from '@kith/proto';
import { Inject, Injectable } from '@nestjs/common';
import { questionIn } from '../builtin/question.js';
import type { Message } from '../message.entity.js';
import { MessageLog, type PastTurn } from '../message-log.js';
import { WRITER, type Writer } from '../writer.js';
import { Draft } from './draft.js';

/** A message to be answered, from the test chat or from Discord. */
export interface ReplyRequest extends Pick<
  Message,
  'channel' | 'conversation' | 'requestId' | 'author' | 'authorName' | 'question'
> {
  readonly persona: Persona;
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
    @Inject(WRITER) private readonly writer: Writer,
  ) {}

  /** Gathers what the reply rests on. The writing starts when the draft's pieces are read. */
  async begin({ persona, conversation, channel, question, authorName, requestId }: ReplyRequest): Promise<Draft> {
    const [found, history] = await Promise.all([this.search(persona, question), this.remember(persona, conversation)]);
    const boundary = `kb-${randomBytes(8).toString('hex')}`;
    const speaker = channel === 'discord' ? authorName : null;
    return new Draft({ persona, requestId, question, authorName: speaker, history, ...found, boundary }, this.writer);
  }

  /** Stores the reply; of two to the same message the first one stands and is answered. */
  keep({ persona, ...request }: ReplyRequest, draft: Draft): Promise<Message> {
    return this.log.keep({
      ...request,
      botId: persona.id,
      reply: draft.text.trimEnd(),
      engine: draft.engine,
      sources: [...draft.sources],
      truncated: draft.isTruncated,
      tokens: draft.tokens,
      promptTokens: draft.usage?.promptTokens ?? null,
      completionTokens: draft.usage?.completionTokens ?? null,
      latencyMs: draft.latencyMs,
      state: 'written',
    });
  }

  private async search({ id, name, ownerPlan }: Persona, message: string): Promise<OutputOf<typeof knowledge.search>> {
    const query = questionIn(message, name);
    return query === '' ? NOTHING : this.rpc.ask(knowledge.search, { botId: id, query, limit: MAX_PASSAGES, ownerPlan });
  }

  private async remember({ id, preferences }: Persona, conversation: string): Promise<PastTurn[]> {
    return preferences.rememberInteractions ? this.log.past(id, conversation, PAST_TURNS[preferences.contextRetention]) : [];
  }
}
