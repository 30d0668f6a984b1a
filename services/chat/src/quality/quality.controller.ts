import { Handle, RpcContext } from '@kith/kit';
import { chat, quality, type ParsedInputOf } from '@kith/proto';
import { Controller } from '@nestjs/common';
import { AnswerDrafts } from './answer-drafts.service.js';
import { InboxService } from './inbox.service.js';
import { PinnedAnswersService } from './pinned-answers.service.js';
import { RatingsService } from './ratings.service.js';

@Controller()
export class QualityController {
  constructor(
    private readonly ratings: RatingsService,
    private readonly questions: InboxService,
    private readonly drafts: AnswerDrafts,
    private readonly answers: PinnedAnswersService,
  ) {}

  @Handle(chat.rate)
  rate(input: ParsedInputOf<typeof chat.rate>) {
    return this.ratings.rate(input);
  }

  @Handle(quality.rate)
  rateOwn(input: ParsedInputOf<typeof quality.rate>) {
    return this.ratings.rateOwn(input);
  }

  @Handle(quality.inbox)
  inbox(input: ParsedInputOf<typeof quality.inbox>) {
    return this.questions.list(input);
  }

  @Handle(quality.setState)
  setState(input: ParsedInputOf<typeof quality.setState>) {
    return this.questions.setState(input);
  }

  @Handle(quality.draft)
  draft(input: ParsedInputOf<typeof quality.draft>) {
    return this.drafts.draft(input);
  }

  @Handle(quality.writeDraft)
  writeDraft(input: ParsedInputOf<typeof quality.writeDraft>, { signal }: RpcContext) {
    return this.drafts.write(input, signal ?? new AbortController().signal);
  }

  @Handle(quality.teach)
  teach(input: ParsedInputOf<typeof quality.teach>) {
    return this.questions.teach(input);
  }

  @Handle(quality.pinned)
  pinned(input: ParsedInputOf<typeof quality.pinned>) {
    return this.answers.list(input);
  }

  @Handle(quality.pin)
  pin(input: ParsedInputOf<typeof quality.pin>) {
    return this.answers.pin(input);
  }

  @Handle(quality.changePinned)
  changePinned(input: ParsedInputOf<typeof quality.changePinned>) {
    return this.answers.change(input);
  }

  @Handle(quality.unpin)
  unpin(input: ParsedInputOf<typeof quality.unpin>) {
    return this.answers.unpin(input);
  }
}
