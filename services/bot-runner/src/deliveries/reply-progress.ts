import { LOGGER, errorText, type Logger } from '@kith/kit';
import type { OutputOf, ParsedInputOf, runner } from '@kith/proto';
import { Inject, Injectable } from '@nestjs/common';
import { RestClients } from '../discord/rest-clients.js';
import { OutstandingMessages } from '../messages/outstanding-messages.js';
import { SupersededMessages } from '../messages/superseded-messages.js';
import { PostedAnswers } from './posted-answers.js';

type Beginning = ParsedInputOf<typeof runner.showProgress>;

/** Shows how far replies are written. The complete reply is posted by its own job, which replaces what is shown (docs/decisions.md C32). */
@Injectable()
export class ReplyProgress {
  constructor(
    private readonly answers: PostedAnswers,
    private readonly outstanding: OutstandingMessages,
    private readonly superseded: SupersededMessages,
    private readonly clients: RestClients,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  async show(beginning: Beginning): Promise<OutputOf<typeof runner.showProgress>> {
    const { botId, messageId } = beginning;
    // The few requests that such a bot may send are for its complete replies.
    if (this.clients.invalidRequests.isRestricted(botId)) return { isShown: false };
    try {
      return { isShown: await this.answers.show(beginning, () => this.isWanted(beginning)) };
    } catch (error) {
      // The delivery of the complete reply meets and reports the same problem.
      const reason = errorText(error);
      this.logger.debug({ botId, messageId, reason }, 'beginning of a reply not shown');
      return { isShown: false };
    }
  }

  private async isWanted(beginning: Beginning): Promise<boolean> {
    if (await this.superseded.includes(beginning)) return false;
    // Answers keep the order of the questions of their channel (docs/decisions.md C13).
    return (await this.outstanding.earlierThan(beginning)).length === 0;
  }
}
