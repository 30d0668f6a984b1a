import { RpcClient } from '@kith/kit';
import { knowledge, type Persona } from '@kith/proto';
import { Injectable } from '@nestjs/common';
import { roughTokens } from '../prompt/tokens.js';
import { questionWithFileNames } from '../replies/attachments.js';
import { MIN_ANSWER_COVERAGE, type ReplyContext, type ReplyPart, type ReplyWriter } from '../replies/reply-writer.js';
import { answerIntent, topicsOf } from './intents.js';
import { questionIn } from './question.js';
import { describeFiles, quoteFile, selectSentences } from './quotes.js';
import { phrases, speakingStyleOf, withEmoji } from './speaking-style.js';

interface Answer {
  readonly text: string;
  readonly sources: readonly string[];
  readonly isUnknown?: boolean;
}

const MAX_TOPIC_CHARS = 80;
const NEEDS_MODEL = {
  summarize: 'To sum something up I need a language model, and none is set up for me.',
  translate: 'To translate I need a language model, and none is set up for me.',
} as const;

/** The built-in companion, which needs no language model: it answers small talk by rules and questions by quoting what the bot was taught. */
@Injectable()
export class BuiltinWriter implements ReplyWriter {
  readonly engine = 'builtin';
  readonly isCharged = false;

  constructor(private readonly rpc: RpcClient) {}

  async *write(context: ReplyContext): AsyncGenerator<ReplyPart, void> {
    const { text: answer, sources, isUnknown = false } = await this.answer(context);
    const text = [answer, describeFiles(context.attachments)].filter(Boolean).join(' ');
    yield { kind: 'text', text };
    yield {
      kind: 'end',
      isTruncated: false,
      sources,
      isUnknown,
      usage: null,
      tokens: roughTokens(questionWithFileNames(context)) + roughTokens(text),
    };
  }

  private async answer(context: ReplyContext): Promise<Answer> {
    if (context.task) return { text: NEEDS_MODEL[context.task.kind], sources: [] };
    const { persona, question, requestId, authorName } = context;
    const style = speakingStyleOf(persona);
    const titles = () => this.titlesOf(persona);
    const smallTalk = await answerIntent({
      persona,
      style,
      message: question,
      member: authorName,
      requestId,
      now: new Date(),
      titles,
    });
    if (smallTalk !== undefined) return { text: smallTalk, sources: [] };
    const topic = questionIn(question, persona.name);
    const found = quoteFile(topic, context.attachments, style.maxSentences);
    if (found) return { text: phrases.quote(style, found.title, found.sentences), sources: [] };
    const quote =
      context.coverage >= MIN_ANSWER_COVERAGE ? selectSentences(topic, context.passages, style.maxSentences) : undefined;
    if (quote)
      return { text: withEmoji(style, phrases.quote(style, quote.title, quote.sentences), '📖'), sources: [quote.title] };
    const text = `${phrases.unknown(style, repeatable(topic))} ${await this.closestTitles(context, titles)}`;
    return { text, sources: [], isUnknown: true };
  }

  private async closestTitles({ passages }: ReplyContext, titles: () => Promise<readonly string[]>): Promise<string> {
    const near = [...new Set(passages.map(({ title }) => title))].slice(0, 3);
    return near.length > 0 ? `The closest I know is ${near.map((title) => `“${title}”`).join(', ')}.` : topicsOf(await titles());
  }

  private async titlesOf({ id, ownerPlan }: Persona): Promise<readonly string[]> {
    return (await this.rpc.ask(knowledge.titles, { botId: id, ownerPlan })).titles;
  }
}

/** The topic in a form that can be repeated: short, without line breaks, mentions and formatting. */
function repeatable(topic: string): string {
  const plain = topic
    .replace(/[@`*_~|<>“”]/g, '')
    .replace(/\s+/g, ' ')
    .replace(/[?!.\s]+$/, '')
    .trim();
  return plain.length <= MAX_TOPIC_CHARS ? plain : `${[...plain].slice(0, MAX_TOPIC_CHARS).join('')}…`;
}
