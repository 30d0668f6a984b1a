import { Handle } from '@kith/kit';
import { searchedQuestions, type OutputOf, type ParsedInputOf } from '@kith/proto';
import { Controller } from '@nestjs/common';
import { searchedQuestion } from './searched-question.js';

@Controller()
export class SearchedQuestionsController {
  @Handle(searchedQuestions.of)
  of({ botName, asked }: ParsedInputOf<typeof searchedQuestions.of>): OutputOf<typeof searchedQuestions.of> {
    const before = (previous: string | undefined) => (previous === undefined ? [] : [{ question: previous, reply: '' }]);
    return { questions: asked.map(({ message, previous }) => searchedQuestion(botName, message, before(previous))) };
  }
}
