import { setTimeout as after } from 'node:timers/promises';
import { RpcClient } from '@kith/kit';
import {
  AppError,
  badField,
  bots,
  MAX_SAVED_QUESTIONS,
  PASSAGES_PER_REPLY,
  type knowledgeQuestions,
  type OutputOf,
  type ParsedInputOf,
  type Plan,
  type SavedQuestion,
  type SearchedQuestion,
} from '@kith/proto';
import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { IsNull, Repository } from 'typeorm';
import { KnowledgeItemEntity } from '../items/knowledge-item.entity.js';
import { maxActiveItems } from '../items/plan-limits.js';
import { lockExistingBot } from './chunk-index.js';
import { OwnerSearches } from './owner-searches.js';
import { SavedQuestionEntity } from './saved-question.entity.js';
import { entering, SearchService } from './search.service.js';

/** Changes with every change of what a question may find: items, their texts and vectors, activations and the number of active ones. */
export const STATE = `select $2::text || '-' || knowledge.item_state($1) as state`;

/**
 * Only when the question was not run with this state meanwhile, so that the result before it is not lost. The one that the owner saw last is not
 * lost either.
 */
const STORE_RESULT = `
  update knowledge.saved_question set run_with = $2, outcome = $3, rank = $4, is_seen = false,
    previous_outcome = case when is_seen then outcome else previous_outcome end,
    previous_rank = case when is_seen then rank else previous_rank end
  where id = $1 and run_with is distinct from $2`;

/** Not a result that came meanwhile. */
const SEEN = `
  update knowledge.saved_question q set is_seen = true from unnest($1::uuid[], $2::text[]) as shown (id, run_with)
  where q.id = shown.id and q.run_with is not distinct from shown.run_with and not q.is_seen`;

const CHANGED = `
  select count(*)::int as changed, (count(*) filter (where was_passed and not is_passed))::int as failed
  from (
    select rank is distinct from previous_rank as is_moved,
      case when expected_item_id is null then outcome <> 'found' else rank is not null end as is_passed,
      case when expected_item_id is null then previous_outcome <> 'found' else previous_rank is not null end as was_passed
    from knowledge.saved_question where bot_id = $1 and not is_seen and previous_outcome is not null
  ) result
  where is_moved or is_passed <> was_passed`;

/** Whose questions are run. */
interface AskedFor {
  readonly userId: string;
  readonly plan: Plan;
  readonly botId: string;
  readonly botName: string;
}

/** Questions that the owner of a bot saved, run again when they are read after a change of its knowledge, or in the background (QuestionRuns). */
@Injectable()
export class SavedQuestionsService {
  constructor(
    @InjectRepository(SavedQuestionEntity) private readonly questions: Repository<SavedQuestionEntity>,
    private readonly rpc: RpcClient,
    private readonly search: SearchService,
    private readonly searches: OwnerSearches,
  ) {}

  /** Runs those questions that were not run since the knowledge changed. */
  async list({ actor, botId }: ParsedInputOf<typeof knowledgeQuestions.list>): Promise<OutputOf<typeof knowledgeQuestions.list>> {
    const botName = await this.search.requireContents(actor, botId);
    await this.runStale({ ...actor, botId, botName });
    const saved = await this.saved(botId);
    if (!actor.impersonator) await this.see(saved);
    return { questions: saved.map(toSavedQuestion) };
  }

  /** The same in the background: as long as `mayGoOn` says so, with pauses that are as long as the searches. */
  async runStale(owner: AskedFor, mayGoOn?: () => boolean): Promise<void> {
    const { botId, botName, plan } = owner;
    const saved = await this.saved(botId);
    // The state is a sum over all items of the bot, from an index alone.
    if (saved.length === 0) return;
    const state = await this.stateOf(plan, botId);
    const stale = saved.filter(({ runWith }) => runWith !== state);
    const searched = await this.search.questionsOf(botName, stale.map(messageOf));
    // One after the other, so that the searches of other owners get their turns in between.
    for (const [place, question] of stale.entries()) {
      if (mayGoOn?.() === false) throw new AppError('UNAVAILABLE');
      const startMs = performance.now();
      await this.run(owner, question, searched[place], state);
      if (mayGoOn) await after(performance.now() - startMs);
    }
  }

  async changed({
    actor,
    botId,
  }: ParsedInputOf<typeof knowledgeQuestions.changed>): Promise<OutputOf<typeof knowledgeQuestions.changed>> {
    await this.rpc.ask(bots.owned, { actor, botId });
    const none = { changed: 0, failed: 0 };
    if (await this.search.hidesContents(actor, botId)) return none;
    const [counted = none] = await this.questions.query<OutputOf<typeof knowledgeQuestions.changed>[]>(CHANGED, [botId]);
    return counted;
  }

  async save(input: ParsedInputOf<typeof knowledgeQuestions.save>): Promise<SavedQuestion> {
    const { actor, botId, question, previous, expectedItemId } = input;
    const asked = { question, askedBefore: previous || null };
    const botName = await this.search.requireContents(actor, botId);
    const [searched] = await this.search.questionsOf(botName, [messageOf(asked)]);
    const saved = await this.questions.manager.transaction(async (manager) => {
      await lockExistingBot(manager, botId);
      const expected =
        expectedItemId === null
          ? null
          : await manager.findOne(KnowledgeItemEntity, {
              select: { id: true, title: true },
              where: { id: expectedItemId, botId },
            });
      if (expectedItemId !== null && !expected) throw badField('expectedItemId', 'This item does not exist any more.');
      const known = await manager.findOneBy(SavedQuestionEntity, { botId, question, askedBefore: asked.askedBefore ?? IsNull() });
      if (!known && (await manager.countBy(SavedQuestionEntity, { botId })) >= MAX_SAVED_QUESTIONS)
        throw badField('question', `At most ${MAX_SAVED_QUESTIONS} questions can be saved. Please remove one first.`);
      const expectation = { expectedItemId, expectedTitle: expected?.title ?? null };
      // With another expectation the earlier results say nothing.
      const isSame = known?.expectedItemId === expectedItemId;
      const unrun = { runWith: null, outcome: null, rank: null, previousOutcome: null, previousRank: null, isSeen: true };
      return manager.save(
        manager.create(SavedQuestionEntity, {
          ...known,
          botId,
          ownerId: actor.userId,
          ...asked,
          ...expectation,
          ...(isSame ? {} : unrun),
        }),
      );
    });
    await this.run(actor, saved, searched, await this.stateOf(actor.plan, botId));
    const stored = await this.questions.findOneBy({ id: saved.id });
    if (!stored) throw new AppError('NOT_FOUND');
    await this.see([stored]);
    return toSavedQuestion(stored);
  }

  async remove({ actor, botId, questionId }: ParsedInputOf<typeof knowledgeQuestions.remove>): Promise<{ message: string }> {
    await this.rpc.ask(bots.owned, { actor, botId });
    const { affected } = await this.questions.delete({ id: questionId, botId });
    if (!affected) throw new AppError('NOT_FOUND');
    return { message: 'Question removed' };
  }

  private saved(botId: string): Promise<SavedQuestionEntity[]> {
    return this.questions.find({ where: { botId }, order: { createdAt: 'ASC', id: 'ASC' }, take: MAX_SAVED_QUESTIONS });
  }

  /** The owner has seen the results of their last runs. */
  private async see(saved: readonly SavedQuestionEntity[]): Promise<void> {
    const unseen = saved.filter(({ isSeen }) => !isSeen);
    if (unseen.length > 0) await this.questions.query(SEEN, [unseen.map(({ id }) => id), unseen.map(({ runWith }) => runWith)]);
  }

  private async run(
    { userId, plan }: Pick<AskedFor, 'userId' | 'plan'>,
    { id, botId, question, askedBefore, expectedItemId }: SavedQuestionEntity,
    searched: SearchedQuestion | undefined,
    state: string,
  ): Promise<void> {
    const asked = {
      botId,
      query: question,
      ...(askedBefore !== null && { previous: askedBefore }),
      ...searched,
      limit: PASSAGES_PER_REPLY,
      ownerPlan: plan,
      items: maxActiveItems(plan),
    };
    const findings = await this.searches.run({ key: userId, plan }, () => this.search.findings(asked));
    const items = [...new Set(entering(findings, PASSAGES_PER_REPLY).map(({ itemId }) => itemId))];
    const place = expectedItemId === null ? -1 : items.indexOf(expectedItemId);
    await this.questions.query(STORE_RESULT, [id, state, findings.outcome, place === -1 ? null : place + 1]);
  }

  private async stateOf(plan: Plan, botId: string): Promise<string> {
    const [row] = await this.questions.query<{ state: string }[]>(STATE, [botId, String(maxActiveItems(plan))]);
    return row?.state ?? '';
  }
}

const messageOf = ({ question, askedBefore }: Pick<SavedQuestionEntity, 'question' | 'askedBefore'>) =>
  askedBefore === null ? { message: question } : { message: question, previous: askedBefore };

function toSavedQuestion(saved: SavedQuestionEntity): SavedQuestion {
  const { id, question, askedBefore, expectedItemId, expectedTitle, outcome, rank, previousOutcome, previousRank } = saved;
  const isPassed = isExpected(expectedItemId, outcome, rank);
  const wasPassed = previousOutcome === null ? null : isExpected(expectedItemId, previousOutcome, previousRank);
  return {
    id,
    question,
    previous: askedBefore,
    expectedItemId,
    expectedTitle,
    outcome: outcome ?? 'nothing_found',
    rank,
    isPassed,
    wasPassed,
    previousRank,
  };
}

const isExpected = (expectedItemId: string | null, outcome: SavedQuestionEntity['outcome'], rank: number | null): boolean =>
  expectedItemId === null ? outcome !== 'found' : rank !== null;
