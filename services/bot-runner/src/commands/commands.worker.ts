import { HandleJob, type JobContext } from '@kith/kit';
import { queues, sentAtMs, type JobOf, type RunnableBot } from '@kith/proto';
import { Injectable } from '@nestjs/common';
import { DesiredBotsSource } from '../connections/desired-bots.js';
import { messageParts } from '../deliveries/split-message.js';
import { attemptJob } from '../discord/job-attempt.js';
import type { MessagePart } from '../discord/message-poster.js';
import { isRefused } from '../discord/refused.js';
import { AnswerPoster } from '../interactions/answer-poster.js';
import { replyJob } from '../messages/question-of.js';
import { refusing, type CalledBot, type CommandAnswer, type CommandCall, type CommandMessage } from './catalogue-command.js';
import { CommandOutcomes } from './command-outcomes.js';
import { CommandReplies, refusalText } from './command-replies.js';
import { DONE, UNKNOWN_COMMAND } from './command-texts.js';
import { KeptAnswers } from './kept-answers.js';
import { ReminderDelivery } from './reminder-delivery.js';

type Job = JobOf<typeof queues.commands>;
type Call = Extract<Job['task'], { kind: 'call' }>;

/** The bot as commands need it. */
export const calledBot = (
  { botId, ownerId, name, timeZone, channelSettings, commands }: RunnableBot,
  userId: string,
): CalledBot => ({
  botId,
  ownerId,
  userId,
  name,
  timeZone,
  prefix: channelSettings.customPrefix,
  channelSettings,
  commands,
});

/** Runs commands that members called, and delivers reminders. A job that runs twice has one effect. */
@Injectable()
export class CommandsWorker {
  constructor(
    private readonly keptAnswers: KeptAnswers,
    private readonly desired: DesiredBotsSource,
    private readonly answers: AnswerPoster,
    private readonly reminders: ReminderDelivery,
    private readonly replies: CommandReplies,
    private readonly outcomes: CommandOutcomes,
  ) {}

  @HandleJob(queues.commands)
  async work(job: Job, { isLastAttempt }: Pick<JobContext, 'isLastAttempt'>): Promise<void> {
    const { messageId, task } = job;
    // A bot that was stopped meanwhile does nothing more.
    const bot = this.desired.botOfJob(job);
    if (!bot) {
      if (task.kind === 'reminder') return this.reminders.stored.recordMissed(task.reminderId);
      await this.keptAnswers.drop(job);
      return this.outcomes.recordStopped(job);
    }
    const sinceMs = task.kind === 'reminder' ? Date.now() : sentAtMs(messageId);
    const failure = await attemptJob(() => this.run(job, bot), { isLastAttempt, sinceMs });
    if (failure && task.kind === 'call') await this.keptAnswers.drop(job);
    if (failure) await this.outcomes.recordFailed(job, bot, failure);
    // Discord was away, or the token is not valid: the next job of the reminder tries it again.
    if (task.kind === 'reminder' && failure) await this.reminders.stored.recordMissed(task.reminderId);
  }

  private async run(job: Job, bot: RunnableBot): Promise<void> {
    const { task } = job;
    if (task.kind === 'notice') return this.post(job, bot, { kind: 'message', content: task.text });
    if (task.kind === 'reminder') return this.reminders.deliver(task.reminderId, bot);
    const command = bot.commands.find(({ commandId }) => commandId === task.commandId);
    const { answer, isKept } = command
      ? await this.keptAnswers.answer(job, command, callOf(job, task, bot, command.trigger))
      : { answer: refusing(UNKNOWN_COMMAND), isKept: false };
    try {
      await this.deliver({ ...job, task }, bot, answer);
    } catch (error) {
      if (answer?.kind === 'message' && !isKept && !isRefused(error)) await this.keptAnswers.keep(job, answer);
      throw error;
    }
    if (isKept) await this.keptAnswers.drop(job);
    if (answer?.kind === 'message' && answer.isRefusal) this.outcomes.recordRefused(job, answer.content);
  }

  private async deliver(job: Job & { readonly task: Call }, bot: RunnableBot, answer: CommandAnswer | null): Promise<void> {
    const isUpdate = job.task.use?.isUpdate === true;
    if (answer === null)
      return job.interaction === undefined || isUpdate ? undefined : this.post(job, bot, { kind: 'message', content: DONE });
    // What concerns one member alone must not replace a message that others see.
    if (answer.kind === 'message' && isUpdate && answer.isPrivate) return this.answers.tellPrivately(job, answer.content ?? DONE);
    if (answer.kind === 'message') return this.post(job, bot, answer);
    const { messageId, channelId, guildId, interaction, task } = job;
    const content = answer.kind === 'question' ? answer.question : task.content;
    const reply = replyJob(bot, { messageId, channelId, guildId, author: task.author, content, interaction });
    const state = await this.replies.add(answer.kind === 'task' ? { ...reply, task: answer.task } : reply);
    if (state !== 'added' && state !== 'settled') this.outcomes.recordNotAdmitted(job, state);
    const refusal = refusalText(state, job);
    if (refusal !== null) await this.post(job, bot, { kind: 'message', content: refusal });
  }

  private async post(job: Job, bot: RunnableBot, message: CommandMessage): Promise<void> {
    const parts = partsOf(message);
    try {
      await this.answers.post(job, parts, { notifiedMembers: message.notifiedMembers ?? [] });
    } catch (error) {
      const inWords = await this.outcomes.cards.inWords(job, { bot, parts, error });
      if (inWords === null) throw error;
      await this.answers.post(job, inWords);
      return;
    }
    this.outcomes.cards.noteShown(job, bot, parts);
  }
}

const partsOf = ({ content = '', embeds, poll, parts }: CommandMessage): readonly MessagePart[] =>
  parts ?? messageParts(content, { ...(embeds ? { embeds } : {}), ...(poll ? { poll } : {}) });

const callOf = (
  { messageId, channelId, guildId }: Job,
  { author, ownUserId, parentId, args, content, options, use }: Call,
  bot: RunnableBot,
  trigger: string,
): CommandCall => ({
  bot: calledBot(bot, ownUserId),
  trigger,
  args,
  content,
  sentAtMs: sentAtMs(messageId),
  place: { channelId, parentId, guildId, messageId, memberId: author.id },
  ...(options ? { options } : {}),
  ...(use ? { use } : {}),
});
