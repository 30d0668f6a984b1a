import { ApplicationFlags, GatewayIntentBits, type APIApplication } from 'discord-api-types/v10';

/** The intents that the owner has to switch on in the developer portal, and the flags of an application that has them. */
const PRIVILEGED: readonly (readonly [intent: number, flags: number])[] = [
  [GatewayIntentBits.MessageContent, ApplicationFlags.GatewayMessageContent | ApplicationFlags.GatewayMessageContentLimited],
  [GatewayIntentBits.GuildMembers, ApplicationFlags.GatewayGuildMembers | ApplicationFlags.GatewayGuildMembersLimited],
];

/** Bits of GatewayIntentBits. */
export const PRIVILEGED_INTENTS = PRIVILEGED.reduce((all, [intent]) => all | intent, 0);

/** The privileged intents (GatewayIntentBits) that are switched on for the application. */
export const switchedOnIntents = ({ flags }: Pick<APIApplication, 'flags'>): number =>
  PRIVILEGED.reduce((all, [intent, needed]) => (((flags ?? 0) & needed) === 0 ? all : all | intent), 0);

/** Whether the owner has switched on the intent Message Content in the developer portal. */
export const allowsMessageContent = (application: Pick<APIApplication, 'flags'>): boolean =>
  (switchedOnIntents(application) & GatewayIntentBits.MessageContent) !== 0;

/** The same for Server Members. */
export const allowsServerMembers = (application: Pick<APIApplication, 'flags'>): boolean =>
  (switchedOnIntents(application) & GatewayIntentBits.GuildMembers) !== 0;
