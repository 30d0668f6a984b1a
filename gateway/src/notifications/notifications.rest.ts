import { RpcClient } from '@kith/kit';
import { news, notifications, type InputOf } from '@kith/proto';
import { Controller } from '@nestjs/common';
import { RequestInput } from '../http/request-decorators.js';
import { Route } from '../http/route.js';
import { notificationRoutes as routes } from './notifications.routes.js';

@Controller()
export class NotificationsRest {
  constructor(private readonly rpc: RpcClient) {}

  @Route(routes.list)
  list(@RequestInput() input: InputOf<typeof notifications.list>) {
    return this.rpc.ask(notifications.list, input);
  }

  @Route(routes.markRead)
  markRead(@RequestInput() input: InputOf<typeof notifications.markRead>) {
    return this.rpc.ask(notifications.markRead, input);
  }

  @Route(routes.markAllRead)
  markAllRead(@RequestInput() input: InputOf<typeof notifications.markAllRead>) {
    return this.rpc.ask(notifications.markAllRead, input);
  }

  @Route(routes.listNews)
  listNews(@RequestInput() input: InputOf<typeof news.list>) {
    return this.rpc.ask(news.list, input);
  }

  @Route(routes.sendNews)
  sendNews(@RequestInput() input: InputOf<typeof news.send>) {
    return this.rpc.ask(news.send, input);
  }
}
