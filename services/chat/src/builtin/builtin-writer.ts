import { RpcClient } from '@kith/kit';
import { knowledge, type Persona } from '@kith/proto';
import { Injectable } from '@nestjs/common';
import { roughTokens } from '../prompt/tokens.js';
import { laterTextOf } from '../replies/files-for-later.js';
import type { ReplyContext, ReplyPart, ReplyWriter } from '../replies/reply-writer.js';
import { converse } from './converse.js';

/** The built-in companion, which needs no language model: it makes small talk by rules and answers questions by quoting what the bot was taught. */
@Injectable()
export class BuiltinWriter implements ReplyWriter {
  readonly engine = 'builtin';
  readonly isCharged = false;

  constructor(private readonly rpc: RpcClient) {}

  async *write(context: ReplyContext): AsyncGenerator<ReplyPart, void> {
    const answer = await converse({ ...context, now: new Date(), titles: () => this.titlesOf(context.persona) });
    if (answer === null) {
      yield { kind: 'silence' };
      return;
    }
    const { text, sources, isUnknown } = answer;
    yield { kind: 'text', text };
    yield {
      kind: 'end',
      isTruncated: false,
      sources,
      isUnknown,
      usage: null,
      tokens: roughTokens(laterTextOf(context)) + roughTokens(text),
    };
  }

  private async titlesOf({ id, ownerPlan }: Pick<Persona, 'id' | 'ownerPlan'>): Promise<readonly string[]> {
    return (await this.rpc.ask(knowledge.titles, { botId: id, ownerPlan })).titles;
  }
}
