import type { Actor } from '@kith/proto';
import { Resolver, Subscription } from '@nestjs/graphql';
import { CurrentActor } from '../http/request-decorators.js';
import { LiveUpdates } from './live-updates.js';

@Resolver()
export class LiveResolver {
  constructor(private readonly updates: LiveUpdates) {}

  @Subscription()
  botStatus(@CurrentActor() actor: Actor) {
    return this.updates.botStatus(actor);
  }

  @Subscription()
  serversChanged(@CurrentActor() actor: Actor) {
    return this.updates.serversChanged(actor);
  }

  @Subscription()
  problemsChanged(@CurrentActor() actor: Actor) {
    return this.updates.problemsChanged(actor);
  }

  @Subscription()
  usageChanged(@CurrentActor() actor: Actor) {
    return this.updates.usageChanged(actor);
  }

  @Subscription()
  notificationsChanged(@CurrentActor() actor: Actor) {
    return this.updates.notificationsChanged(actor);
  }
}
