import { calledCommand, type RunnableBot, type RunnableCommand } from '@kith/proto';
import type { IncomingMessage } from '../messages/decide.js';
import { findCommand } from './catalogue.js';

/** A command that a message calls. */
export interface MessageCall {
  readonly command: RunnableCommand;
  readonly args: string;
}

/**
 * The learned command that a message calls, by prefix, or by a mention of the bot at its beginning and the trigger. Null for all other texts,
 * which the companion answers: also for a command that the bot did not learn, and for a sentence behind a mention that begins like a command
 * but has no arguments that it understands. Only people call commands.
 */
export function callIn(
  message: Pick<IncomingMessage, 'content' | 'isBot'> & { readonly startsWithMention: boolean },
  { channelSettings, commands, timeZone }: Pick<RunnableBot, 'channelSettings' | 'commands' | 'timeZone'>,
  nowMs = Date.now(),
): MessageCall | null {
  if (!channelSettings.allowCommands || message.isBot) return null;
  const prefix = channelSettings.customPrefix;
  const called = calledCommand(message.content, { prefix, commands }, false);
  if (called) return called;
  if (!message.startsWithMention) return null;
  const addressed = calledCommand(message.content, { prefix, commands }, true);
  return addressed && isUnderstood(addressed, nowMs, timeZone) ? addressed : null;
}

function isUnderstood({ command, args }: MessageCall, nowMs: number, timeZone: string): boolean {
  if (command.custom) return true;
  const prepared = findCommand(command.commandId)?.prepare(args, nowMs, timeZone);
  return prepared !== null && prepared !== undefined;
}
