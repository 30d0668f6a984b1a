import { RpcClient } from '@kith/kit';
import { knowledge, type Persona } from '@kith/proto';
import { Injectable } from '@nestjs/common';
import { roughTokens } from '../prompt/tokens.js';
import { spokenQuestion } from '../replies/attached-file.js';
import { KNOWN_FROM, type ReplyPart, type Turn, type Writer } from '../writer.js';
import { bestSentences } from './best-sentences.js';
import { quoteFile, receiptOf } from './files.js';
import { answerIntent, topicsOf } from './intents.js';
import { questionIn } from './question.js';
import { voiceOf, withEmoji, worded } from './voice.js';

interface Answer {
  readonly text: string;
  readonly sources: readonly string[];
}

const MAX_TOPIC = 80;

/** The companion that needs no language model: small talk by rules, questions by quoting what it was taught (ai.md, end of section 4). */
@Injectable()
export class BuiltinWriter implements Writer {
  readonly engine = 'builtin';

  constructor(private readonly rpc: RpcClient) {}

  async *write(turn: Turn): AsyncGenerator<ReplyPart, void> {
    const { text: answer, sources } = await this.answer(turn);
    const text = [answer, receiptOf(turn.attachments)].filter(Boolean).join(' ');
    yield { kind: 'text', text };
    yield {
      kind: 'end',
      isTruncated: false,
      sources,
      usage: null,
      tokens: roughTokens(spokenQuestion(turn)) + roughTokens(text),
    };
  }

  private async answer(turn: Turn): Promise<Answer> {
    const { persona, question, requestId, authorName } = turn;
    const voice = voiceOf(persona);
    const titles = () => this.titlesOf(persona);
    const small = await answerIntent({
      persona,
      voice,
      message: question,
      member: authorName,
      requestId,
      now: new Date(),
      titles,
    });
    if (small !== undefined) return { text: small, sources: [] };
    const topic = questionIn(question, persona.name);
    const found = quoteFile(topic, turn.attachments, voice.maxSentences);
    if (found) return { text: worded.quote(voice, found.title, found.sentences), sources: [] };
    const quote = turn.coverage >= KNOWN_FROM ? bestSentences(topic, turn.passages, voice.maxSentences) : undefined;
    if (quote) return { text: withEmoji(voice, worded.quote(voice, quote.title, quote.sentences), '📖'), sources: [quote.title] };
    return { text: `${worded.unknown(voice, shortened(topic))} ${await this.closest(turn, titles)}`, sources: [] };
  }

  private async closest({ passages }: Turn, titles: () => Promise<readonly string[]>): Promise<string> {
    const near = [...new Set(passages.map(({ title }) => title))].slice(0, 3);
    return near.length > 0 ? `The closest I know is ${near.map((title) => `“${title}”`).join(', ')}.` : topicsOf(await titles());
  }

  private async titlesOf({ id, ownerPlan }: Persona): Promise<readonly string[]> {
    return (await this.rpc.ask(knowledge.titles, { botId: id, ownerPlan })).titles;
  }
}

/** What was asked about, fit to be repeated: no line breaks, no pings, no formatting. */
function shortened(topic: string): string {
  const plain = topic
    .replace(/[@`*_~|<>“”]/g, '')
    .replace(/\s+/g, ' ')
    .replace(/[?!.\s]+$/, '')
    .trim();
  return plain.length <= MAX_TOPIC ? plain : `${[...plain].slice(0, MAX_TOPIC).join('')}…`;
}
