import { LOGGER, Queues, type Logger } from '@kith/kit';
import { queues, type Persona } from '@kith/proto';
import { Inject, Injectable } from '@nestjs/common';
import { ReplyWriters } from '../models/reply-writers.js';

/** Has models read what people wrote, behind the replies. */
@Injectable()
export class MemoryQueue {
  constructor(
    private readonly writers: ReplyWriters,
    private readonly queues: Queues,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /** Has the model of a bot read what a person wrote, of which enough waits. A failure is only logged: the next message tries again. */
  async add(persona: Persona, memoryId: string): Promise<void> {
    try {
      if (!(await this.writers.modelOf(persona))) return;
      const { id: botId, ownerId, ownerPlan } = persona;
      await this.queues.addAgain(queues.memory, memoryId, { ownerId, ownerPlan, botId, memoryId });
    } catch (error) {
      this.logger.warn({ botId: persona.id, err: error }, 'what a person wrote is not read now');
    }
  }
}
