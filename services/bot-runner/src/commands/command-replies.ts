import { queues, type JobOf } from '@kith/proto';
import { Injectable } from '@nestjs/common';
import { AcceptedJobs, jobIdOf } from '../messages/accepted-jobs.js';
import { OutstandingMessages, type NotAdmitted } from '../messages/outstanding-messages.js';
import { TypingIndicators } from '../messages/typing-indicators.js';

const TOO_BUSY = 'I have many questions to answer right now. Please try again in a minute.';
const MAY_NOT_WRITE = 'Discord does not let me write in this channel.';

/** What became of a question; 'settled' when it was answered before. */
export type CommandReplyState = 'added' | 'settled' | NotAdmitted;

/** What the member is told about a question; null when its answer comes, or came, or Discord would refuse the text too. */
export function refusalText(
  state: CommandReplyState,
  { interaction }: Pick<JobOf<typeof queues.replies>, 'interaction'>,
): string | null {
  if (state === 'too_many_waiting') return TOO_BUSY;
  // Discord accepts answers to interactions also where the bot may not write.
  return state === 'channel_refused' && interaction !== undefined ? MAY_NOT_WRITE : null;
}

/** Puts what the companion or a language model is to write for a command into the queue `replies`. */
@Injectable()
export class CommandReplies {
  constructor(
    private readonly outstanding: OutstandingMessages,
    private readonly typing: TypingIndicators,
    private readonly accepted: AcceptedJobs,
  ) {}

  /** Adds a question unless too many messages of the bot or its owner wait, Discord refuses posts in the channel, or it was answered before. */
  async add(job: JobOf<typeof queues.replies>): Promise<CommandReplyState> {
    const { botId, channelId, messageId, interaction } = job;
    const priority = await this.outstanding.admit(job);
    if (typeof priority !== 'number') return priority;
    await this.accepted.add(queues.replies, jobIdOf(job), job, { priority });
    // An interaction shows by itself that the bot is thinking.
    if (interaction === undefined) this.typing.start(botId, channelId, messageId);
    return 'added';
  }
}
