import { Limiter, REDIS, Slots } from '@kith/kit';
import { Inject, Injectable } from '@nestjs/common';

/** More than one person reads at a time, and few enough that nobody keeps the others waiting. */
const CHATS_PER_USER = 5;
const MESSAGES_PER_MINUTE = 60;

/** How much one user may ask in the test chat, over all companions (decision A11). */
@Injectable()
export class ChatLimits {
  private readonly slots = new Slots(CHATS_PER_USER, 5);
  private readonly messages: Limiter;

  constructor(@Inject(REDIS) redis: ConstructorParameters<typeof Limiter>[0]) {
    this.messages = new Limiter(redis, { name: 'chat-messages', points: MESSAGES_PER_MINUTE, windowS: 60, wait: 'window' });
  }

  /** Counts one message; the returned function says that it is answered. RATE_LIMITED with too many at once or in this minute. */
  async enter(userId: string): Promise<() => void> {
    const leave = this.slots.take(userId);
    try {
      await this.messages.take(userId);
      return leave;
    } catch (error) {
      leave();
      throw error;
    }
  }
}
