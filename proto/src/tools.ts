import { z } from 'zod';
import { Actor } from './actor.js';
import { RunnableCommand } from './commands.js';
import { area } from './contract.js';
import { id, isoTime, Message, nameText, text } from './fields.js';
import { PLANS } from './plans.js';

/** Of one bot. */
export const MAX_TOOL_SERVERS = 5;
/** Of one server: how many are listed, and how many a model may use. */
export const MAX_LISTED_TOOLS = 50;
export const MAX_ALLOWED_TOOLS = 10;
/** Of what a tool answers. */
export const MAX_TOOL_TEXT_CHARS = 40_000;
const MAX_PARAMETER_CHARS = 4000;

/** What the form for a server of tools sends. */
export const ToolServerInput = z.object({
  name: nameText(60).min(1, 'Please give the server a name'),
  address: text(500)
    .trim()
    .refine((address) => URL.parse(address)?.protocol === 'https:', 'Must be an address that begins with https://'),
  token: text(2000)
    .trim()
    .regex(/^[\x21-\x7E]*$/, 'A token has no spaces and no special letters')
    .nullable()
    .default(null)
    .describe('Sent to the server as a bearer token. Stored encrypted and never answered.'),
});

/** A tool that a server offers. */
export const ServerTool = z.object({
  name: z.string(),
  description: z
    .string()
    .describe(
      'As the server describes it to the language model, which otherwise gets only the names, types and allowed values of its parameters.',
    ),
  isAllowed: z.boolean().describe('Whether the language model may use it.'),
});
export type ServerTool = z.infer<typeof ServerTool>;

/** An MCP server that the owner of a bot named. */
export const ToolServer = z.object({
  id,
  name: z.string(),
  address: z.string(),
  hasToken: z.boolean(),
  tools: z.array(ServerTool).describe('As the server listed them when it was asked last.'),
  checkedAt: isoTime,
});
export type ToolServer = z.infer<typeof ToolServer>;

/** A tool as its server lists it; `parameters`: a JSON schema of an object, without descriptions and other texts. */
export const ListedTool = z.object({
  name: z.string().max(100),
  description: z.string().max(500),
  parameters: z.string().max(MAX_PARAMETER_CHARS),
});
export type ListedTool = z.infer<typeof ListedTool>;

const AllowedTools = z.array(z.string().max(100)).max(MAX_ALLOWED_TOOLS);
const byServer = { actor: Actor, botId: id, serverId: id };

export const tools = area('bots', 'tools', {
  /** For the chat service: what the owner made or named that the model of a bot may use. NOT_FOUND when deleted. */
  offered: {
    input: z.object({ botId: id }),
    output: z.object({
      commands: z.array(RunnableCommand),
      servers: z.array(z.object({ serverId: id, name: z.string(), tools: z.array(ListedTool) })),
    }),
    isRead: true,
    repeatable: true,
    callers: ['chat'],
  },
  /** The MCP servers of a bot of the actor, oldest first. NOT_FOUND. */
  servers: {
    input: z.object({ actor: Actor, botId: id }),
    output: z.object({ servers: z.array(ToolServer) }),
    isRead: true,
    repeatable: true,
  },
  /**
   * Names an MCP server, which is asked for its tools; none of them may be used before the owner allows it. UNSUPPORTED_MEDIA with a text for the
   * owner when it does not answer, BAD_INPUT above five servers, RATE_LIMITED, NOT_FOUND, IMPERSONATING.
   */
  addServer: {
    input: z.object({ actor: Actor, botId: id, input: ToolServerInput }),
    output: ToolServer,
    secret: true,
    timeoutMs: 25_000,
  },
  /** Asks a server again for its tools. One that it describes in another way than before has to be allowed again. Errors as for `addServer`. */
  checkServer: { input: z.object(byServer), output: ToolServer, timeoutMs: 25_000 },
  /**
   * Sets which tools of a server may be used. VERSION_CONFLICT when the server was asked again since, so that nobody allows what they did not
   * read; BAD_INPUT for one that it does not list. NOT_FOUND, IMPERSONATING.
   */
  allowTools: {
    input: z.object({
      ...byServer,
      checkedAt: isoTime.describe('`checkedAt` of the server whose descriptions were read.'),
      tools: AllowedTools,
    }),
    output: ToolServer,
  },
  removeServer: { input: z.object(byServer), output: Message, repeatable: true },
  /**
   * For the chat service: calls a tool that the owner allowed. `arguments`: a JSON object. NOT_FOUND for one that may not be used, UNSUPPORTED_MEDIA
   * with a text, RATE_LIMITED.
   */
  callServer: {
    input: z.object({ botId: id, serverId: id, tool: z.string().max(100), arguments: z.string().max(8000) }),
    output: z.object({ text: z.string().max(MAX_TOOL_TEXT_CHARS), isError: z.boolean() }),
    callers: ['chat'],
    timeoutMs: 20_000,
  },
});

const mcpServer = {
  /** Whose turn it takes. */
  userId: id,
  plan: z.enum(PLANS),
  address: z.string().max(500),
  token: z.string().max(2000).nullable(),
};

/** MCP servers, in the service that alone may reach the whole web. UNSUPPORTED_MEDIA with a text for people, RATE_LIMITED, OVERLOADED. */
export const mcp = area('knowledge', 'mcp', {
  listTools: {
    input: z.object(mcpServer),
    output: z.object({ tools: z.array(ListedTool).max(MAX_LISTED_TOOLS) }),
    secret: true,
    isRead: true,
    callers: ['bots'],
    timeoutMs: 20_000,
  },
  callTool: {
    input: z.object({ ...mcpServer, tool: z.string().max(100), arguments: z.string().max(8000) }),
    output: tools.callServer.output,
    secret: true,
    callers: ['bots'],
    timeoutMs: 17_000,
  },
});
