import { LOGGER, RpcClient, type Logger } from '@kith/kit';
import { runner, type JobOf, type queues } from '@kith/proto';
import { Inject, Injectable } from '@nestjs/common';
import { requestIdOf } from './request-id.js';

type Job = JobOf<typeof queues.replies>;

/** How long after its first text the beginning of a reply is shown: most replies are complete by then. */
export const FIRST_SHOWN_AFTER_MS = 3000;
/** Between two edits: Discord allows about one a second in a channel, answers to others included. */
export const SHOWN_EVERY_MS = 1500;
/** After the runner could not show it, because Discord limits the bot or an earlier answer of the channel is outstanding. */
const AFTER_REFUSAL_MS = 4000;
const MIN_CHARS = 20;
/** More than are written in the time for which work is tried again. */
const MAX_SHOWN = 5000;

/** Shows replies on Discord while they are written, when that takes long (docs/decisions.md C32). */
@Injectable()
export class ReplyProgress {
  /** The requests whose beginnings were shown, oldest first. */
  private readonly shown = new Set<string>();

  constructor(
    private readonly rpc: RpcClient,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /**
   * To be called with the whole text so far after each piece. At most one request is under way, and none is waited for: what could not be shown
   * is in the next one, and the finished reply is posted by its own job.
   */
  of(job: Job): (text: string) => void {
    let nextAtMs: number | undefined;
    let isUnderWay = false;
    return (text) => {
      nextAtMs ??= Date.now() + FIRST_SHOWN_AFTER_MS;
      if (isUnderWay || Date.now() < nextAtMs || text.length < MIN_CHARS) return;
      isUnderWay = true;
      void this.show(job, text).then((isShown) => {
        nextAtMs = Date.now() + (isShown ? SHOWN_EVERY_MS : AFTER_REFUSAL_MS);
        isUnderWay = false;
      });
    };
  }

  /** Whether this process has shown a beginning of the reply. */
  isShown(job: Job): boolean {
    return this.shown.has(requestIdOf(job));
  }

  private async show(job: Job, text: string): Promise<boolean> {
    const { ownerId, botId, messageId, channelId, guildId, revision, threadName, interaction, author } = job;
    const place = { ownerId, botId, messageId, channelId, guildId, revision, threadName, interaction };
    try {
      const { isShown } = await this.rpc.ask(runner.showProgress, { ...place, authorId: author.id, text });
      if (isShown) this.remember(requestIdOf(job));
      return isShown;
    } catch (error) {
      this.logger.debug({ botId, messageId, err: error }, 'beginning of a reply not shown');
      return false;
    }
  }

  private remember(requestId: string): void {
    this.shown.add(requestId);
    const [oldest] = this.shown;
    if (this.shown.size > MAX_SHOWN && oldest !== undefined) this.shown.delete(oldest);
  }
}
