import type { ParsedInputOf, runner, TriedCommand } from '@kith/proto';
import { Injectable } from '@nestjs/common';
import { CommandRunner } from './command-runner.js';

const UNKNOWN = 'I do not know this command any more.';
const DONE = 'Done: this command writes no answer.';

/** Runs commands for the test chat of the owner. */
@Injectable()
export class TriedCommands {
  constructor(private readonly runner: CommandRunner) {}

  async answer({ bot, commandId, ...call }: ParsedInputOf<typeof runner.tryCommand>): Promise<TriedCommand> {
    const command = bot.commands.find((one) => one.commandId === commandId);
    if (!command) return { kind: 'text', text: UNKNOWN };
    const answer = await this.runner.answer(command, {
      ...call,
      bot: { ...bot, userId: '' },
      trigger: command.trigger,
      place: null,
    });
    if (answer === null) return { kind: 'text', text: DONE };
    return answer.kind === 'message' ? { kind: 'text', text: answer.content ?? DONE } : answer;
  }
}
