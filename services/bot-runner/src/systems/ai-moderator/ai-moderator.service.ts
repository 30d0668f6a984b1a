import { LOGGER, type Logger } from '@kith/kit';
import {
  AppError,
  MAX_JUDGED_TOGETHER,
  type ErrorCode,
  type RunnableBot,
  type SystemPage,
  type SystemPageSection,
} from '@kith/proto';
import { Inject, Injectable } from '@nestjs/common';
import {
  PermissionFlagsBits,
  type GatewayMessageCreateDispatchData,
  type GatewayMessageUpdateDispatchData,
} from 'discord-api-types/v10';
import { displayName } from '../../discord/display-name.js';
import { allows, GuildAccess } from '../../discord/guild-access.js';
import type { IncomingMessage } from '../../messages/decide.js';
import { moderatedTextOf } from '../../moderation/moderated-text.js';
import { exemptMembers } from '../../moderation/compiled-settings.js';
import type { Installed, MessageResult, PageRequest, SystemEvent, SystemHandler, SystemJob } from '../system-handler.js';
import { Systems } from '../systems.js';
import { AI_MODERATOR_ID } from './definition.js';
import { judgeSettings, type JudgeSettings } from './judge-settings.js';
import { JudgeState } from './judge-state.js';
import type { JudgeServerEntity } from './judge-server.entity.js';
import { MessageJudge, type Server } from './message-judge.js';
import { PendingMessages, revisionOf, type PendingMessage } from './pending-messages.js';

/** Messages that were written within this time are judged together. */
const COLLECT_MS = 10_000;
/** Discord tells an older change again when a message is pinned, for example. For a longer time the queue knows the job of a change. */
const MAX_CHANGE_AGE_MS = 600_000;
const MAX_TEXT_CHARS = 2000;
/** As many as fit into the data of a job. */
const MAX_ROLES = 180;
/** Shorter texts say too little to be judged. */
const WORTH_JUDGING = /\p{L}[\s\S]*\p{L}[\s\S]*\p{L}/u;

/** A language model judges messages. Cases, limits, dry run and taking back are those of moderation. */
@Injectable()
export class AiModerator implements SystemHandler {
  readonly systemId = AI_MODERATOR_ID;

  constructor(
    private readonly pending: PendingMessages,
    private readonly state: JudgeState,
    private readonly access: GuildAccess,
    private readonly systems: Systems,
    private readonly judge: MessageJudge,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  onMessage(_installed: Installed, message: IncomingMessage, raw: GatewayMessageCreateDispatchData): MessageResult | null {
    return toBeJudged(message, raw);
  }

  /** Each change is judged once, however often Discord tells it, and counts like a message. */
  onEdit(_installed: Installed, message: IncomingMessage, raw: GatewayMessageUpdateDispatchData): MessageResult | null {
    const editedAtMs = Date.parse(raw.edited_timestamp ?? '');
    return Date.now() - editedAtMs < MAX_CHANGE_AGE_MS ? toBeJudged(message, raw, editedAtMs) : null;
  }

  /** No job is made for a message that its author's exemption, the settings or the limit of the server keep from being judged. */
  async isNeeded(bot: RunnableBot, { guildId, name, data }: SystemEvent): Promise<boolean> {
    const system = bot.systems.find(({ systemId }) => systemId === this.systemId);
    if (name !== 'message' || guildId === null || !system) return true;
    const { categories, maxPerMinute } = judgeSettings(system.settings);
    if (categories.length === 0 || exemptMembers(bot.channelSettings).has(String(data['memberId']))) return false;
    const { botId, ownerId } = bot;
    const admission = await this.pending.admit(botId, pendingOf(data, guildId), maxPerMinute);
    if (admission === 'too_many') this.state.skip({ botId, ownerId, guildId });
    return admission === 'admitted';
  }

  async work(job: SystemJob<'event'>): Promise<void> {
    const settings = judgeSettings(job.settings);
    if (job.guildId === null || settings.categories.length === 0) return;
    const server = { botId: job.botId, ownerId: job.ownerId, guildId: job.guildId };
    if (job.task.name === 'judge') return this.judgePending(job, server, settings);
    const message = pendingOf(job.task.data, job.guildId);
    if (await this.isModerator(job.botId, message)) return this.pending.exempt(job.botId, message);
    const waiting = await this.pending.add(job.botId, message);
    if (waiting === null) await this.state.count(server, { skipped: 1 });
    if (waiting === null || waiting >= MAX_JUDGED_TOGETHER) return this.judgePending(job, server, settings);
    await this.planJudging(server);
  }

  async page({ botId, guildId, actor }: PageRequest): Promise<SystemPage> {
    const state = await this.state.find({ botId, guildId, ownerId: actor.userId });
    return { sections: [stateSection(state)], forms: [] };
  }

  act(): Promise<string> {
    return Promise.reject(new AppError('BAD_INPUT'));
  }

  async purge(botId: string): Promise<void> {
    await this.pending.purge(botId);
    await this.state.purge(botId);
  }

  forgetMember(botId: string, memberId: string): Promise<void> {
    return this.pending.forgetMember(botId, memberId);
  }

  /** Members who may manage messages are not even shown to the model. */
  private async isModerator(
    botId: string,
    { guildId, channelId, parentId, memberId, roleIds }: PendingMessage,
  ): Promise<boolean> {
    const place = { botId, guildId, channelId: parentId ?? channelId };
    const permissions = await this.access.permissionsOf(place, { id: memberId, roleIds });
    return allows(permissions, PermissionFlagsBits.ManageMessages);
  }

  private async planJudging({ botId, ownerId, guildId }: Server): Promise<void> {
    const eventId = `judge-${guildId}-${Math.floor(Date.now() / COLLECT_MS)}`;
    const event = { eventId, guildId, channelId: guildId, name: 'judge', data: {}, delayMs: COLLECT_MS };
    await this.systems.add({ botId, ownerId }, AI_MODERATOR_ID, event);
  }

  private async judgePending(job: SystemJob<'event'>, server: Server, settings: JudgeSettings): Promise<void> {
    const messages = (await this.pending.of(server.botId, server.guildId)).slice(0, MAX_JUDGED_TOGETHER);
    if (messages.length === 0) return;
    try {
      await this.judge.judge(job.bot, server, settings, messages);
    } catch (error) {
      // What the model does not judge now is not judged: nobody is punished minutes later.
      const { code } = AppError.from(error);
      this.logger.warn({ botId: server.botId, guildId: server.guildId, code }, 'messages not judged');
      await this.state.fail(server, code, messages.length);
    }
    await this.pending.remove(server.botId, messages);
  }
}

/** Null for a message that is not worth a judgement. */
function toBeJudged(
  message: IncomingMessage,
  raw: GatewayMessageCreateDispatchData | GatewayMessageUpdateDispatchData,
  editedAtMs?: number,
): MessageResult | null {
  const { id: messageId, guildId, channelId, parentId, authorId: memberId } = message;
  const text = moderatedTextOf(raw).slice(0, MAX_TEXT_CHARS);
  if (message.isBot || guildId === null || !WORTH_JUDGING.test(text)) return null;
  const data = {
    messageId,
    channelId,
    parentId,
    memberId,
    memberName: displayName(raw.author, raw.member?.nick),
    roleIds: (raw.member?.roles ?? []).slice(0, MAX_ROLES).join(' '),
    text,
    ...(editedAtMs === undefined ? {} : { editedAtMs }),
  };
  // In the lane of the server, so that its messages are collected one after another.
  const event = { eventId: revisionOf({ messageId, editedAtMs }), guildId, channelId: guildId, name: 'message', data };
  return { events: [event], isTaken: false };
}

type Data = SystemJob<'event'>['task']['data'];

function pendingOf(data: Data, guildId: string): PendingMessage {
  const textOf = (name: string): string => String(data[name] ?? '');
  return {
    guildId,
    messageId: textOf('messageId'),
    channelId: textOf('channelId'),
    parentId: typeof data['parentId'] === 'string' ? data['parentId'] : null,
    memberId: textOf('memberId'),
    memberName: textOf('memberName'),
    roleIds: textOf('roleIds').split(' ').filter(Boolean),
    text: textOf('text'),
    ...(typeof data['editedAtMs'] === 'number' ? { editedAtMs: data['editedAtMs'] } : {}),
  };
}

const FAILURES: Partial<Record<ErrorCode, string>> = {
  MODEL_UNAVAILABLE: 'The language model does not answer, or none is set up. Nothing is judged meanwhile.',
  OWN_KEY_FAILED: 'Your own API key does not work. Nothing is judged meanwhile.',
  DAILY_LIMIT: 'Your messages of today are used up. Nothing is judged until there are new ones.',
  CAP_REACHED: 'A cap that you set is reached. Nothing is judged until tomorrow.',
};
const OTHER_FAILURE = 'The last messages could not be judged.';

function stateSection(state: JudgeServerEntity | null): SystemPageSection {
  const isToday = state?.day === new Date().toISOString().slice(0, 10);
  const today = (count: number | undefined): string => (isToday ? String(count ?? 0) : '0');
  const failure = state?.failure ? (FAILURES[state.failure as ErrorCode] ?? OTHER_FAILURE) : 'It works.';
  const rows: readonly (readonly [string, string])[] = [
    ['State', state === null ? 'Nothing was judged yet.' : failure],
    ['Messages judged', today(state?.judged)],
    ['Reported or punished', today(state?.reported)],
    ['Not judged', today(state?.skipped)],
    ['Requests, which count like a message each', today(state?.requests)],
  ];
  return {
    id: 'state',
    title: 'What it judged today (UTC)',
    empty: '',
    columns: ['What', 'Today'],
    rows: rows.map((cells, index) => ({ id: String(index), cells: [...cells], actions: [] })),
    total: rows.length,
  };
}
