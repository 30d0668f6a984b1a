import { ChannelSettings, type ParsedInputOf, type runner, type TriedCommand } from '@kith/proto';
import { Injectable } from '@nestjs/common';
import { CommandRunner } from './command-runner.js';
import { UNKNOWN_COMMAND } from './command-texts.js';

/** The test chat is no channel: commands that read its settings work on Discord. */
const NO_CHANNEL = ChannelSettings.parse({});
const NO_ANSWER = 'Done: this command writes no answer.';

/** Runs commands for the test chat of the owner, and for the language model of a bot. */
@Injectable()
export class TriedCommands {
  constructor(private readonly runner: CommandRunner) {}

  async answer({ bot, commandId, place, ...call }: ParsedInputOf<typeof runner.tryCommand>): Promise<TriedCommand> {
    const command = bot.commands.find((one) => one.commandId === commandId);
    if (!command) return { kind: 'text', text: UNKNOWN_COMMAND };
    const answer = await this.runner.answer(command, {
      ...call,
      bot: { ...bot, userId: '', channelSettings: NO_CHANNEL },
      trigger: command.trigger,
      place: place ? { ...place, parentId: null } : null,
    });
    if (answer === null) return { kind: 'text', text: NO_ANSWER };
    if (answer.kind !== 'message') return answer;
    return { kind: 'text', text: answer.content ?? NO_ANSWER, ...(answer.isRefusal && { isRefusal: true }) };
  }
}
