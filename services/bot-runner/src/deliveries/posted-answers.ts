import { DiscordAPIError } from '@discordjs/rest';
import { FILES, JobPostponed, type FileStore } from '@kith/kit';
import { AppError, type JobOf, type OutputOf, type ParsedInputOf, type queues, type runner } from '@kith/proto';
import { Inject, Injectable } from '@nestjs/common';
import { MessagePoster, type MessagePart } from '../discord/message-poster.js';
import { PostedParts, type PostRef } from '../discord/posted-parts.js';
import { AnswerPoster } from '../interactions/answer-poster.js';
import { Problems } from '../problems/problems.service.js';
import { AnswerParts } from './answer-parts.js';

type Delivery = JobOf<typeof queues.deliveries>;
type Beginning = ParsedInputOf<typeof runner.showProgress>;

/** While another process changes the same answer. */
const BUSY_RETRY_MS = 200;

const NO_PICTURES =
  'I drew it, but I may not attach pictures here. Ask somebody who manages the server for the permission “Attach Files”.';

/** Posts answers, also in place of their beginnings and of earlier answers to the same message. */
@Injectable()
export class PostedAnswers {
  constructor(
    private readonly answers: AnswerPoster,
    private readonly poster: MessagePoster,
    private readonly parts: AnswerParts,
    private readonly progress: PostedParts,
    private readonly problems: Problems,
    @Inject(FILES) private readonly files: FileStore,
  ) {}

  /**
   * Null for a text without anything to see; else what posts it and tells the ids of its messages, which throws JobPostponed while another process
   * changes the answer.
   */
  posting(job: Delivery): (() => Promise<readonly string[]>) | null {
    const parts = this.parts.of(job);
    if (job.pictures) return () => this.withPictures(job, parts);
    return parts.length === 0 ? null : () => this.withFilesOr(job, parts);
  }

  /** Shows the beginning of an answer unless `isWanted` says no; false when it is not shown. */
  async show(beginning: Beginning, isWanted: () => Promise<boolean>): Promise<OutputOf<typeof runner.showProgress>['isShown']> {
    const { botId, messageId, revision = '0' } = beginning;
    const post = { botId, postId: messageId };
    const shown = await this.progress.alone(post, async (beforeRequest) => {
      const { answered } = await this.progress.of(post);
      const isComplete = answered !== null && BigInt(answered) >= BigInt(revision);
      if (isComplete || !(await isWanted())) return false;
      await this.progress.setBegun(post, revision);
      await this.answers.post(beginning, this.parts.ofBeginning(beginning), { replacesPosted: true, beforeRequest });
      return true;
    });
    return shown?.result ?? false;
  }

  /** Deletes what was posted of an answer. Throws JobPostponed while another process changes it. */
  async withdraw({ botId, messageId }: Pick<Delivery, 'botId' | 'messageId'>): Promise<void> {
    const post = { botId, postId: messageId };
    await this.alone(post, (beforeRequest) => this.poster.withdraw({ ...post, beforeRequest }));
  }

  /** Throws NOT_FOUND when a picture does not exist any more, or may not be attached: nothing was delivered then. */
  private async withPictures(job: Delivery, parts: readonly MessagePart[]): Promise<readonly string[]> {
    const files = await Promise.all(
      (job.pictures ?? []).map(async ({ key, name }) => ({ name, data: await this.contentOf(key) })),
    );
    const [first, ...others] = parts;
    try {
      return await this.postFiles(job, [{ ...first, files }, ...others]);
    } catch (error) {
      if (!(error instanceof DiscordAPIError) || error.status !== 403) throw error;
      await this.replacePosted({ ...job, kind: 'notice' }, [{ content: NO_PICTURES }]);
      await this.recordNoFiles(job);
      throw new AppError('NOT_FOUND', 'Discord does not let it attach files in this channel.');
    }
  }

  private async contentOf(key: string): Promise<Buffer> {
    const pieces: Buffer[] = [];
    for await (const piece of await this.files.get(key)) pieces.push(piece as Buffer);
    return Buffer.concat(pieces);
  }

  /** Long code blocks are attached as files where the bot may attach files. */
  private async withFilesOr(job: Delivery, parts: readonly MessagePart[]): Promise<readonly string[]> {
    const withFiles = this.parts.withFiles(job);
    if (!withFiles) return this.replacePosted(job, parts);
    try {
      return await this.postFiles(job, withFiles);
    } catch (error) {
      if (!(error instanceof DiscordAPIError) || error.status !== 403) throw error;
      const messageIds = await this.replacePosted(job, parts);
      await this.recordNoFiles(job);
      return messageIds;
    }
  }

  private async postFiles(job: Delivery, parts: readonly MessagePart[]): Promise<readonly string[]> {
    const messageIds = await this.replacePosted(job, parts);
    if (job.guildId) void this.problems.resolve(job, filesIn(job.channelId, job.guildId));
    return messageIds;
  }

  /** What has no files could be posted: they are what Discord refused. */
  private async recordNoFiles(job: Delivery): Promise<void> {
    if (job.guildId) await this.problems.record(job, filesIn(job.channelId, job.guildId), 'Attach Files');
  }

  private replacePosted(job: Delivery, parts: readonly MessagePart[]): Promise<readonly string[]> {
    const post = { botId: job.botId, postId: job.messageId };
    return this.alone(post, async (beforeRequest) => {
      const { answered, begun, parts: posted } = await this.progress.of(post);
      const revision = job.revision ?? '0';
      // A notice takes the place of an answer only where a beginning has done that already, and an old answer never that of a newer one.
      const isWhole = answered !== null && BigInt(begun ?? 0) <= BigInt(answered);
      if (isWhole && (job.kind === 'notice' || BigInt(answered) > BigInt(revision)))
        return posted.map(({ messageId }) => messageId);
      const messageIds = await this.answers.post(job, parts, { replacesPosted: true, beforeRequest });
      if (job.kind === 'reply') await this.progress.setAnswered(post, revision);
      return messageIds;
    });
  }

  private async alone<T>(post: PostRef, work: (beforeRequest: () => Promise<void>) => Promise<T>): Promise<T> {
    const done = await this.progress.alone(post, work);
    if (done === null) throw new JobPostponed(BUSY_RETRY_MS);
    return done.result;
  }
}

const filesIn = (channelId: string, guildId: string) => ({ guildId, channelId, action: 'attach-files' as const });
