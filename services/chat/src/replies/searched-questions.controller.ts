import { Handle } from '@kith/kit';
import { searchedQuestions, type OutputOf, type ParsedInputOf } from '@kith/proto';
import { Controller } from '@nestjs/common';
import { QuestionRewriting } from '../rewriting/question-rewriting.js';
import { searchedQuestion } from './searched-question.js';

@Controller()
export class SearchedQuestionsController {
  constructor(private readonly rewriting: QuestionRewriting) {}

  @Handle(searchedQuestions.of)
  of({ botName, asked }: ParsedInputOf<typeof searchedQuestions.of>): OutputOf<typeof searchedQuestions.of> {
    const before = (previous: string | undefined) => (previous === undefined ? [] : [{ question: previous, reply: '' }]);
    return { questions: asked.map(({ message, previous }) => searchedQuestion(botName, message, before(previous))) };
  }

  /** What was answered before is not known here. */
  @Handle(searchedQuestions.rewritten)
  async rewritten({
    ownerId,
    ownerPlan,
    botName,
    message,
    previous,
  }: ParsedInputOf<typeof searchedQuestions.rewritten>): Promise<OutputOf<typeof searchedQuestions.rewritten>> {
    const asking = { persona: { name: botName, ownerId, ownerPlan }, author: ownerId };
    return { question: await this.rewriting.of(message, [{ question: previous, reply: '' }], asking) };
  }
}
