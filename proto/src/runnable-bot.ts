import { z } from 'zod';
import { AGE_RATINGS, RESPONSE_PACES } from './bot-settings.js';
import { ChannelSettings } from './channel-settings.js';
import { RunnableCommand } from './commands.js';
import { id } from './fields.js';
import { RunnableSystem } from './systems.js';

/** What a runner needs to run a bot; it asks for the token separately. */
export const RunnableBot = z.object({
  botId: id,
  ownerId: id,
  name: z.string(),
  /** The Discord application the token belongs to: the key of the lease. */
  applicationId: z.string(),
  serverId: z.string().nullable(),
  statusText: z.string().nullable(),
  /** What it answers to a mention without a text; null for a sentence of Kith's own. */
  greeting: z.string().nullable(),
  ageRating: z.enum(AGE_RATINGS),
  /** Of times of day that members write. */
  timeZone: z.string(),
  channelSettings: ChannelSettings,
  /** Whether its owner may read in the inbox what members ask in servers. */
  learnsFromMembers: z.boolean().optional(),
  /** How long it waits for further lines of a member: `responseDelay` of the preferences. */
  replyPace: z.enum(RESPONSE_PACES).optional(),
  /** Whether its owner lets it send pictures: `sendMedia` of the preferences. */
  sendsPictures: z.boolean().optional(),
  /** Whether its owner lets it say by itself what `proactiveMessages` of the channel settings holds. */
  sendsProactiveMessages: z.boolean().optional(),
  /** The learned commands that are enabled and that the owner's plan allows (docs/decisions.md K1), oldest first. */
  commands: z.array(RunnableCommand),
  /** The installed systems that the owner's plan includes (docs/decisions.md X5), oldest first. */
  systems: z.array(RunnableSystem),
  /** When it was last started: what was written to it before is not answered. */
  startedAt: z.string().nullish(),
  version: z.number().int(),
});
export type RunnableBot = z.infer<typeof RunnableBot>;
