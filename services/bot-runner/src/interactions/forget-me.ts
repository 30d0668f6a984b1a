import { Keyring, RateLimiter, LOGGER, REDIS, RpcClient, type Logger } from '@kith/kit';
import { AppError, customCommands, queues } from '@kith/proto';
import { Inject, Injectable } from '@nestjs/common';
import {
  ApplicationCommandType,
  InteractionContextType,
  type RESTPostAPIChatInputApplicationCommandsJSONBody,
} from 'discord-api-types/v10';
import type { Redis } from 'ioredis';
import { AcceptedJobs } from '../messages/accepted-jobs.js';
import type { ConnectedBot } from '../messages/connected-bot.js';
import { countOnce } from './handled-interactions.js';
import { MemberRecords } from './member-records.js';

/** The application command with which a member has a bot delete everything about them (docs/security.md S74), in servers and direct messages. */
export const FORGET_ME = {
  type: ApplicationCommandType.ChatInput,
  name: 'forget-me',
  description: 'Delete everything this companion remembers about you',
  contexts: [InteractionContextType.Guild, InteractionContextType.BotDM],
} as const satisfies RESTPostAPIChatInputApplicationCommandsJSONBody;

/** One use is enough; the others are for members who wrote again meanwhile. */
const RATE = { name: 'forget-me', points: 3, windowS: 600, wait: 'window' } as const;

const DONE =
  'Everything this companion remembers about you is deleted: what you wrote to it, what it answered you, and your name. ' +
  'This takes a moment, at most a day. What was written on Discord itself stays there until it is deleted there. ' +
  'When you write to this companion again, it gets to know you anew.';
const FAILED = 'I cannot do this right now, and nothing was deleted. Please try again in a minute.';
const INCOMPLETE = 'Not everything could be deleted yet. Please try again in a minute.';

interface ForgetMeRequest {
  readonly memberId: string;
  readonly interactionId: string;
}

@Injectable()
export class ForgetMe {
  private readonly limiter: RateLimiter;

  constructor(
    private readonly accepted: AcceptedJobs,
    private readonly keyring: Keyring,
    private readonly records: MemberRecords,
    private readonly rpc: RpcClient,
    @Inject(REDIS) private readonly redis: Redis,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {
    this.limiter = new RateLimiter(redis, RATE);
  }

  /** Queues the deletion and returns the text for the member. The job is stored before the member is told that it is done. */
  async execute(connected: ConnectedBot, { memberId, interactionId }: ForgetMeRequest): Promise<string> {
    const { botId } = connected.bot;
    let isQueued = false;
    try {
      // Counted by fingerprint, so that Redis holds no id of a member who wants to be forgotten.
      if (await countOnce(this.redis, RATE, interactionId))
        await this.limiter.consume(this.keyring.fingerprint(`${RATE.name} ${botId} ${memberId}`));
      await this.accepted.add(queues.forgetMe, `${botId}-${interactionId}`, { botId, memberId, before: interactionId });
      isQueued = true;
      await this.records.forget(connected, memberId, interactionId);
      await this.rpc.ask(customCommands.forgetMember, { botId, memberId });
      return DONE;
    } catch (error) {
      if (error instanceof AppError && error.code === 'RATE_LIMITED') return tooOften(error.details.retryAfterS ?? RATE.windowS);
      this.logger.warn({ botId, err: error }, isQueued ? 'records of a member not deleted' : 'deletion of a member not queued');
      return isQueued ? INCOMPLETE : FAILED;
    }
  }
}

function tooOften(retryAfterS: number): string {
  const minutes = Math.ceil(retryAfterS / 60);
  return `You have asked for this several times just now, and it is done. You can ask again in ${minutes} ${minutes === 1 ? 'minute' : 'minutes'}.`;
}
