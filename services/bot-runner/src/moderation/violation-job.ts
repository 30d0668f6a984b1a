import { DAY_MS, idAt, sentAtMs, type JobOf, type queues } from '@kith/proto';
import type { GatewayMessageCreateDispatchData, GatewayMessageUpdateDispatchData } from 'discord-api-types/v10';
import { displayName } from '../discord/display-name.js';
import type { ConnectedBot } from '../messages/connected-bot.js';
import type { IncomingMessage } from '../messages/decide.js';

type Job = JobOf<typeof queues.moderation>;
export type Violation = Extract<Job['task'], { kind: 'violation' }>;
export type ViolationJob = Omit<Job, 'task'> & { readonly task: Violation };

/** Before it there were no messages. */
const DISCORD_EPOCH_MS = sentAtMs('0');
const MAX_ROLES = 300;

/** Who found what a message broke: the id of a system, or the rules of moderation. */
export const sourceOf = ({ system }: Pick<Violation, 'system'>): string => system?.systemId ?? 'moderation';

/** The same for each attempt to queue a verdict. Each source and each text of the message has its own, and a dry run does not stand in the way of what is in force. */
export const violationJobId = ({ botId, task }: Pick<ViolationJob, 'botId' | 'task'>): string =>
  [botId, sourceOf(task), task.settings.moderationDryRun ? 'dry' : 'live', task.messageId, task.revision]
    .filter((part) => part !== undefined)
    .join('-');

/** Identifies a text of a message by when its author changed the message to it; undefined for the text that was written first, and for no time. */
export const textRevision = (editedAtMs: number | undefined): string | undefined =>
  editedAtMs !== undefined && editedAtMs > DISCORD_EPOCH_MS && editedAtMs < Date.now() + DAY_MS ? idAt(editedAtMs) : undefined;

/** What a message broke, and what is to be done about it. */
type Broken = Pick<Violation, 'rule' | 'isRepeated' | 'settings' | 'system'>;

/** The job for a message that broke a rule. */
export function violationJob(
  { bot, ownUserId }: Pick<ConnectedBot, 'bot' | 'ownUserId'>,
  message: IncomingMessage,
  raw: GatewayMessageCreateDispatchData | GatewayMessageUpdateDispatchData,
  broken: Broken,
): ViolationJob {
  return {
    ownerId: bot.ownerId,
    botId: bot.botId,
    guildId: message.guildId ?? '',
    channelId: message.channelId,
    task: {
      kind: 'violation',
      messageId: message.id,
      revision: textRevision(Date.parse(raw.edited_timestamp ?? '')),
      botName: bot.name.slice(0, 100),
      ownUserId,
      member: {
        id: message.authorId,
        name: displayName(raw.author, raw.member?.nick),
        isWebhook: raw.webhook_id !== undefined,
        roleIds: (raw.member?.roles ?? []).slice(0, MAX_ROLES),
      },
      parentId: message.parentId,
      ...broken,
    },
  };
}
