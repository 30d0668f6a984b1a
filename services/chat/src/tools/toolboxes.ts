import { RateLimiter, REDIS, RpcClient, LOGGER, type Logger } from '@kith/kit';
import {
  customCommands,
  OptionProblem,
  runner,
  tools as toolCalls,
  usageText,
  webRequests,
  writtenOptions,
  type RunnableCommand,
} from '@kith/proto';
import { Inject, Injectable } from '@nestjs/common';
import { secretTextsOf } from '../prompt/system-message.js';
import type { PastExchange } from '../messages/message-log.js';
import type { ReplyRequest } from '../replies/reply-writer.js';
import { catalogueTools } from './catalogue-tools.js';
import { commandTools } from './command-tools.js';
import { addressesFor, pageTool } from './page-tool.js';
import { serverTools } from './server-tools.js';
import { CALCULATOR, dates, DICE } from './small-tools.js';
import { ToolFailure, type Tool } from './tool.js';
import { ToolBox } from './toolbox.js';

const MAX_PAGE_CHARS = 40_000;
/** It stands in hints about the use of a command alone. */
const DEFAULT_PREFIX = '!';
const SNOWFLAKE = /^\d{1,20}$/;
const PER_AUTHOR = { name: 'chat-tools', points: 20, windowS: 60, wait: 'window' } as const;
const PER_OWNER = { name: 'chat-tools-of-owner', points: 60, windowS: 60, wait: 'window' } as const;
/** By all owners together, so that nobody can make Kith flood a website. */
const PER_HOST = { name: 'chat-tools-host', points: 60, windowS: 60, wait: 'window' } as const;

/** Puts together what the model of a bot may use for a reply (docs/decisions.md T18). */
@Injectable()
export class ToolBoxes {
  private readonly perAuthor: RateLimiter;
  private readonly perOwner: RateLimiter;
  private readonly perHost: RateLimiter;

  constructor(
    private readonly rpc: RpcClient,
    @Inject(REDIS) redis: ConstructorParameters<typeof RateLimiter>[0],
    @Inject(LOGGER) private readonly logger: Logger,
  ) {
    this.perAuthor = new RateLimiter(redis, PER_AUTHOR);
    this.perOwner = new RateLimiter(redis, PER_OWNER);
    this.perHost = new RateLimiter(redis, PER_HOST);
  }

  /** Undefined where the owner switched no tool on, or none can be used for this message. */
  async of(request: ReplyRequest, history: readonly PastExchange[], boundary: string): Promise<ToolBox | undefined> {
    const { persona } = request;
    const { tools } = persona;
    const found: Tool[] = [
      ...(tools.pages ? this.pages(request, history) : []),
      ...(tools.calculator ? [CALCULATOR] : []),
      ...(tools.dates ? [dates(() => new Date(), persona.timeZone)] : []),
      ...(tools.dice ? [DICE] : []),
      ...(tools.commands || tools.servers ? await this.offered(request) : []),
    ];
    return found.length === 0 ? undefined : new ToolBox(found, { boundary, secrets: secretTextsOf(persona) });
  }

  /** None for a message without an address that may be read. */
  private pages(request: ReplyRequest, history: readonly PastExchange[]): Tool[] {
    const addresses = addressesFor({ ...request, history });
    if (addresses.size === 0) return [];
    const { ownerId, ownerPlan } = request.persona;
    const read = async (address: string): Promise<string> => {
      await this.count(request);
      await this.perHost.consume(new URL(address).hostname);
      const page = await this.rpc.ask(webRequests.readPage, {
        userId: ownerId,
        plan: ownerPlan,
        address,
        maxChars: MAX_PAGE_CHARS,
      });
      return page.text;
    };
    return [pageTool(addresses, read)];
  }

  /** Commands and tools of servers. While they cannot be read the bot answers without them. */
  private async offered(request: ReplyRequest): Promise<Tool[]> {
    const { id: botId } = request.persona;
    try {
      const offered = await this.rpc.ask(toolCalls.offered, { botId });
      const run = (command: RunnableCommand, input: string, callId: string) =>
        this.runCommand(request, command, { input, callId });
      const call = async (serverId: string, tool: string, given: string) => {
        await this.count(request);
        return this.rpc.ask(toolCalls.callServer, { botId, serverId, tool, arguments: given });
      };
      const catalogue = {
        isOnDiscord: placeOf(request) !== undefined,
        run: (command: RunnableCommand, args: string, isHere: boolean) => this.runOfCatalogue(request, command, { args, isHere }),
      };
      return [
        ...commandTools(offered.commands, { requestId: request.requestId, run }),
        ...catalogueTools(offered.commands, catalogue),
        ...serverTools(offered.servers, call),
      ];
    } catch (error) {
      this.logger.warn({ botId, err: error }, 'commands and servers are not offered as tools');
      return [];
    }
  }

  private async runCommand(
    request: ReplyRequest,
    { commandId, trigger, custom }: RunnableCommand,
    { input, callId }: { readonly input: string; readonly callId: string },
  ) {
    await this.count(request);
    const taken = custom?.options ?? [];
    const options = writtenOptions(taken, input);
    if (options instanceof OptionProblem) throw new ToolFailure(`${options.text} ${usageText(trigger, taken)}`);
    const { persona, author, place } = request;
    const context = {
      message: `${trigger} ${input}`.trim(),
      // As on Discord, the code learns who asked: never the owner in place of a member.
      userId: author,
      channelId: place?.channelId ?? '',
      guildId: place?.guildId ?? null,
      args: input.split(/\s+/u).filter(Boolean).slice(0, 500),
      options,
    };
    return this.rpc.ask(customCommands.run, { botId: persona.id, commandId, callId, context });
  }

  private async runOfCatalogue(
    request: ReplyRequest,
    command: RunnableCommand,
    { args, isHere }: { readonly args: string; readonly isHere: boolean },
  ) {
    await this.count(request);
    const { id: botId, ownerId, name, timeZone } = request.persona;
    const bot = { botId, ownerId, name, timeZone, prefix: DEFAULT_PREFIX, commands: [command] };
    const content = `${command.trigger} ${args}`.trim();
    const place = isHere ? placeOf(request) : undefined;
    return this.rpc.ask(runner.tryCommand, {
      bot,
      commandId: command.commandId,
      args,
      content,
      sentAtMs: Date.now(),
      ...(place && { place }),
    });
  }

  /** Throws RATE_LIMITED when the author, or all who talk to bots of the owner, used too many tools in this minute. */
  private async count({ author, persona }: ReplyRequest): Promise<void> {
    await this.perAuthor.consume(`${persona.id}:${author}`);
    await this.perOwner.consume(persona.ownerId);
  }
}

/** Where the message stands on Discord; undefined for one of the test chat, and for one that was changed: it has acted before. */
function placeOf({ place, author, requestId, persona, replaces }: ReplyRequest) {
  const messageId = requestId.slice(persona.id.length + 1);
  if (!place || replaces !== undefined || !SNOWFLAKE.test(messageId) || !SNOWFLAKE.test(author)) return undefined;
  return { channelId: place.channelId, guildId: place.guildId, messageId, memberId: author };
}
