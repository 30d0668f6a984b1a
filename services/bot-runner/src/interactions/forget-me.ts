import { Keyring, Limiter, LOGGER, Queues, REDIS, type Logger } from '@kith/kit';
import { AppError, queues } from '@kith/proto';
import { Inject, Injectable } from '@nestjs/common';
import {
  ApplicationCommandType,
  InteractionContextType,
  type RESTPostAPIChatInputApplicationCommandsJSONBody,
} from 'discord-api-types/v10';
import type { Redis } from 'ioredis';
import type { Listener } from '../messages/message-intake.js';

/** The command with which a member of Discord has a companion forget them (S74): in servers and in direct messages. */
export const FORGET_ME = {
  type: ApplicationCommandType.ChatInput,
  name: 'forget-me',
  description: 'Delete everything this companion remembers about you',
  contexts: [InteractionContextType.Guild, InteractionContextType.BotDM],
} as const satisfies RESTPostAPIChatInputApplicationCommandsJSONBody;

/** Once is enough; more is for those who wrote again meanwhile. */
const RATE = { name: 'forget-me', points: 3, windowS: 600, wait: 'window' } as const;

const DONE =
  'Everything this companion remembers about you is deleted: what you wrote to it, what it answered you, and your name. ' +
  'This takes a moment, at most a day. What was written on Discord itself stays there until it is deleted there. ' +
  'When you write to this companion again, it gets to know you anew.';
const NOT_NOW = 'I cannot do this right now, and nothing was deleted. Please try again in a minute.';

/** Who asks to be forgotten, with which interaction. */
interface Asked {
  readonly memberId: string;
  readonly interactionId: string;
}

@Injectable()
export class ForgetMe {
  private readonly limiter: Limiter;

  constructor(
    private readonly queues: Queues,
    private readonly keyring: Keyring,
    @Inject(REDIS) redis: Redis,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {
    this.limiter = new Limiter(redis, RATE);
  }

  /** Has the member forgotten; answers what they are told. It is in the queue then: what dies in between loses nothing. */
  async ask({ bot: { botId }, answers }: Listener, { memberId, interactionId }: Asked): Promise<string> {
    try {
      // A fingerprint: the counts shall not hold who wants to be forgotten.
      await this.limiter.take(this.keyring.fingerprint(`${RATE.name} ${botId} ${memberId}`));
      await this.queues.add(queues.forgetMe, `${botId}-${interactionId}`, { botId, memberId, before: interactionId });
      answers.forgetMember(memberId);
      return DONE;
    } catch (error) {
      if (error instanceof AppError && error.code === 'RATE_LIMITED') return tooOften(error.details.retryAfterS ?? RATE.windowS);
      this.logger.warn({ botId, err: error }, 'a member of Discord could not ask to be forgotten');
      return NOT_NOW;
    }
  }
}

function tooOften(retryAfterS: number): string {
  const minutes = Math.ceil(retryAfterS / 60);
  return `You have asked for this several times just now, and it is done. You can ask again in ${minutes} ${minutes === 1 ? 'minute' : 'minutes'}.`;
}
