import { randomBytes } from 'node:crypto';
import type { DiscordStats, DiscordState } from './state.js';

const NAME = /^[-_\p{L}\p{N}]{1,32}$/u;
const MAX_COMMANDS = 100;
/** Command creations per application and day. */
const WRITES_PER_DAY = 200;
/** Discord accepts the first response to an interaction within this time. */
const RESPONSE_TIMEOUT_MS = 3000;
const EPHEMERAL = 1 << 6;
const CHANNEL_MESSAGE_WITH_SOURCE = 4;

/** A response of the stand-in's REST API. */
export interface RestResponse {
  readonly status: number;
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
}

/** An authenticated request to the stand-in's REST API. */
export interface RestRequest {
  readonly method: string;
  readonly path: readonly string[];
  readonly applicationId: string;
  readonly host: string;
  readonly body: Record<string, unknown>;
}

/** An application command in Discord's JSON. */
/** A command without contexts is offered everywhere. */
export type CommandFields = Pick<Command, 'name' | 'description'> & Partial<Pick<Command, 'contexts'>>;

export interface Command {
  readonly id: string;
  readonly application_id: string;
  readonly version: string;
  readonly type: number;
  readonly name: string;
  readonly description: string;
  readonly contexts: readonly number[] | null;
}

/** The bot's response to a command. */
export interface InteractionResponse {
  readonly content: string;
  /** Only visible to the member who invoked the command. */
  readonly isEphemeral: boolean;
  readonly allowedMentions: unknown;
}

/** A member invokes a command of a bot. */
export interface Invocation {
  readonly name: string;
  readonly memberId: string;
  readonly channelId: string;
  readonly channelType: number;
  /** Null in a direct message. */
  readonly guildId: string | null;
}

interface Interaction {
  readonly token: string;
  readonly createdAtMs: number;
  response: InteractionResponse | null;
}

const restError = (status: number, message: string, code: number): RestResponse => ({ status, body: { message, code } });

/** Application commands, the interactions of members with them, and the bot's responses. */
export class Interactions {
  private readonly commands = new Map<string, Command[]>();
  private readonly writesPerApplication = new Map<string, number>();
  private readonly interactions = new Map<string, Interaction>();

  constructor(
    private readonly state: DiscordState,
    private readonly stats: () => DiscordStats,
  ) {}

  commandsOf(applicationId: string): readonly Command[] {
    return this.commands.get(applicationId) ?? [];
  }

  /** Registers a command as the owner of the application could do outside of Kith. */
  setCommand(applicationId: string, fields: CommandFields): void {
    const ids = { id: this.state.snowflake(), application_id: applicationId, version: this.state.snowflake() };
    this.replaceCommand({ ...ids, type: 1, contexts: null, ...fields });
  }

  /** Creates an interaction and returns the payload of INTERACTION_CREATE. Throws when Discord would not offer the command there. */
  invoke(applicationId: string, { name, memberId, channelId, channelType, guildId }: Invocation): { id: string } {
    const context = guildId === null ? 1 : 0;
    const command = this.commandsOf(applicationId).find((one) => one.name === name);
    if (!command || !(command.contexts ?? [0, 1]).includes(context))
      throw new Error(`the stand-in Discord has no command ${name} here`);
    const id = this.state.snowflake();
    const token = randomBytes(64).toString('base64url');
    this.interactions.set(id, { token, createdAtMs: Date.now(), response: null });
    const user = { id: memberId, username: `member-${memberId.slice(-4)}`, discriminator: '0', global_name: null, avatar: null };
    const member = { user, nick: null, avatar: null, roles: [], joined_at: '2023-04-05T06:07:08.901000+00:00', permissions: '0' };
    const where =
      guildId === null ? { user } : { member, guild_id: guildId, guild: { id: guildId, locale: 'en-US', features: [] } };
    const payload = {
      ...where,
      id,
      token,
      application_id: applicationId,
      type: 2,
      version: 1,
      context,
      locale: 'en-US',
      app_permissions: '0',
      attachment_size_limit: 10_485_760,
      authorizing_integration_owners: { 0: guildId ?? '0' },
      entitlements: [],
      channel_id: channelId,
      channel: { id: channelId, type: channelType },
      data: { id: command.id, name, type: command.type },
    };
    return payload;
  }

  responseTo(interactionId: string): InteractionResponse | null {
    return this.interactions.get(interactionId)?.response ?? null;
  }

  /** Serves /applications/<id>/commands. */
  serveCommands({ method, path: [, id], applicationId, body }: RestRequest): RestResponse {
    if (id !== applicationId) return restError(403, 'Missing Access', 50_001);
    if (method === 'GET') return { status: 200, body: this.commandsOf(applicationId) };
    return method === 'POST' ? this.writeCommand(applicationId, body) : restError(405, '405: Method Not Allowed', 0);
  }

  /** Serves /interactions/<id>/<token>/callback, which is authenticated by the token in its path. */
  serveResponse(path: readonly string[], body: Record<string, unknown>): RestResponse {
    const [, id = '', token] = path;
    const interaction = this.interactions.get(id);
    const isTooLate = !interaction || interaction.token !== token || Date.now() - interaction.createdAtMs > RESPONSE_TIMEOUT_MS;
    if (isTooLate) return restError(404, 'Unknown interaction', 10_062);
    if (interaction.response) return restError(400, 'Interaction has already been acknowledged.', 40_060);
    const data = (body['data'] ?? {}) as { content?: unknown; flags?: unknown; allowed_mentions?: unknown };
    const content = String(data.content ?? '');
    if (body['type'] !== CHANNEL_MESSAGE_WITH_SOURCE || content === '' || content.length > 2000)
      return restError(400, 'Invalid Form Body', 50_035);
    const isEphemeral = (Number(data.flags ?? 0) & EPHEMERAL) !== 0;
    interaction.response = { content, isEphemeral, allowedMentions: data.allowed_mentions };
    return { status: 204 };
  }

  private writeCommand(applicationId: string, body: Record<string, unknown>): RestResponse {
    const { name, description, type = 1, contexts = null } = body as Partial<Command>;
    const isValid = NAME.test(name ?? '') && name === name?.toLowerCase() && /^.{1,100}$/.test(description ?? '');
    if (!name || !description || !isValid) return restError(400, 'Invalid Form Body', 50_035);
    const writes = (this.writesPerApplication.get(applicationId) ?? 0) + 1;
    if (writes > WRITES_PER_DAY)
      return restError(400, 'Max number of daily application command creates has been reached', 30_034);
    this.writesPerApplication.set(applicationId, writes);
    this.stats().commandWrites++;
    const known = this.commandsOf(applicationId).find((one) => one.name === name && one.type === type);
    if (!known && this.commandsOf(applicationId).length >= MAX_COMMANDS)
      return restError(400, 'Maximum number of application commands reached (100)', 30_032);
    const ids = { id: known?.id ?? this.state.snowflake(), application_id: applicationId, version: this.state.snowflake() };
    return { status: known ? 200 : 201, body: this.replaceCommand({ ...ids, type, name, description, contexts }) };
  }

  private replaceCommand(command: Command): Command {
    const others = this.commandsOf(command.application_id).filter(
      (one) => one.name !== command.name || one.type !== command.type,
    );
    this.commands.set(command.application_id, [...others, command]);
    return command;
  }
}
