import { Handle, RpcContext } from '@kith/kit';
import { chat, judge, type ParsedInputOf } from '@kith/proto';
import { Controller } from '@nestjs/common';
import { AnalyticsService } from './analytics/analytics.service.js';
import { ChatService } from './chat.service.js';
import { JudgeService } from './judge/judge.service.js';
import { ImagesService } from './images/images.service.js';
import { DeliveriesService } from './replies/deliveries.service.js';
import { TestChatService } from './test-chat/test-chat.service.js';

@Controller()
export class ChatController {
  constructor(
    private readonly chat: ChatService,
    private readonly testChat: TestChatService,
    private readonly images: ImagesService,
    private readonly analyticsService: AnalyticsService,
    private readonly deliveries: DeliveriesService,
    private readonly judging: JudgeService,
  ) {}

  @Handle(chat.say)
  say(input: ParsedInputOf<typeof chat.say>, { signal }: RpcContext) {
    return this.testChat.say(input, signal ?? new AbortController().signal);
  }

  @Handle(chat.citations)
  citations(input: ParsedInputOf<typeof chat.citations>) {
    return this.testChat.citations(input);
  }

  @Handle(chat.engine)
  engine(input: ParsedInputOf<typeof chat.engine>) {
    return this.chat.engine(input);
  }

  @Handle(chat.canDraw)
  canDraw(input: ParsedInputOf<typeof chat.canDraw>) {
    return this.chat.canDraw(input);
  }

  @Handle(chat.image)
  image(input: ParsedInputOf<typeof chat.image>) {
    return this.images.find(input);
  }

  @Handle(chat.keptFiles)
  keptFiles(input: ParsedInputOf<typeof chat.keptFiles>) {
    return this.images.keptFiles(input);
  }

  @Handle(chat.counts)
  counts({ botIds }: ParsedInputOf<typeof chat.counts>) {
    return this.chat.counts(botIds);
  }

  @Handle(chat.weeklyReplies)
  weeklyReplies(input: ParsedInputOf<typeof chat.weeklyReplies>) {
    return this.analyticsService.weeklyReplies(input);
  }

  @Handle(chat.analytics)
  analytics(input: ParsedInputOf<typeof chat.analytics>) {
    return this.analyticsService.analytics(input);
  }

  @Handle(chat.conversations)
  conversations(input: ParsedInputOf<typeof chat.conversations>) {
    return this.analyticsService.conversations(input);
  }

  @Handle(chat.totals)
  totals(input: ParsedInputOf<typeof chat.totals>) {
    return this.analyticsService.totals(input);
  }

  @Handle(chat.delivered)
  delivered(input: ParsedInputOf<typeof chat.delivered>) {
    return this.deliveries.delivered(input);
  }

  @Handle(chat.undeliverable)
  undeliverable(input: ParsedInputOf<typeof chat.undeliverable>) {
    return this.deliveries.undeliverable(input);
  }

  @Handle(judge.messages)
  judgeMessages(input: ParsedInputOf<typeof judge.messages>, { signal }: RpcContext) {
    return this.judging.judge(input, signal ?? new AbortController().signal);
  }

  @Handle(chat.purge)
  purge(input: ParsedInputOf<typeof chat.purge>) {
    return this.chat.purge(input);
  }
}
