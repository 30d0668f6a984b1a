import { randomUUID } from 'node:crypto';
import { JobPostponed, REDIS, RpcClient } from '@kith/kit';
import {
  AppError,
  customCommands,
  type CommandPost,
  type CommandResult,
  type OptionValues,
  type RunnableCommand,
} from '@kith/proto';
import { Inject, Injectable } from '@nestjs/common';
import type { APIModalInteractionResponseCallbackData } from 'discord-api-types/v10';
import type { Redis } from 'ioredis';
import {
  refusing,
  saying,
  sayingPrivately,
  type CalledBot,
  type CallPlace,
  type CommandCall,
  type CommandMessage,
} from './catalogue-command.js';
import { CommandCallLimits } from './command-limits.js';
import { UNKNOWN_COMMAND } from './command-texts.js';
import { CustomOptions } from './custom-options.js';
import { formButton, modalOf, partOf, textOf } from './custom-parts.js';

/** A run ends within six seconds, and what it then waits for within four. */
const TIMEOUT_MS = 11_000;
/** Discord waits three seconds for a form. */
const FORM_TIMEOUT_MS = 1800;
/** When the sandbox is busy, the command is tried once more after this time. */
const BUSY_RETRY_MS = 2000;
/** Longer than that. */
const POSTPONED_TTL_S = 600;
const MAX_ARGS = 500;

const FAILED = 'This command did not work. My owner can read why on the page of the command.';
const OFF = 'This command is switched off at the moment.';
const BUSY = 'I am running as many commands as I can. Please try again in a moment.';
const NO_FORM = 'This command opens no form any more.';

const TEXTS: Readonly<Record<string, string | undefined>> = {
  NOT_FOUND: UNKNOWN_COMMAND,
  UPGRADE_REQUIRED: OFF,
  RATE_LIMITED: BUSY,
  OVERLOADED: BUSY,
};

/** Runs the commands that owners wrote. */
@Injectable()
export class CustomRuns {
  constructor(
    private readonly rpc: RpcClient,
    private readonly limits: CommandCallLimits,
    private readonly options: CustomOptions,
    @Inject(REDIS) private readonly redis: Redis,
  ) {}

  /** The answer to a call; null when the command wants none. Throws what another attempt may overcome. */
  async answer(command: RunnableCommand, call: CommandCall): Promise<CommandMessage | null> {
    const { bot, place } = call;
    try {
      const options = await this.options.of(command, call);
      if (typeof options === 'string') {
        await this.limits.takeBack(command, call);
        return refusing(options);
      }
      const result = await this.run(command, call, { options, timeoutMs: TIMEOUT_MS });
      return result ? messageOf(command.commandId, result, place) : refusing(FAILED);
    } catch (error) {
      if (error instanceof AppError && error.code === 'RATE_LIMITED' && place && (await this.mayPostpone(bot, place)))
        throw new JobPostponed(BUSY_RETRY_MS);
      const { code } = AppError.from(error);
      // What it stored may stand: a job goes on with the same run, a call in the test chat cannot.
      const text = code === 'DEADLINE' && !place ? BUSY : TEXTS[code];
      if (text === undefined) throw error;
      return refusing(text);
    }
  }

  /** The form that the command opens when its button is pressed, or a text for the member. */
  async form(command: RunnableCommand, call: CommandCall): Promise<APIModalInteractionResponseCallbackData | CommandMessage> {
    try {
      const refusal = await this.limits.refusalOf(command, call);
      if (refusal !== null) return refusing(refusal);
      const result = await this.run(command, call, { options: {}, timeoutMs: FORM_TIMEOUT_MS });
      if (!result) return refusing(FAILED);
      return result.form ? modalOf(command.commandId, result.form) : sayingPrivately(result.response.trim() || NO_FORM);
    } catch (error) {
      return refusing(TEXTS[AppError.from(error).code] ?? BUSY);
    }
  }

  /** Null when the code failed. Repeated with the same call, the code does nothing twice. */
  private async run(
    { commandId }: RunnableCommand,
    { bot, place, content, args, use }: CommandCall,
    { options, timeoutMs }: { readonly options: OptionValues; readonly timeoutMs: number },
  ): Promise<CommandResult | null> {
    const context = {
      message: content,
      userId: place?.memberId ?? bot.ownerId,
      channelId: place?.channelId ?? '',
      guildId: place?.guildId ?? null,
      args: args.split(/\s+/u).filter(Boolean).slice(0, MAX_ARGS),
      options,
      ...(use ? { value: use.value, values: [...use.values], fields: { ...use.fields } } : {}),
    };
    const callId = place?.messageId ?? `chat-${randomUUID()}`;
    const input = { botId: bot.botId, commandId, callId, context };
    return (await this.rpc.ask(customCommands.run, input, { timeoutMs })).result;
  }

  /** True once for each call, in whichever process its job runs. */
  private async mayPostpone({ botId }: CalledBot, { messageId }: CallPlace): Promise<boolean> {
    return (await this.redis.set(`runner:postponed:${botId}:${messageId}`, 1, 'EX', POSTPONED_TTL_S, 'NX')) === 'OK';
  }
}

/** What is posted; null for nothing. In the test chat (`place` null) as text. */
function messageOf(commandId: string, result: CommandResult, place: CallPlace | null): CommandMessage | null {
  const posts = postsOf(result);
  if (posts.length === 0) return null;
  if (!result.posts && !result.form) return saying(result.response);
  if (!place) return saying(posts.map(textOf).join('\n\n'));
  return { kind: 'message', parts: posts.map((post) => partOf(commandId, post)) };
}

function postsOf({ response, shouldReply, posts, form }: CommandResult): readonly CommandPost[] {
  const plain = { content: response, embeds: [], buttons: [], selects: [] };
  // Discord opens forms in answer to a button only.
  if (form) return [{ ...plain, content: response.trim() === '' ? form.title : response, buttons: [formButton(form)] }];
  return posts ?? (shouldReply && response.trim() !== '' ? [plain] : []);
}
