import type { InstalledSystem, JobOf, queues, RunnableBot, SystemPage, ParsedInputOf, systemPages } from '@kith/proto';
import type {
  APIApplicationCommandInteraction,
  GatewayDispatchPayload,
  GatewayMessageCreateDispatchData,
  GatewayMessageUpdateDispatchData,
  RESTPostAPIInteractionCallbackJSONBody,
} from 'discord-api-types/v10';
import type { MessagePart } from '../discord/message-poster.js';
import type { Choice } from '../interactions/choices.js';
import type { ComponentUse } from '../interactions/components.js';
import type { ConnectedBot } from '../messages/connected-bot.js';
import type { IncomingMessage } from '../messages/decide.js';

type Job = JobOf<typeof queues.systems>;
type Task<K extends Job['task']['kind']> = Extract<Job['task'], { kind: K }>;

/** A system that is installed in a connected bot. */
export interface Installed {
  readonly connected: ConnectedBot;
  readonly settings: InstalledSystem['settings'];
}

/** Something that the system has to do: it becomes one job, however often Discord delivers the event. */
export interface SystemEvent extends Pick<Task<'event'>, 'name' | 'data'> {
  /** Identifies it among those of the system in the bot; letters, digits, `-` and `_`, at most 80. */
  readonly eventId: string;
  readonly guildId: string | null;
  /** Jobs of the same channel of a bot run in order; where there is no channel, the id of the server. */
  readonly channelId: string;
  readonly delayMs?: number;
}

/** What a system makes of a message: jobs, and whether nobody else is to see the message. */
export interface MessageResult {
  readonly events: readonly SystemEvent[];
  /** Neither other systems nor the companion see the message. */
  readonly isTaken: boolean;
  /** When it has to be found out first: other systems see the message, and the companion does unless this resolves to true. Must not reject. */
  readonly isTakenOut?: Promise<boolean>;
}

/** A job with the system that it is for. */
export interface SystemJob<K extends Job['task']['kind'] = Job['task']['kind']> extends Omit<Job, 'task'> {
  readonly task: Task<K>;
  readonly bot: RunnableBot;
  readonly settings: InstalledSystem['settings'];
}

/** The answer to a slash command or a component. A text may be longer than one message. */
export type SystemAnswer = MessagePart;

/**
 * How the use of a component is answered: at once (with a form, for example), by changing the message with the component, or by a new message, for
 * the member alone or for all. All but the first are written by `useComponent`.
 */
export type ComponentMode =
  | { readonly kind: 'now'; readonly body: RESTPostAPIInteractionCallbackJSONBody }
  | { readonly kind: 'update' | 'private' | 'public' };

/** Where a page of a system is looked at. */
export type PageRequest = ParsedInputOf<typeof systemPages.get> & Pick<SystemJob, 'settings'>;
type Place = Pick<PageRequest, 'limit' | 'offset' | 'cursor'>;
/** All sections begin with their first rows; one that is asked for begins where the request says. */
export const placeIn = (section: string | undefined, { limit, offset, cursor }: Place): Place =>
  section === undefined ? { limit, offset: 0 } : { limit, offset, cursor };
export type PageAction = ParsedInputOf<typeof systemPages.act> & Pick<SystemJob, 'settings'>;
export type PageFile = ParsedInputOf<typeof systemPages.addFile>;

/** An option of a command that a member types at the moment; no command completes two. */
export interface TypedOption {
  readonly botId: string;
  readonly guildId: string;
  readonly command: string;
  readonly subcommand: string | null;
  /** What the member has typed so far. */
  readonly text: string;
  readonly member: Pick<Task<'command'>['member'], 'id' | 'roleIds' | 'permissions'>;
}

/**
 * What a system does. `onMessage`, `onEdit`, `forbids`, `onEvent`, `onCommand` and `onComponent` run in the process that holds the connection, for each event: they are fast,
 * ask neither Discord nor the database, and change nothing. The rest runs in jobs, in any process and more than once when a process is killed: each effect
 * has to happen once, by the `eventId`. `runCommand` and `useComponent` throw CommandRefusal for what the member and the owner are to read, `work` for
 * what the owner is, once all else is done; and all what another attempt may overcome.
 */
export interface SystemHandler {
  readonly systemId: string;
  /** For messages of servers; not for those of the bot itself or of Discord, nor in channels where the bot must not act. */
  onMessage?(installed: Installed, message: IncomingMessage, raw: GatewayMessageCreateDispatchData): MessageResult | null;
  /** For messages that their author changed, of systems that moderate, under the same conditions; also when Discord tells a change again. */
  onEdit?(installed: Installed, message: IncomingMessage, raw: GatewayMessageUpdateDispatchData): MessageResult | null;
  /** Whether a text that the member passes to a command breaks a rule, so that the bot must not repeat it; of systems that moderate. */
  forbids?(installed: Installed, message: IncomingMessage, text: string, roleIds: readonly string[]): boolean;
  /** For messages of servers that Discord itself wrote, "X joined" for example; also in channels where the bot must not act. */
  onSystemMessage?(installed: Installed, raw: GatewayMessageCreateDispatchData): readonly SystemEvent[];
  /** For events of servers that are no new messages and no interactions. */
  onEvent?(installed: Installed, payload: GatewayDispatchPayload): readonly SystemEvent[];
  /**
   * Whether an event needs its job, when what Redis knows can tell. A job without effect costs others their turn. Throws when Redis is away:
   * then it is asked again.
   */
  isNeeded?(bot: RunnableBot, event: SystemEvent): Promise<boolean>;
  /** An answer at once, with a form for example; null: the command is run by `runCommand`. */
  onCommand?(installed: Installed, interaction: APIApplicationCommandInteraction): RESTPostAPIInteractionCallbackJSONBody | null;
  /** Default: a new message for the member alone. `customId` is without the part that names the system. */
  onComponent?(installed: Installed, use: ComponentUse): ComponentMode;
  work?(job: SystemJob<'event'>): Promise<void>;
  runCommand?(job: SystemJob<'command'>): Promise<SystemAnswer>;
  /** Null: nothing is to be changed or said. */
  useComponent?(job: SystemJob<'component'>): Promise<SystemAnswer | null>;
  /** What the owner sees of a server. Only the section that is asked for, from `offset`, when there is one. */
  page(request: PageRequest): Promise<SystemPage>;
  /** Does what the page offers; returns a sentence for people. Throws BAD_INPUT, NOT_FOUND. */
  act(action: PageAction): Promise<string>;
  /** Takes a file of the owner from the file store; returns a sentence for people. Throws BAD_INPUT, UNSUPPORTED_MEDIA; then the file is deleted. */
  addFile?(file: PageFile): Promise<string>;
  /** Which of these keys of the file store it still needs. */
  keptFiles?(keys: readonly string[]): Promise<string[]>;
  /** What is offered while a member types an option of a command: only what this member may choose. Discord shows the first 25. */
  complete?(typed: TypedOption): Promise<Choice[]>;
  /**
   * Removes from Discord what acts there without Kith, whether or not the bot is online. Ends early when `isDue` answers that it is not to be removed any
   * more. Throws what another attempt may overcome.
   */
  withdraw?(botId: string, isDue: () => Promise<boolean>): Promise<void>;
  /** Deletes what is kept of a deleted bot, after `withdraw`. */
  purge(botId: string): Promise<void>;
  /** Deletes what is kept of a member of whom the companion is to forget everything. */
  forgetMember(botId: string, memberId: string): Promise<void>;
}

/** The custom id of a component that a system posts; `rest` as it reaches `onComponent` and `useComponent`. At most 100 characters in all. */
export const systemCustomId = (systemId: string, rest: string): string => `${SYSTEM_PREFIX}:${systemId}:${rest}`;
export const SYSTEM_PREFIX = 'system';
