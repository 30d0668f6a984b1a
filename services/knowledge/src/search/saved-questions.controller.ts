import { Handle } from '@kith/kit';
import { knowledgeQuestions, type ParsedInputOf } from '@kith/proto';
import { Controller } from '@nestjs/common';
import { SavedQuestionsService } from './saved-questions.service.js';

@Controller()
export class SavedQuestionsController {
  constructor(private readonly questions: SavedQuestionsService) {}

  @Handle(knowledgeQuestions.list)
  list(input: ParsedInputOf<typeof knowledgeQuestions.list>) {
    return this.questions.list(input);
  }

  @Handle(knowledgeQuestions.changed)
  changed(input: ParsedInputOf<typeof knowledgeQuestions.changed>) {
    return this.questions.changed(input);
  }

  @Handle(knowledgeQuestions.save)
  save(input: ParsedInputOf<typeof knowledgeQuestions.save>) {
    return this.questions.save(input);
  }

  @Handle(knowledgeQuestions.remove)
  remove(input: ParsedInputOf<typeof knowledgeQuestions.remove>) {
    return this.questions.remove(input);
  }
}
