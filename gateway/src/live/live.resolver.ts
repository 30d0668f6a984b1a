import type { Actor } from '@kith/proto';
import { Resolver, Subscription } from '@nestjs/graphql';
import { Caller } from '../http/asked.js';
import { LiveFeeds } from './live-feeds.js';

@Resolver()
export class LiveResolver {
  constructor(private readonly feeds: LiveFeeds) {}

  @Subscription()
  botStatus(@Caller() actor: Actor) {
    return this.feeds.botStatus(actor);
  }

  @Subscription()
  usageChanged(@Caller() actor: Actor) {
    return this.feeds.usageChanged(actor);
  }
}
