import type { RunnableCommand, TriedCommand } from '@kith/proto';
import { parametersOf, textIn, ToolFailure, type Tool, type ToolArguments } from './tool.js';

/** Runs a command of the catalogue with what a person would write behind its trigger; `isHere`: as one of who asked, where they wrote. */
export type RunCatalogueCommand = (command: RunnableCommand, args: string, isHere: boolean) => Promise<TriedCommand>;

interface CatalogueTool extends Pick<Tool, 'name' | 'description' | 'parameters' | 'isOutward'> {
  readonly argsOf: (given: ToolArguments) => string;
  /** Whether it acts where the message was written, and so on Discord alone. */
  readonly isOnDiscord?: boolean;
}

const MAX_WHEN_CHARS = 60;
const MAX_REMINDER_CHARS = 500;
/**
 * How a time begins. The command shows and deletes reminders, too, in more than one wording; that is for their member alone, and the reply may be read
 * by a whole channel.
 */
const BEGINS_LIKE_A_TIME = /^(?:me\s+)?(?:(?:in|at|on)\s|(?:today|tomorrow)\b|\d)/i;

/** By the id of the command. Each has an entry in TOOL_COMMANDS of the contract. */
const TOOLS: ReadonlyMap<string, CatalogueTool> = new Map(
  Object.entries({
    roll: {
      name: 'command_roll',
      description: 'Rolls dice by real chance and adds them up.',
      parameters: parametersOf({ dice: { type: 'string', description: 'For example 2d6+1 or d20; one die without it.' } }, []),
      isOutward: false,
      argsOf: (given) => textIn(given, 'dice', 60),
    },
    '8ball': {
      name: 'command_8ball',
      description: 'Draws one of twelve mysterious answers to a yes-or-no question, by chance.',
      parameters: parametersOf({ question: { type: 'string', description: 'The question.' } }, ['question']),
      isOutward: false,
      argsOf: (given) => required(given, 'question', 300),
    },
    coinflip: {
      name: 'command_coinflip',
      description: 'Tosses a coin by real chance: heads or tails.',
      parameters: parametersOf({}, []),
      isOutward: false,
      argsOf: () => '',
    },
    remind: {
      name: 'command_remind',
      description:
        'Reminds the author of the message later, in this channel. Use it only when the author asks to be reminded, and once for a message.',
      parameters: parametersOf(
        {
          when: {
            type: 'string',
            description: 'Written as one of: in 10m, in 2h, in 3d, tomorrow 9:00, today at 18:30, 2027-01-31 9:00',
          },
          text: { type: 'string', description: 'Of what, in the words of the author.' },
        },
        ['when', 'text'],
      ),
      isOutward: true,
      isOnDiscord: true,
      argsOf: (given) => {
        const when = required(given, 'when', MAX_WHEN_CHARS);
        if (!BEGINS_LIKE_A_TIME.test(when))
          throw new ToolFailure(
            'Reminders can only be set, and "when" must be a time. Members list and cancel theirs by the command itself.',
          );
        return `${when} ${required(given, 'text', MAX_REMINDER_CHARS)}`;
      },
    },
  } satisfies Record<string, CatalogueTool>),
);

/**
 * The learned commands of the catalogue that are of use to a model and harm nobody (docs/decisions.md T18). What they do is what the command does;
 * `isOnDiscord`: whether the message was written there.
 */
export const catalogueTools = (
  commands: readonly RunnableCommand[],
  { isOnDiscord, run }: { readonly isOnDiscord: boolean; readonly run: RunCatalogueCommand },
): Tool[] =>
  commands.flatMap((command) => {
    const tool = command.custom === null && !command.limits ? TOOLS.get(command.commandId) : undefined;
    return tool && (isOnDiscord || !tool.isOnDiscord) ? [toolOf(command, tool, run)] : [];
  });

function toolOf(command: RunnableCommand, tool: CatalogueTool, run: RunCatalogueCommand): Tool {
  const { argsOf, isOnDiscord: isHere = false, ...spec } = tool;
  let hasRun = false;
  return {
    ...spec,
    isForeign: false,
    run: async (given) => {
      const args = argsOf(given);
      // A message sets one reminder, as it does by the command: another one would replace nothing and be lost.
      if (isHere && hasRun)
        throw new ToolFailure('This was done for this message already. The author can write another message.');
      hasRun = true;
      const answer = await run(command, args, isHere).catch((error: unknown) => {
        hasRun = false;
        throw error;
      });
      if (answer.kind !== 'text') throw new ToolFailure('The command did not work.');
      if (!answer.isRefusal) return answer.text;
      hasRun = false;
      throw new ToolFailure(answer.text);
    },
  };
}

function required(given: ToolArguments, name: string, maxChars: number): string {
  const text = textIn(given, name, maxChars);
  if (text === '') throw new ToolFailure(`"${name}" is missing.`);
  return text;
}
