import { RpcClient } from '@kith/kit';
import {
  AppError,
  badField,
  bots,
  MAX_SAVED_QUESTIONS,
  PASSAGES_PER_REPLY,
  type Actor,
  type knowledgeQuestions,
  type OutputOf,
  type ParsedInputOf,
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
const STATE = `
  select md5($2::text || coalesce(string_agg(id || ' ' || version || ' ' || status || ' ' || activation || ' ' || keywords::text || ' ' || embedded_with, ',' order by created_at, id), '')) as state
  from knowledge.item where bot_id = $1`;

/** Only when the question was not run with this state meanwhile, so that the result before it is not lost. */
const STORE_RESULT = `
  update knowledge.saved_question set run_with = $2, previous_outcome = outcome, previous_rank = rank, outcome = $3, rank = $4
  where id = $1 and run_with is distinct from $2`;

/** Questions that the owner of a bot saved, run again when they are read after a change of its knowledge. */
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
    const state = await this.stateOf(actor, botId);
    const saved = await this.saved(botId);
    const stale = saved.filter(({ runWith }) => runWith !== state);
    // One after the other, so that the searches of other owners get their turns in between.
    const searched = await this.search.questionsOf(botName, stale.map(messageOf));
    for (const [place, question] of stale.entries()) await this.run(actor, question, searched[place], state);
    return { questions: (stale.length === 0 ? saved : await this.saved(botId)).map(toSavedQuestion) };
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
      const unrun = isSame ? {} : { runWith: null, outcome: null, rank: null, previousOutcome: null, previousRank: null };
      return manager.save(
        manager.create(SavedQuestionEntity, { ...known, botId, ownerId: actor.userId, ...asked, ...expectation, ...unrun }),
      );
    });
    await this.run(actor, saved, searched, await this.stateOf(actor, botId));
    const stored = await this.questions.findOneBy({ id: saved.id });
    if (!stored) throw new AppError('NOT_FOUND');
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

  private async run(
    { userId, plan }: Actor,
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

  private async stateOf({ plan }: Actor, botId: string): Promise<string> {
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
