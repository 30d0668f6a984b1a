import { RpcClient } from '@kith/kit';
import { news, notifications, type Actor, type InputOf } from '@kith/proto';
import { Args, Mutation, Query, Resolver } from '@nestjs/graphql';
import { Id, withoutNulls } from '../graphql/resolver-arguments.js';
import { CurrentActor } from '../http/request-decorators.js';

type Page = Omit<InputOf<typeof notifications.list>, 'actor'>;
type NewsPage = Omit<InputOf<typeof news.list>, 'actor'>;
type NewsText = Omit<InputOf<typeof news.send>, 'actor' | 'newsId'>;

@Resolver()
export class NotificationsResolver {
  constructor(private readonly rpc: RpcClient) {}

  @Query()
  notifications(@CurrentActor() actor: Actor, @Args() page: Page) {
    return this.rpc.ask(notifications.list, { ...withoutNulls(page), actor });
  }

  @Query()
  notificationFeed(@CurrentActor() actor: Actor) {
    return this.rpc.ask(notifications.feed, { actor });
  }

  @Query()
  news(@CurrentActor() actor: Actor, @Args() page: NewsPage) {
    return this.rpc.ask(news.list, { ...withoutNulls(page), actor });
  }

  @Mutation()
  markNotificationRead(@CurrentActor() actor: Actor, @Id('id') notificationId: string) {
    return this.rpc.ask(notifications.markRead, { actor, notificationId });
  }

  @Mutation()
  markNotificationsRead(@CurrentActor() actor: Actor, @Id('upTo') upTo: string) {
    return this.rpc.ask(notifications.markAllRead, { actor, upTo });
  }

  @Mutation()
  sendNews(@CurrentActor() actor: Actor, @Id('id') newsId: string, @Args() { title, text }: NewsText) {
    return this.rpc.ask(news.send, { actor, newsId, title, text });
  }
}
