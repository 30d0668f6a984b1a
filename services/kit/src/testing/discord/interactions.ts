import { randomBytes } from 'node:crypto';
import type { Answer, Asked } from './rest.js';
import type { Stats } from './stats.js';
import type { World } from './world.js';

const NAME = /^[-_\p{L}\p{N}]{1,32}$/u;
const MAX_COMMANDS = 100;
/** Writes of commands per application and day. */
const WRITES_PER_DAY = 200;
/** The first answer has to come in this time. */
const ANSWER_MS = 3000;
const EPHEMERAL = 1 << 6;
const ANSWER_WITH_MESSAGE = 4;

export interface Command {
  readonly id: string;
  readonly application_id: string;
  readonly version: string;
  readonly type: number;
  readonly name: string;
  readonly description: string;
  readonly contexts: readonly number[] | null;
}

/** What a member was answered to a command. */
export interface InteractionAnswer {
  readonly content: string;
  /** Seen by that member alone. */
  readonly isEphemeral: boolean;
  readonly allowedMentions: unknown;
}

/** A member uses a command of a bot. */
export interface Invocation {
  readonly name: string;
  readonly memberId: string;
  readonly channelId: string;
  readonly channelType: number;
  /** Null: in a direct message. */
  readonly guildId: string | null;
}

interface Interaction {
  readonly token: string;
  readonly madeAtMs: number;
  answer: InteractionAnswer | null;
}

const refused = (status: number, message: string, code: number): Answer => ({ status, body: { message, code } });

/** Application commands, the interactions of members with them, and the answers. */
export class Interactions {
  readonly #commands = new Map<string, Command[]>();
  readonly #writes = new Map<string, number>();
  readonly #interactions = new Map<string, Interaction>();

  constructor(
    private readonly world: World,
    private readonly stats: () => Stats,
  ) {}

  commandsOf(applicationId: string): readonly Command[] {
    return this.#commands.get(applicationId) ?? [];
  }

  /** As if the owner of the application had written it. */
  setCommand(applicationId: string, fields: Pick<Command, 'name' | 'description'>): void {
    const ids = { id: this.world.snowflake(), application_id: applicationId, version: this.world.snowflake() };
    this.#replace({ ...ids, type: 1, contexts: null, ...fields });
  }

  /** What INTERACTION_CREATE carries. Throws where Discord would not offer the command. */
  invoke(applicationId: string, { name, memberId, channelId, channelType, guildId }: Invocation): { id: string } {
    const context = guildId === null ? 1 : 0;
    const command = this.commandsOf(applicationId).find((one) => one.name === name);
    if (!command || !(command.contexts ?? [0, 1]).includes(context))
      throw new Error(`the stand-in Discord knows no command ${name} here`);
    const id = this.world.snowflake();
    const token = randomBytes(64).toString('base64url');
    this.#interactions.set(id, { token, madeAtMs: Date.now(), answer: null });
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

  answerTo(interactionId: string): InteractionAnswer | null {
    return this.#interactions.get(interactionId)?.answer ?? null;
  }

  /** /applications/<id>/commands */
  serveCommands({ method, path: [, id], applicationId, body }: Asked): Answer {
    if (id !== applicationId) return refused(403, 'Missing Access', 50_001);
    if (method === 'GET') return { status: 200, body: this.commandsOf(applicationId) };
    return method === 'POST' ? this.#write(applicationId, body) : refused(405, '405: Method Not Allowed', 0);
  }

  /** /interactions/<id>/<token>/callback; the token in the path is the only one. */
  serveAnswer(path: readonly string[], body: Record<string, unknown>): Answer {
    const [, id = '', token] = path;
    const interaction = this.#interactions.get(id);
    const isTooLate = !interaction || interaction.token !== token || Date.now() - interaction.madeAtMs > ANSWER_MS;
    if (isTooLate) return refused(404, 'Unknown interaction', 10_062);
    if (interaction.answer) return refused(400, 'Interaction has already been acknowledged.', 40_060);
    const data = (body['data'] ?? {}) as { content?: unknown; flags?: unknown; allowed_mentions?: unknown };
    const content = String(data.content ?? '');
    if (body['type'] !== ANSWER_WITH_MESSAGE || content === '' || content.length > 2000)
      return refused(400, 'Invalid Form Body', 50_035);
    const isEphemeral = (Number(data.flags ?? 0) & EPHEMERAL) !== 0;
    interaction.answer = { content, isEphemeral, allowedMentions: data.allowed_mentions };
    return { status: 204 };
  }

  #write(applicationId: string, body: Record<string, unknown>): Answer {
    const { name, description, type = 1, contexts = null } = body as Partial<Command>;
    const isValid = NAME.test(name ?? '') && name === name?.toLowerCase() && /^.{1,100}$/.test(description ?? '');
    if (!name || !description || !isValid) return refused(400, 'Invalid Form Body', 50_035);
    const writes = (this.#writes.get(applicationId) ?? 0) + 1;
    if (writes > WRITES_PER_DAY) return refused(400, 'Max number of daily application command creates has been reached', 30_034);
    this.#writes.set(applicationId, writes);
    this.stats().commandWrites++;
    const known = this.commandsOf(applicationId).find((one) => one.name === name && one.type === type);
    if (!known && this.commandsOf(applicationId).length >= MAX_COMMANDS)
      return refused(400, 'Maximum number of application commands reached (100)', 30_032);
    const ids = { id: known?.id ?? this.world.snowflake(), application_id: applicationId, version: this.world.snowflake() };
    return { status: known ? 200 : 201, body: this.#replace({ ...ids, type, name, description, contexts }) };
  }

  #replace(command: Command): Command {
    const others = this.commandsOf(command.application_id).filter(
      (one) => one.name !== command.name || one.type !== command.type,
    );
    this.#commands.set(command.application_id, [...others, command]);
    return command;
  }
}
