import { LOGGER, REDIS, type Logger } from '@kith/kit';
import type { APIInteraction } from 'discord-api-types/v10';
import { Inject, Injectable } from '@nestjs/common';
import type { Redis } from 'ioredis';

/** Discord accepts changes of a response for this long. */
const KNOWN_S = 900;

const keyOf = ({ id }: Pick<APIInteraction, 'id'>): string => `runner:interaction:${id}`;

/**
 * Whether the use of what members may do only so often is to be counted, which is true once for each interaction: Discord delivers one again whose
 * runner was killed. `windowS`: for how long uses of this name count.
 */
export const countOnce = async (
  redis: Pick<Redis, 'set'>,
  { name, windowS }: { readonly name: string; readonly windowS: number },
  interactionId: string,
): Promise<boolean> => (await redis.set(`runner:${name}-counted:${interactionId}`, 1, 'EX', windowS, 'NX')) === 'OK';

/** The interactions whose effect is complete, so that one that Discord delivers again to another runner has it once. */
@Injectable()
export class HandledInteractions {
  constructor(
    @Inject(REDIS) private readonly redis: Pick<Redis, 'set' | 'exists'>,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  async add(interaction: Pick<APIInteraction, 'id'>): Promise<void> {
    try {
      await this.redis.set(keyOf(interaction), 1, 'EX', KNOWN_S);
    } catch (error) {
      this.logger.warn({ interactionId: interaction.id, err: error }, 'interaction not noted as handled');
    }
  }

  /** False also while Redis does not answer: most effects can be repeated, and all would be lost otherwise. */
  async has(interaction: Pick<APIInteraction, 'id'>): Promise<boolean> {
    const found = await this.redis.exists(keyOf(interaction)).catch(() => 0);
    return found === 1;
  }
}
