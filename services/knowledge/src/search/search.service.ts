import { askedText, inOneSpelling, joinedParts, PreparedStatement, RateLimiter, REDIS, RpcClient } from '@kith/kit';
import {
  AppError,
  bots,
  PASSAGES_PER_REPLY,
  PLAN_CATALOGUE,
  searchedQuestions,
  type Actor,
  type InputOf,
  type knowledge,
  type OutputOf,
  type ParsedInputOf,
  type Plan,
  type SearchedQuestion,
} from '@kith/proto';
import { Inject, Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource } from 'typeorm';
import { MeaningSearch } from '../embeddings/meaning-search.js';
import { hidesContents, maxActiveItems, mayHideContents } from '../items/plan-limits.js';
import { ActivatedPassages } from './activated-passages.js';
import { characterRuns } from './character-runs.js';
import { asWritten, everydayWordsIn } from './everyday-words.js';
import { coverageOf, passageKey, ranked, type Match, type RankedPassage } from './fusion.js';
import { isAboutSomethingElse, MIN_RELEVANCE, pairsIn, type Message } from './gate.js';
import { fuseMeaning } from './meaning-fusion.js';
import { messageCues } from './message-cues.js';
import { mayAsk } from './may-ask.js';
import { looksLikeSmallTalk } from './small-talk.js';
import { formsOf } from './message-form.js';
import { OwnerSearches } from './owner-searches.js';

// The most items of any plan; that many titles of full length fit into one message.
const MAX_TITLES = PLAN_CATALOGUE.premium.maxKnowledgeItems;

/** Of each of the two rankings that are fused. */
const MAX_FUSED = 50;

/** Of a user who tests the search: whole questions that a language model writes, which the operator pays (docs/decisions.md W5). */
const WHOLE_QUESTIONS = { name: 'knowledge-whole-questions', points: 60, windowS: 3600, wait: 'window' } as const;

/** A question as the chat service asks it. */
export interface Question {
  readonly botId: string;
  readonly query: string;
  readonly previous?: string | undefined;
  /** The messages in which key words are looked for; undefined: the question and what was asked before. */
  readonly messages?: readonly string[] | undefined;
  /** How many passages are searched. */
  readonly limit: number;
  readonly ownerPlan?: Plan | undefined;
  /** How many items of the bot are active, the oldest first; null for all. */
  readonly items: number | null;
}

type Found = OutputOf<typeof knowledge.search>;
type Activated = Found['passages'];

export interface Evidence {
  readonly message: Message & { readonly hasTexts: boolean };
  readonly alone: readonly Match[];
  readonly together: readonly Match[] | undefined;
}

/** What a question finds, before the gate. */
export interface Findings {
  readonly activated: Activated;
  readonly ranking: readonly RankedPassage[];
  readonly coverage: number;
  readonly relevance: number;
  readonly outcome: Found['outcome'];
  readonly mayAsk: boolean;
  readonly isSmallTalk: boolean;
  readonly searchedBy: OutputOf<typeof knowledge.find>['searchedBy'];
}

@Injectable()
export class SearchService {
  private readonly wholeQuestions: RateLimiter;

  constructor(
    @InjectDataSource() private readonly database: DataSource,
    private readonly rpc: RpcClient,
    private readonly activated: ActivatedPassages,
    private readonly searches: OwnerSearches,
    private readonly meaning: MeaningSearch,
    @Inject(REDIS) redis: ConstructorParameters<typeof RateLimiter>[0],
  ) {
    this.wholeQuestions = new RateLimiter(redis, WHOLE_QUESTIONS);
  }

  async search({ ownerPlan, ...question }: ParsedInputOf<typeof knowledge.search>): Promise<Found> {
    const items = ownerPlan === undefined ? null : maxActiveItems(ownerPlan);
    const findings = await this.findings({ ...question, ownerPlan, items });
    const { coverage, outcome, isSmallTalk } = findings;
    return { passages: entering(findings, question.limit), coverage, outcome, mayAsk: findings.mayAsk, isSmallTalk };
  }

  /**
   * What the bot would find, for its owner, by the search of the live bot. UPGRADE_REQUIRED where the owner sees only titles, because passages are
   * contents.
   */
  async find({
    actor,
    botId,
    query,
    previous,
    limit,
  }: ParsedInputOf<typeof knowledge.find>): Promise<OutputOf<typeof knowledge.find>> {
    const botName = await this.requireContents(actor, botId);
    const [searched = { query }] = await this.questionsOf(botName, [{ message: query, previous }]);
    const question = { botId, ...searched, limit, ownerPlan: actor.plan, items: maxActiveItems(actor.plan) };
    const run = (asked: Question) => this.searches.run({ key: actor.userId, plan: actor.plan }, () => this.findings(asked));
    const first = await run(question);
    const isMissed = first.outcome !== 'found' && first.mayAsk && previous !== undefined;
    const rewritten = isMissed ? await this.rewritten(actor, { botName, message: query, previous }) : null;
    const findings = rewritten === null ? first : await run({ ...question, query: rewritten, previous: undefined });
    const { activated, ranking, coverage, relevance, outcome, searchedBy } = findings;
    const entered = joinedParts(entering(findings, PASSAGES_PER_REPLY));
    const numbers = new Map(entered.flatMap(({ parts }, at) => parts.map((passage) => [passageKey(passage), at + 1])));
    const all = [...activated.map((passage) => ({ ...passage, relevance: null })), ...ranking.map(asSearched)];
    return {
      passages: all.map((passage) => ({ ...passage, number: numbers.get(passageKey(passage)) ?? null })),
      coverage,
      relevance,
      minRelevance: MIN_RELEVANCE,
      outcome,
      searchedBy,
      rewritten,
    };
  }

  async titles({ botId, ownerPlan }: ParsedInputOf<typeof knowledge.titles>): Promise<OutputOf<typeof knowledge.titles>> {
    const limit = Math.min(MAX_TITLES, ownerPlan === undefined ? MAX_TITLES : maxActiveItems(ownerPlan));
    const rows = await this.database.query<{ title: string }[]>(
      `select title from knowledge.item where bot_id = $1 order by created_at, id limit $2`,
      [botId, limit],
    );
    return { titles: rows.map(({ title }) => title) };
  }

  /** The name of a bot. NOT_FOUND for a foreign one; UPGRADE_REQUIRED where its owner sees only titles (docs/decisions.md W3). */
  async requireContents(actor: Actor, botId: string): Promise<string> {
    const { name } = await this.rpc.ask(bots.owned, { actor, botId });
    if (await this.hidesContents(actor, botId)) throw new AppError('UPGRADE_REQUIRED');
    return name;
  }

  /** Whether the owner of a bot, on this plan, sees only titles. */
  async hidesContents(owner: Pick<Actor, 'plan'>, botId: string): Promise<boolean> {
    if (!mayHideContents(owner)) return false;
    const [held] = await this.database.query<{ count: number }[]>(
      `select count(*)::int as count from knowledge.item where bot_id = $1`,
      [botId],
    );
    return hidesContents(held?.count ?? 0, owner);
  }

  /** What replies to these messages search for. */
  async questionsOf(botName: string, asked: InputOf<typeof searchedQuestions.of>['asked']): Promise<SearchedQuestion[]> {
    if (asked.length === 0) return [];
    const { questions } = await this.rpc.ask(searchedQuestions.of, { botName, asked });
    return questions;
  }

  /** Null also beyond the limit of the user: what the first search found counts then. */
  private async rewritten(
    { userId: ownerId, plan: ownerPlan }: Actor,
    asked: Pick<InputOf<typeof searchedQuestions.rewritten>, 'botName' | 'message' | 'previous'>,
  ): Promise<string | null> {
    try {
      await this.wholeQuestions.consume(ownerId);
    } catch (error) {
      if (error instanceof AppError && error.code === 'RATE_LIMITED') return null;
      throw error;
    }
    const { question } = await this.rpc.ask(searchedQuestions.rewritten, { ownerId, ownerPlan, ...asked });
    return question;
  }

  async findings(question: Question): Promise<Findings> {
    const { botId, query, previous, messages = [query, previous ?? ''], limit, items } = question;
    const [activated, { ranking, ...judged }] = await Promise.all([
      this.activated.find(botId, messages.map(storable), items),
      this.rank(question),
    ]);
    const shown = ranking.slice(0, limit);
    const relevance = Math.max(0, ...shown.map((passage) => passage.relevance));
    const outcome = shown.length === 0 ? 'nothing_found' : relevance < MIN_RELEVANCE ? 'not_relevant' : 'found';
    const scored = activated.map((passage) => ({ ...passage, score: 0 }));
    return { ...judged, activated: scored, ranking: shown, relevance, outcome };
  }

  private async rank(
    question: Question,
  ): Promise<Pick<Findings, 'ranking' | 'coverage' | 'mayAsk' | 'isSmallTalk' | 'searchedBy'>> {
    const { botId, query, previous, items, limit, ownerPlan = 'free' } = question;
    const questions = [query, ...(previous === undefined ? [] : [`${previous}\n${query}`])].map(storable);
    const [{ message, alone, together }, near] = await Promise.all([
      this.evidence(question),
      this.meaning.find({ botId, ownerPlan, items }, questions),
    ]);
    const ranking = ranked(message, alone, together, near ? MAX_FUSED : limit);
    const judged = {
      coverage: Math.max(coverageOf(alone), coverageOf(together ?? [])),
      mayAsk: message.hasTexts && mayAsk(message),
      isSmallTalk: looksLikeSmallTalk(message, previous !== undefined),
    };
    if (!near) return { ...judged, ranking, searchedBy: 'words' };
    return { ...judged, ranking: fuseMeaning(message, ranking, near), searchedBy: 'words_and_meaning' };
  }

  /** What the gate decides by. `together`: what the message finds with the one before it, if there was one that it may go on from. */
  async evidence(question: Question): Promise<Evidence> {
    const [message, { alone, together }] = await Promise.all([this.message(question), this.matchesOf(question)]);
    return { message, alone, together: isAboutSomethingElse(message, coverageOf(alone)) ? undefined : together };
  }

  /** What the words of a question find, and those of the question with the one before it. */
  private async matchesOf(question: Question): Promise<{ alone: Match[]; together: Match[] | undefined }> {
    const { query, previous, limit } = question;
    const most = previous === undefined && !this.meaning.isOn ? limit : MAX_FUSED;
    const [alone, together] = await Promise.all([
      this.matches(question, query, most),
      previous === undefined ? undefined : this.matches(question, `${previous}\n${query}`, most),
    ]);
    return { alone, together };
  }

  private async message({ botId, query }: Question): Promise<Evidence['message']> {
    const asked = askedText(storable(query));
    const [counted] = await WORDS.rows(this.database, [botId, asked, everydayWordsIn(asked)]);
    const { words, everyday, languages } = counted ?? { words: 0, everyday: 0, languages: 0 };
    const everydayShare = words > 0 ? everyday / words : 0;
    const isOfOneLanguage = languages === 1;
    // Forms and cues of Chinese were learned in simplified characters.
    const learned = KANA.test(query) ? query : inOneSpelling(query);
    return {
      ...messageCues(learned),
      forms: formsOf(learned),
      pairs: pairsIn(query),
      runs: characterRuns(query),
      words,
      hasTexts: languages > 0,
      isOfOneLanguage,
      everydayShare,
    };
  }

  private matches({ botId, items }: Question, query: string, limit: number): Promise<Match[]> {
    const asked = askedText(storable(query));
    const everyday = everydayWordsIn(asked);
    return MATCHES.rows(this.database, [botId, asked, limit, items, everyday, asWritten(everyday, query)]);
  }
}

const KANA = /[\p{Script=Hiragana}\p{Script=Katakana}]/u;

/** How many words a question has without stop words, how many of them belong to everyday talk, and in how many languages the bot's passages are. */
const WORDS = new PreparedStatement<{ words: number; everyday: number; languages: number }>(`
  select count(distinct word)::int as words, count(distinct word) filter (where word = any ($3))::int as everyday,
    cardinality(s.languages) as languages
  from knowledge.kstat s left join lateral knowledge.question_terms($2, s.languages) on not is_optional
  where s.bot_id = $1 group by s.languages`);

const MATCHES = new PreparedStatement<Match>(
  'select item_id as "itemId", title, body, score, coverage, relevance, place from knowledge.search($1, $2, $3, $4, $5, $6)',
);

/** The passages that enter the prompt, in its order: those of activated items, and what was found if it is relevant enough. */
export const entering = ({ activated, ranking, outcome }: Findings, limit: number): Found['passages'] => [
  ...activated,
  ...(outcome === 'found' ? ranking.slice(0, limit).map(asSearched) : []),
];

const asSearched = <P extends RankedPassage>(passage: P) => ({ ...passage, activation: 'search' as const });
/** Members may write any characters. Postgres refuses NUL and lone surrogates, which are never part of a word. */
const storable = (text: string): string => Buffer.from(text.replaceAll('\0', ' ')).toString();
