import { Command, type Redis } from 'ioredis';

/** A command as it is written to a connection. */
export function textOf(args: readonly string[]): string {
  let text = `*${args.length}\r\n`;
  for (const arg of args) text += argument(arg);
  return text;
}

/** One argument of a command, or its name. */
export const argument = (value: string): string => `$${Buffer.byteLength(value)}\r\n${value}\r\n`;

/** Before a command to which Redis is to send no reply. */
export const WITHOUT_REPLY = textOf(['CLIENT', 'REPLY', 'SKIP']);

/**
 * Sends a command in a text, behind commands without a reply, if any. ioredis makes copies, promises and closures for each command and each argument;
 * this is the part of it that knows of connections and replies only. The reply has texts, not buffers.
 */
export function sendText<T>(
  redis: Redis,
  name: string,
  text: string,
  onReply: (reply: T) => void,
  onError: (error: Error) => void,
): void {
  void redis.sendCommand(new TextCommand(name, text, onReply, onError));
}

class TextCommand<T> extends Command {
  constructor(
    name: string,
    private readonly text: string,
    onReply: (reply: T) => void,
    onError: (error: Error) => void,
  ) {
    super(name, NO_ARGUMENTS, IN_TEXT);
    this.resolve = (reply: Buffer) => onReply(this.transformReply(reply) as T);
    this.reject = onError;
  }

  override toWritable(): string {
    return this.text;
  }
}

const NO_ARGUMENTS: string[] = [];
const IN_TEXT = { replyEncoding: 'utf8' } as const;
