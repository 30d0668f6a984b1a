import { createHash } from 'node:crypto';
import {
  AppError,
  isReferring,
  optionsUsage,
  type CommandOption,
  type CommandResult,
  type OutputOf,
  type RunnableCommand,
  type customCommands,
} from '@kith/proto';
import { parametersOf, textIn, ToolFailure, type Tool } from './tool.js';

const MAX_INPUT_CHARS = 1000;
const MAX_COMMANDS = 20;
const MAX_DESCRIPTION_CHARS = 1000;
const NOT_DONE = 'The command did not work.';

export interface CommandUse {
  readonly requestId: string;
  /**
   * Runs a custom command with what follows its trigger; `callId`: equal for calls that are to have their effects once. Throws ToolFailure when
   * its options are not in it.
   */
  run(command: RunnableCommand, input: string, callId: string): Promise<OutputOf<typeof customCommands.run>>;
}

/**
 * The custom commands of a bot as tools. Those with a role or a cooldown of their own, and those that take a member, a channel or a role, are for
 * people to call; those of the catalogue are `catalogueTools`.
 */
export const commandTools = (commands: readonly RunnableCommand[], use: CommandUse): Tool[] =>
  commands
    .filter(({ custom, limits }) => custom !== null && !limits && !custom.options?.some(isReferring))
    .slice(0, MAX_COMMANDS)
    .map((command, at) => commandTool(command, at, use));

function commandTool(command: RunnableCommand, at: number, { requestId, run }: CommandUse): Tool {
  const { trigger, custom, commandId } = command;
  return {
    // Triggers may be in any script.
    name: `command_${at + 1}_${trigger.replaceAll(/[^A-Za-z0-9_-]/g, '').slice(0, 30)}`,
    description: `The command "${trigger}", which your owner wrote: ${custom?.name ?? ''}. ${custom?.description ?? ''}`.slice(
      0,
      400,
    ),
    parameters: parametersOf({ input: { type: 'string', description: inputDescription(custom?.options ?? []) } }, []),
    isOutward: true,
    isForeign: true,
    run: async (given) => {
      const input = textIn(given, 'input', MAX_INPUT_CHARS);
      const callId = `tool-${createHash('sha256')
        .update(JSON.stringify([requestId, commandId, input]))
        .digest('hex')
        .slice(0, 40)}`;
      try {
        const { result } = await run(command, input, callId);
        if (!result) throw new ToolFailure(NOT_DONE);
        return textOf(result);
      } catch (error) {
        if (error instanceof ToolFailure || !(error instanceof AppError)) throw error;
        throw error.code === 'RATE_LIMITED' || error.code === 'OVERLOADED' ? error : new ToolFailure(NOT_DONE);
      }
    },
  };
}

/** With the names of the options, and what they take. */
function inputDescription(options: readonly CommandOption[]): string {
  const about = options.map(({ name, description, type }) => `${name}: ${type}, ${description}`).join('; ');
  const said =
    options.length === 0 ? '' : ` In this order, values of several words in quotation marks: ${optionsUsage(options)}. ${about}`;
  return `What a person would write behind the command.${said}`.slice(0, MAX_DESCRIPTION_CHARS);
}

/** What a command posts, as text: buttons and forms are for people. */
function textOf({ response, posts = [] }: CommandResult): string {
  const texts = posts.flatMap(({ content, embeds }) => [
    content,
    ...embeds.flatMap(({ title, description, fields = [] }) => [
      title,
      description,
      ...fields.map(({ name, value }) => `${name}: ${value}`),
    ]),
  ]);
  const written = [response, ...texts].map((text) => text?.trim() ?? '').filter(Boolean);
  return [...new Set(written)].join('\n') || 'Done: the command writes no answer.';
}
