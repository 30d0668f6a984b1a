import { Queues, REDIS } from '@kith/kit';
import { MINUTE_MS, queues, type AppError, type JobOf, type NoAnswerReason, type Plan } from '@kith/proto';
import { Inject, Injectable } from '@nestjs/common';
import { CareService } from '../care/care.service.js';
import { ImagesService } from '../images/images.service.js';
import { truncate } from './attachments.js';
import { endsInFence } from './closed-code.js';
import { MessageAge } from './message-age.js';
import type { Reply } from './reply-writer.js';
import { requestIdOf } from './request-id.js';

/** The Redis commands that are used here. */
interface NoticeStore {
  set(key: string, value: string, ex: 'EX', seconds: number, nx: 'NX'): Promise<'OK' | null>;
  get(key: string): Promise<string | null>;
  del(key: string): Promise<number>;
}

interface NoticeOptions {
  /** Part of the Redis key. */
  readonly name: string;
  /** How long it is not posted again in the same channel. */
  readonly everyS: number;
  readonly text: string;
  /** For the trace of the message. */
  readonly noAnswer: NoAnswerReason;
  /** However often it was posted there. */
  readonly isAlways?: boolean;
}

type Job = JobOf<typeof queues.replies>;
/** Where a message or an interaction is answered. */
export type Asked = Pick<
  JobOf<typeof queues.deliveries>,
  'ownerId' | 'botId' | 'messageId' | 'revision' | 'channelId' | 'guildId' | 'interaction'
>;
const HOUR_S = 3600;
const MAX_TITLE_CHARS = 80;
/** How often a channel is told at most that an answer failed, and that questions were missed. */
const FAILURE_NOTICE_S = 60;
const MISSED_NOTICE_S = 600;
const LIMIT_TEXT = 'I have used up my messages for today.';
const MISSED_TEXT = 'I was away for a while and missed some messages. Please ask again if you still need an answer.';
const OWN_KEY_TEXT = 'I cannot answer right now: my owner needs to look at my settings.';
/** For interactions only: nobody waits for an answer to a message of these cases. */
const UNANSWERED_TEXTS = {
  bot_deleted: 'I am not here any more.',
  author_forgotten: 'You asked me to forget you, and this with it. Please ask me again.',
} as const;
/** By the cap of the owner that is reached. */
const LIMIT_TEXTS: Readonly<Record<string, string>> = {
  bot: 'I have used up the messages that my owner allows me in a day.',
  server: 'This server has had all the messages from me that my owner allows in a day.',
  member: 'You have had all the messages from me that my owner allows in a day.',
};

/** Queues texts for Discord: replies, and notices where there is no reply. */
@Injectable()
export class Outbox {
  constructor(
    private readonly queues: Queues,
    private readonly age: MessageAge,
    private readonly images: ImagesService,
    private readonly care: CareService,
    @Inject(REDIS) private readonly redis: NoticeStore,
  ) {}

  async sendReply(job: Job, reply: Reply, ownerPlan?: Plan): Promise<void> {
    const { text: written, pictures } = await this.images.filesIn(job.botId, reply.reply);
    const text = reply.truncated ? `${written}${endsInFence(written) ? '\n' : ' '}…` : written;
    const smallPrint = [sourcesOf(reply), ...(reply.notes ?? []), job.remark].filter((line) => line !== undefined);
    await this.send(job, {
      kind: 'reply',
      text: [text, ...smallPrint.map((line) => `-# ${line}`)].join('\n').trimStart(),
      ...(pictures.length > 0 ? { pictures } : {}),
      ownerPlan,
      threadName: job.threadName,
      authorId: job.author.id,
    });
  }

  /** Whether the message speaks of harming oneself or others. */
  needsCare(job: Job): boolean {
    return this.careFor(job) !== undefined;
  }

  /** Answers such a message with calm words, whatever else is the matter with it. */
  async sendCare(job: Job): Promise<void> {
    const reply = this.careFor(job);
    if (reply) await this.sendReply(job, reply);
    if (reply) await this.care.count(job.botId);
  }

  private careFor({ content, task }: Job): Reply | undefined {
    return this.care.replyTo({ question: content, task });
  }

  /** Posts why there is no answer, once per minute and channel unless `isAlways`. A notice is not charged. */
  async sendFailureNotice(job: Job, notice: Pick<NoticeOptions, 'text' | 'noAnswer' | 'isAlways'>): Promise<void> {
    await this.sendNoticeOnce(job, { name: 'failure-notice', everyS: FAILURE_NOTICE_S, ...notice });
  }

  /** Whether the message is too old to be answered. */
  isMissed(job: Job): Promise<boolean> {
    return this.age.isMissed(job);
  }

  /** Posts that questions stay without an answer because they are too old, once per ten minutes and channel, if the owner wants it told. */
  async sendMissedNotice(job: Job): Promise<void> {
    const isQuiet = job.missedMessages === 'newest_quietly' && job.interaction === undefined;
    if (isQuiet) return this.leaveUnanswered(job, 'too_old');
    await this.sendNoticeOnce(job, { name: 'missed-notice', everyS: MISSED_NOTICE_S, text: MISSED_TEXT, noAnswer: 'too_old' });
  }

  /**
   * For a message that gets neither reply nor notice: the later answers of its channel wait no longer, and its typing indicator ends. Through
   * the queue, because an event is heard by nobody while connections to Redis come back.
   */
  async leaveUnanswered(job: Asked, noAnswer?: NoAnswerReason): Promise<void> {
    await this.send(job, { kind: 'unanswered', text: '', noAnswer });
  }

  /** For a message that is not answered at all; an interaction gets a short text, because Discord shows "is thinking" until then. */
  async endUnanswered(job: Asked, noAnswer: keyof typeof UNANSWERED_TEXTS): Promise<void> {
    if (job.interaction === undefined) return this.leaveUnanswered(job, noAnswer);
    await this.send(job, { kind: 'notice', text: UNANSWERED_TEXTS[noAnswer], noAnswer });
  }

  /** Posts that the daily limit or a cap is reached, once per hour and channel (docs/decisions.md B7). */
  async sendLimitNotice(job: Job, { details: { resetsAt, cap } }: AppError): Promise<void> {
    const text = `${LIMIT_TEXTS[cap ?? ''] ?? LIMIT_TEXT}${resetsAt ? ` They reset in ${timeUntil(resetsAt)}.` : ''}`;
    await this.sendNoticeOnce(job, {
      name: 'limit-notice',
      everyS: HOUR_S,
      text,
      noAnswer: cap === undefined ? 'daily_limit' : 'cap',
    });
  }

  /** Posts, once per hour and channel, that the owner's own API key does not work. Why concerns the owner alone. */
  async sendOwnKeyNotice(job: Job): Promise<void> {
    await this.sendNoticeOnce(job, { name: 'own-key-notice', everyS: HOUR_S, text: OWN_KEY_TEXT, noAnswer: 'own_key' });
  }

  /**
   * The key holds the message that got the notice: its next attempt sends it again, which adds nothing. Every interaction gets its notice,
   * because Discord shows "is thinking" until then; it takes no key, because the notice may be for one member alone.
   */
  private async sendNoticeOnce(job: Job, { name, everyS, text, noAnswer, isAlways = false }: NoticeOptions): Promise<void> {
    if (job.interaction !== undefined || isAlways) return this.send(job, { kind: 'notice', text, noAnswer });
    const key = `chat:${name}:${job.botId}:${job.channelId}`;
    const isFirst = (await this.redis.set(key, job.messageId, 'EX', everyS, 'NX')) === 'OK';
    if (!isFirst && (await this.redis.get(key)) !== job.messageId) return this.leaveUnanswered(job, noAnswer);
    try {
      await this.send(job, { kind: 'notice', text, noAnswer });
    } catch (error) {
      // The notice was not queued, so the next attempt must not skip it.
      await this.redis.del(key);
      throw error;
    }
  }

  private async send(
    job: Asked,
    content: Pick<
      JobOf<typeof queues.deliveries>,
      'kind' | 'text' | 'pictures' | 'noAnswer' | 'ownerPlan' | 'threadName' | 'authorId'
    >,
  ): Promise<void> {
    const { ownerId, botId, messageId, revision, channelId, guildId, interaction } = job;
    const delivery = { ownerId, botId, messageId, revision, channelId, guildId, interaction, ...content };
    await this.queues.add(queues.deliveries, requestIdOf(job), delivery);
  }
}

/**
 * What the reply rests on, with the numbers that stand in its text, for what a language model wrote: the built-in companion names its source in
 * the text. Of an address only the host is named: the owner may not want links.
 */
function sourcesOf({ engine, sources }: Pick<Reply, 'engine' | 'sources'>): string | undefined {
  if (engine === 'builtin' || sources.length === 0) return undefined;
  return `Sources: ${sources.map((title, at) => `[${at + 1}] ${inSmallPrint(withoutAddress(title)) || 'untitled'}`).join(', ')}`;
}

const withoutAddress = (title: string): string => title.replaceAll(/\b[a-z][a-z0-9+.-]*:\/\/([^\s/?#]*)\S*/gi, '$1');

/** A title in one line, without effect on what is around it. Without backticks: behind one in the reply, an escaped one ends a span of code. */
const inSmallPrint = (title: string): string =>
  truncate(title.replace(/[\s\p{C}]+/gu, ' ').trim(), MAX_TITLE_CHARS)
    .replaceAll('`', "'")
    .replace(/[\\*_~|]/g, '\\$&');

/** `3 h 12 m` (docs/decisions.md B6); at least one minute. */
export function timeUntil(resetsAt: string, now = Date.now()): string {
  const minutes = Math.max(1, Math.ceil((Date.parse(resetsAt) - now) / MINUTE_MS));
  const hours = Math.floor(minutes / 60);
  return hours > 0 ? `${hours} h ${minutes % 60} m` : `${minutes} m`;
}
