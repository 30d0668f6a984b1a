import { joinedParts, joinedPartsWithin, RpcClient } from '@kith/kit';
import {
  AppError,
  bots,
  knowledge,
  type Actor,
  type AnswerDraft,
  type OutputOf,
  type ParsedInputOf,
  type Persona,
  type quality,
  type RatingReason,
} from '@kith/proto';
import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource } from 'typeorm';
import { detectLanguage } from '../builtin/detect-language.js';
import { questionIn } from '../builtin/question.js';
import { MessageLog } from '../messages/message-log.js';
import type { ModelInUse } from '../models/model-writer.js';
import { outlineIn } from './draft-texts.js';
import { DraftWriter } from './draft-writer.js';
import { GroupQuestions } from './group-questions.js';
import { withoutIds } from './inbox.service.js';
import type { DraftMaterial } from './written-draft.js';

const MAX_TITLE_CHARS = 200;
const MAX_DRAFT_CHARS = 2000;
/** Of the messages of a group, the newest. */
const MAX_MESSAGES = 10;
const MAX_REJECTED = 3;
/** How many passages a model reads, and how many stand below an outline. */
const MAX_PASSAGES = 6;
const MAX_SHOWN_PASSAGES = 3;
const MAX_QUERY_CHARS = 1000;

type Place = ParsedInputOf<typeof quality.draft>;
type Found = Pick<OutputOf<typeof knowledge.find>, 'passages' | 'outcome'>;

/** A question of the inbox with what was asked, answered and found. */
interface Drafted extends DraftMaterial {
  readonly persona: Persona;
  readonly model: ModelInUse | null;
  readonly title: string;
  readonly pinnable: readonly string[];
  readonly found: Found;
}

/** Drafts of answers to questions of the inbox, from what the bot was taught (docs/decisions.md T22). */
@Injectable()
export class AnswerDrafts {
  constructor(
    private readonly rpc: RpcClient,
    private readonly log: MessageLog,
    private readonly writer: DraftWriter,
    private readonly groups: GroupQuestions,
    @InjectDataSource() private readonly database: DataSource,
  ) {}

  async draft(place: Place): Promise<AnswerDraft> {
    return fromPassages(await this.read(place));
  }

  /** Charged when the model wrote one. */
  async write(place: Place, signal: AbortSignal): Promise<AnswerDraft> {
    const drafted = await this.read(place);
    const { model, passages } = drafted;
    if (passages.length === 0) return fromPassages(drafted);
    if (!model) throw new AppError('MODEL_UNAVAILABLE', 'No language model is connected that could write a draft.');
    const answer = await this.writer.write({ ...place, ...drafted, model }, signal);
    const draft = fromPassages(drafted);
    return answer === null ? draft : { ...draft, answer: cut(answer, MAX_DRAFT_CHARS), kind: 'written' };
  }

  private async read({ actor, botId, questionId }: Place): Promise<Drafted> {
    await this.rpc.ask(bots.owned, { actor, botId });
    const rows = await this.database.query<{ id: string; reasons: (RatingReason | null)[] | null }[]>(
      `select m.id, (select array_agg(r.reason) from chat.rating r where r.message_id = m.id and not r.is_good) as reasons
       from chat.message m join chat.inbox_question q on q.id = m.inbox_id
       where q.id = $1 and q.bot_id = $2 and m.state = 'delivered' order by m.created_at desc, m.id limit $3`,
      [questionId, botId, MAX_MESSAGES],
    );
    const stored = new Map((await this.log.findByIds(rows.map(({ id }) => id))).map((message) => [message.id, message]));
    const messages = rows.flatMap(({ id, reasons }) => {
      const message = stored.get(id);
      return message ? { question: withoutIds(message.question), reply: withoutIds(message.reply), reasons } : [];
    });
    const [newest] = messages;
    if (!newest) throw new AppError('NOT_FOUND');
    const persona = await this.rpc.ask(bots.persona, { botId });
    const title = cut(questionIn(newest.question, persona.name) || newest.question, MAX_TITLE_CHARS);
    const [found, model, pinnable] = await Promise.all([
      this.closest(actor, botId, newest.question, persona),
      this.writer.modelOf(persona),
      this.groups.pinnable({ botId, questionId, botName: persona.name }),
    ]);
    return {
      persona,
      model,
      title,
      pinnable,
      found,
      questions: [...new Set(messages.map(({ question }) => question))],
      rejected: messages
        .flatMap(({ reply, reasons }) => (reasons ? { reply, reasons: [...new Set(reasons.flatMap((one) => one ?? []))] } : []))
        .slice(0, MAX_REJECTED),
      // Neighbours in a text repeat a part of each other.
      passages: joinedParts(found.passages).map(({ whole }) => whole),
    };
  }

  /** Whatever the question finds, whether or not it would enter a prompt. Nothing where the owner sees only titles. */
  private async closest(actor: Actor, botId: string, question: string, { name }: Persona): Promise<Found> {
    const query = (questionIn(question, name) || question).slice(0, MAX_QUERY_CHARS);
    try {
      return await this.rpc.ask(knowledge.find, { actor, botId, query, limit: MAX_PASSAGES });
    } catch (error) {
      if (error instanceof AppError && error.code === 'UPGRADE_REQUIRED') return { passages: [], outcome: 'nothing_found' };
      throw error;
    }
  }
}

/** The draft that needs no model. What is always in the prompt, or by a key word, was not found for this question. */
function fromPassages({ title, pinnable, persona, model, found: { passages, outcome } }: Drafted): AnswerDraft {
  const ofSearch = passages.filter(({ activation, relevance }) => activation === 'search' && relevance !== null);
  const searched = joinedPartsWithin(ofSearch, MAX_DRAFT_CHARS);
  const [best] = searched;
  const draft = { title, questions: [...pinnable], canBeWritten: model !== null && passages.length > 0 };
  if (best && outcome === 'found') return { ...draft, answer: cut(best.body, MAX_DRAFT_CHARS), kind: 'passage' };
  const shown = searched.slice(0, MAX_SHOWN_PASSAGES).map((passage) => `${passage.title}\n${passage.body}`);
  const character = [persona.description, persona.instructions].join('\n');
  const { language } = detectLanguage({ message: title, botName: persona.name, earlier: [], character });
  const answer = cut(outlineIn(language, shown), MAX_DRAFT_CHARS);
  return { ...draft, answer, kind: shown.length === 0 ? 'outline' : 'closest' };
}

const cut = (text: string, chars: number): string => [...text].slice(0, chars).join('').trim();
