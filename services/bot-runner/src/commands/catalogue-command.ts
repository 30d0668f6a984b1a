import {
  calledCommand,
  COMMANDS,
  type ChannelSettings,
  type OptionValues,
  type ProblemAction,
  type ReplyTask,
  type RunnableCommand,
} from '@kith/proto';
import type { APIApplicationCommandBasicOption, APIEmbed, RESTAPIPoll } from 'discord-api-types/v10';
import type { MessagePart } from '../discord/message-poster.js';
import type { CommandTools } from './command-tools.js';

/** The bot whose command is called. */
export interface CalledBot {
  readonly botId: string;
  readonly ownerId: string;
  /** Of its Discord user; '' in the test chat. */
  readonly userId: string;
  readonly name: string;
  /** Of times of day that members write. */
  readonly timeZone: string;
  readonly prefix: string;
  readonly channelSettings: ChannelSettings;
  readonly commands: readonly RunnableCommand[];
}

/** Where on Discord a command is called. */
export interface CallPlace {
  readonly channelId: string;
  /** The channel of a thread; null outside threads. */
  readonly parentId: string | null;
  /** Null in direct messages. */
  readonly guildId: string | null;
  /** The message or the interaction that calls it. */
  readonly messageId: string;
  readonly memberId: string;
}

/** What a member chose in a menu, wrote into a form, or the button that they pressed. */
export interface ComponentInput {
  readonly value: string;
  readonly values: readonly string[];
  readonly fields: Readonly<Record<string, string>>;
}

/** A call of a command. */
export interface CommandCall {
  readonly bot: CalledBot;
  readonly trigger: string;
  /** What follows the trigger. */
  readonly args: string;
  /** The whole message. */
  readonly content: string;
  /** Of a custom command with options that was called by its slash command; absent: they are in `args`. */
  readonly options?: OptionValues;
  /** Unix milliseconds. */
  readonly sentAtMs: number;
  /** Null in the test chat. */
  readonly place: CallPlace | null;
  /** For a call by a component of a message that the command posted. */
  readonly use?: ComponentInput;
}

/** What is posted in answer to a call. */
export interface CommandMessage {
  readonly kind: 'message';
  readonly content?: string;
  readonly embeds?: APIEmbed[];
  /** Stands for the text in answers to slash commands, where Discord shows embeds whatever the bot may do in the channel. */
  readonly card?: APIEmbed;
  readonly poll?: RESTAPIPoll;
  /** Messages as they are posted, in the place of text, embeds and poll. */
  readonly parts?: readonly MessagePart[];
  /** Only for the member, where Discord can do that: in answer to a slash command. */
  readonly isPrivate?: boolean;
  /** Whether it says why the command was not run. */
  readonly isRefusal?: boolean;
  /** Members who are notified because the text mentions them. */
  readonly notifiedMembers?: readonly string[];
}

/** How a command answers: with a message, or with a reply that the companion or a language model writes. */
export type CommandAnswer =
  CommandMessage | { readonly kind: 'question'; readonly question: string } | { readonly kind: 'task'; readonly task: ReplyTask };

export const saying = (content: string): CommandMessage => ({ kind: 'message', content });
/** A hint or a text that concerns the member alone. */
export const sayingPrivately = (content: string): CommandMessage => ({ kind: 'message', content, isPrivate: true });
/** Why the command is not run; without anything that the member wrote, because traces keep it. */
export const refusing = (content: string): CommandMessage => ({ ...sayingPrivately(content), isRefusal: true });

/** Where a command can be used: also in the test chat, anywhere on Discord, or in servers only. */
type Scope = 'anywhere' | 'discord' | 'server';

interface Definition<Args extends object> {
  readonly id: string;
  /** Examples of what may follow the trigger; '' for nothing. */
  readonly usage: readonly [string, ...string[]];
  readonly scope: Scope;
  /** The arguments in a text; a sentence when they cannot be, null when the text is none. */
  readonly parse: (args: string, nowMs: number, timeZone: string) => Args | string | null;
  readonly run: (args: Args, call: CommandCall, tools: CommandTools) => CommandAnswer | Promise<CommandAnswer>;
  /** Of the slash command. */
  readonly options?: readonly APIApplicationCommandBasicOption[];
  /** The options of the slash command as the text that a member would have written; default: the values in the order of `options`. */
  readonly argsOf?: (options: ReadonlyMap<string, string>) => string;
  /** The permission that a member needs on Discord by default. */
  readonly memberPermission?: bigint;
  /** Whether the answer to a slash command is for the member alone; decided before the command runs. */
  readonly isPrivate?: boolean;
  /** What the owner reads when Discord refuses it. */
  readonly problemAction?: ProblemAction;
  /** Whether it asks Discord or a service, so that the answer to a slash command comes later. */
  readonly isSlow?: boolean;
}

/** Runs the command with the arguments that were understood. */
type Run = (call: CommandCall, tools: CommandTools) => CommandAnswer | Promise<CommandAnswer>;

/** A command of the catalogue as it runs. */
export interface CatalogueCommand extends Omit<Definition<never>, 'parse' | 'run' | 'options' | 'argsOf'> {
  readonly options: readonly APIApplicationCommandBasicOption[];
  readonly argsOf: (options: ReadonlyMap<string, string>) => string;
  /** What the arguments make the command do; a sentence when they cannot be, null when they are not understood. */
  readonly prepare: (args: string, nowMs: number, timeZone: string) => Run | string | null;
}

export function catalogueCommand<Args extends object>({
  parse,
  run,
  options = [],
  argsOf,
  ...definition
}: Definition<Args>): CatalogueCommand {
  return {
    ...definition,
    options,
    argsOf: argsOf ?? ((values) => options.flatMap(({ name }) => values.get(name) ?? []).join(' ')),
    prepare: (text, nowMs, timeZone) => {
      const args = parse(text, nowMs, timeZone);
      if (args === null || typeof args === 'string') return args;
      return (call, tools) => run(args, call, tools);
    },
  };
}

/** For commands without arguments: what follows the trigger is ignored. */
export const noArguments = (): Record<string, never> => ({});

/** One line: how the command is used, with the trigger of this bot. */
export const usageOf = ({ usage }: CatalogueCommand, trigger: string): string =>
  `Use it like this: ${usage.map((example) => `\`${`${trigger} ${example}`.trim()}\``).join(' or ')}`;

/** The trigger as members write it: with the prefix of the bot. */
export function writtenTrigger({ trigger }: Pick<RunnableCommand, 'trigger'>, prefix: string): string {
  const bare = trigger.replace(/^!/u, '');
  const isPrefixed = calledCommand(trigger, { prefix, commands: [{ trigger }] }, false) !== null;
  return isPrefixed ? trigger : `${prefix}${bare}`;
}

/** How a command is called and what it does, for people. */
export function describe({ commandId, custom }: RunnableCommand): { readonly name: string; readonly description: string } {
  const known = COMMANDS.find(({ id }) => id === commandId);
  return custom ?? { name: known?.name ?? commandId, description: known?.description ?? '' };
}
