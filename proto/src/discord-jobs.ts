import { z } from 'zod';
import { AuditEvent } from './audit.js';
import { ChannelSettings, MISSED_MESSAGES } from './channel-settings.js';
import { OptionValues } from './command-options.js';
import { id, isoTime } from './fields.js';
import { VIOLATION_RULES } from './moderation.js';
import { PROACTIVE_EVENTS } from './proactive-messages.js';

export const discordId = z.string().regex(/^\d{1,20}$/);
export const discordFile = z.object({
  name: z.string().max(260),
  /** The media type that Discord names. */
  type: z.string().max(100),
  bytes: z.number().int().min(0),
  url: z.string().max(2000),
});
/** The answer is posted in a new thread of this name below the message. */
export const threadName = z.string().min(1).max(100).optional();
export const author = z.object({ id: discordId, name: z.string().max(100) });
/** Of a message that was changed after it was written: what it is now answered as. An id of Discord's form, for the time of the change. */
export const revision = discordId.optional();
/** The token with which the answer to an interaction is edited, encrypted by the runner for its own use; absent when a message is answered. */
export const interaction = z.string().max(1000).optional();
/** What a job of the queue `commands` does. */
export const commandTask = z.discriminatedUnion('kind', [
  /** A member called a command; `args` is what follows the trigger. */
  z.object({
    kind: z.literal('call'),
    commandId: z.string().max(40),
    author,
    /** The Discord user of the bot. */
    ownUserId: discordId,
    /** The channel of a thread; null outside threads. */
    parentId: discordId.nullable(),
    args: z.string().max(4000),
    /** The whole message. */
    content: z.string().max(4000),
    /** Of a custom command with options that was called by its slash command; absent: they are in `args`. */
    options: OptionValues.optional(),
    /** For a call by a button, a menu or a form of a message that the command posted; `isUpdate`: its answer changes this message. */
    use: z
      .object({
        value: z.string().max(100),
        values: z.array(z.string().max(100)).max(25),
        fields: z.record(z.string().max(40), z.string().max(4000)),
        isUpdate: z.boolean(),
      })
      .optional(),
  }),
  /** A text of Kith's own in answer to a call that is not run. */
  z.object({ kind: z.literal('notice'), text: z.string().max(2000) }),
  /** A reminder is due. */
  z.object({ kind: z.literal('reminder'), reminderId: id }),
]);
export const moderationTask = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('violation'),
    messageId: discordId,
    revision,
    botName: z.string().max(100),
    member: z.object({
      id: discordId,
      name: z.string().max(100),
      isWebhook: z.boolean(),
      roleIds: z.array(discordId).max(300),
    }),
    /** The Discord user of the bot itself. */
    ownUserId: discordId,
    /** The channel of a thread; null outside threads. */
    parentId: discordId.nullable(),
    rule: z.enum(VIOLATION_RULES),
    /** When an installed system found it. */
    system: z
      .object({
        systemId: z.string().max(40),
        /** What the owner reads: the name of the rule, or the category and how sure the model was. */
        detail: z.string().max(120),
        /** A timeout does not wait for a number of warnings. */
        timesOutAtOnce: z.boolean(),
        /** Discord itself did not let the message through: there is none to be deleted. */
        isBlocked: z.boolean(),
      })
      .optional(),
    /** A further message of the same burst: it is deleted and nothing else. */
    isRepeated: z.boolean(),
    /** The settings when the message was written. */
    settings: ChannelSettings.pick({
      autoDelete: true,
      issueWarnings: true,
      timeoutUsers: true,
      timeoutDuration: true,
      warningThreshold: true,
      moderationLogChannelId: true,
      moderationDryRun: true,
    }),
  }),
  /** The owner took a case back. `event`: for the audit log, in case the call ends before it is reported. */
  z.object({ kind: z.literal('undo'), caseId: id, event: AuditEvent.optional() }),
  /** The owner lets moderation go on in the server, where it has been paused since then. */
  z.object({ kind: z.literal('resume'), pausedAt: isoTime, event: AuditEvent }),
]);

const member = z.object({
  id: discordId,
  name: z.string().max(100),
  roleIds: z.array(discordId).max(300),
  permissions: z.string().max(30),
});
/** What a job of the queue `systems` does. */
export const systemTask = z.discriminatedUnion('kind', [
  /** Something that happened on Discord or is due; the system knows what `name` and `data` mean. */
  z.object({
    kind: z.literal('event'),
    name: z.string().max(40),
    data: z.record(z.string().max(40), z.union([z.string().max(4000), z.number(), z.boolean(), z.null()])),
  }),
  /** A member used a slash command of the system. */
  z.object({
    kind: z.literal('command'),
    name: z.string().max(32),
    subcommand: z.string().max(32).nullable(),
    /** By name; members, roles, channels and files by their id. */
    options: z.record(z.string().max(32), z.union([z.string().max(6000), z.number(), z.boolean()])),
    files: z.array(discordFile.extend({ id: discordId })).max(25),
    member,
  }),
  /** A member used a button, a menu or a form that the system posted. */
  z.object({
    kind: z.literal('component'),
    customId: z.string().max(100),
    /** What was chosen in a menu. */
    values: z.array(z.string().max(100)).max(25),
    /** What was written in a form, by the custom id of the field. */
    fields: z.record(z.string().max(100), z.string().max(4000)),
    /** The message with the component; null for a form that a command opened. */
    messageId: discordId.nullable(),
    member,
  }),
]);
/** Identifies an event among those of a channel after which a bot may begin a conversation. */
export const proactiveEventId = z.string().regex(/^[\w-]{1,50}$/);
/** A bot may have a reason to begin a conversation by itself. */
export const proactiveJob = z.object({
  /** The owner of the bot. */
  ownerId: id,
  botId: id,
  channelId: discordId,
  event: z.enum(PROACTIVE_EVENTS),
  /** Each attempt has the same one. */
  eventId: proactiveEventId,
  /** The server that a member joined; null for other events. */
  guildId: discordId.nullable(),
});

/** What the owner of the bot chose for a message that is to be answered. */
export const ownerChoices = {
  /** False: no text is kept once the answer is delivered. */
  isKept: z.boolean().optional(),
  /** Absent: `newest`. */
  missedMessages: z.enum(MISSED_MESSAGES).optional(),
};
