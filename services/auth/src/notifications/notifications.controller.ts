import { Handle } from '@kith/kit';
import { news, notifications, type ParsedInputOf } from '@kith/proto';
import { Controller } from '@nestjs/common';
import { NewsService } from './news.service.js';
import { NotificationsService } from './notifications.service.js';

@Controller()
export class NotificationsController {
  constructor(
    private readonly notifications: NotificationsService,
    private readonly newsService: NewsService,
  ) {}

  @Handle(notifications.list)
  list(input: ParsedInputOf<typeof notifications.list>) {
    return this.notifications.list(input);
  }

  @Handle(notifications.feed)
  feed({ actor }: ParsedInputOf<typeof notifications.feed>) {
    return this.notifications.feed(actor);
  }

  @Handle(notifications.markRead)
  markRead(input: ParsedInputOf<typeof notifications.markRead>) {
    return this.notifications.markRead(input);
  }

  @Handle(notifications.markAllRead)
  markAllRead(input: ParsedInputOf<typeof notifications.markAllRead>) {
    return this.notifications.markAllRead(input);
  }

  @Handle(news.send)
  sendNews(input: ParsedInputOf<typeof news.send>) {
    return this.newsService.send(input);
  }

  @Handle(news.list)
  listNews(input: ParsedInputOf<typeof news.list>) {
    return this.newsService.list(input);
  }
}
