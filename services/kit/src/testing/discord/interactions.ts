import { randomBytes } from 'node:crypto';
import { ApplicationCommands, type Command, filledIn, OPTION_TYPE, typedIn } from './application-commands.js';
import type { Guild } from './guilds.js';
import {
  changeFollowUps,
  EPHEMERAL,
  followUpOf,
  LOADING,
  messageWith,
  shown,
  updateMessage,
  type InteractionResponse,
} from './interaction-response.js';
import { requireChoosable } from './components.js';
import { messageProblem } from './message-body.js';
import { submittedModal } from './modals.js';
import { INTERACTION, RESPONSE, responseProblem } from './response-problems.js';
import type { RestRequest, RestResponse } from './rest-types.js';
import { memberJson, messageJson, roleJson, channelJson, userJson } from './payloads.js';
import { unknown } from './permissions.js';
import type { Channel, DiscordState, Message } from './state.js';
import type { DiscordStats } from './stats.js';

/** Discord accepts the first response to an interaction within this time. */
const RESPONSE_TIMEOUT_MS = 3000;
/** For this long the token of an interaction is valid. */
const TOKEN_TTL_MS = 15 * 60_000;

export type { InteractionResponse } from './interaction-response.js';

/** Where and by whom an interaction is made. */
export interface Invocation {
  readonly memberId: string;
  readonly channel: Channel;
  /** Null in a direct message. */
  readonly guildId: string | null;
}

interface Interaction {
  readonly token: string;
  readonly applicationId: string;
  readonly createdAtMs: number;
  readonly invocation: Invocation;
  /** The message with the component. */
  readonly message: Message | null;
  /** One of INTERACTION. */
  readonly type: number;
  response: InteractionResponse | null;
  /** The response changes the message with the component. */
  isUpdate: boolean;
  /** The response as a message with components. */
  own: Message | null;
  readonly responseId: string;
  /** The ids of the messages that follow the response, in order. */
  followUpIds: readonly string[];
}

const restError = (status: number, message: string, code: number): RestResponse => ({ status, body: { message, code } });

/** The interactions of members with commands, buttons and menus, and the bot's responses. */
export class Interactions {
  readonly commands: ApplicationCommands;
  private readonly interactions = new Map<string, Interaction>();

  constructor(
    private readonly state: DiscordState,
    stats: () => DiscordStats,
  ) {
    this.commands = new ApplicationCommands(state, stats);
  }

  /** The payload of INTERACTION_CREATE for a slash command. Throws when Discord would not offer the command or accept the options there. */
  invoke(
    applicationId: string,
    invocation: Invocation,
    used: { name: string; subcommand?: string; options?: Record<string, unknown>; isTyping?: boolean },
  ): { id: string } {
    const command = this.offered(applicationId, invocation, { name: used.name, type: 1 });
    const { values, options: given } = filledIn(command, used);
    const options = used.isTyping ? typedIn(command, given) : given;
    const idsOf = (wanted: number): string[] => values.flatMap(({ type, value }) => (type === wanted ? [String(value)] : []));
    const resolved = {
      ...this.resolved(invocation, idsOf(OPTION_TYPE.user)),
      channels: Object.fromEntries(idsOf(OPTION_TYPE.channel).flatMap((id) => this.channelEntry(id))),
    };
    const data = { id: command.id, name: command.name, type: 1, options, resolved };
    return this.create(applicationId, invocation, { type: used.isTyping ? INTERACTION.typing : INTERACTION.command, data });
  }

  /** For a command in the context menu of a message. */
  invokeOnMessage(applicationId: string, invocation: Invocation, used: { name: string; message: Message }): { id: string } {
    const command = this.offered(applicationId, invocation, { name: used.name, type: 3 });
    const messages = { [used.message.id]: this.messageJson(used.message) };
    const data = { id: command.id, name: command.name, type: 3, target_id: used.message.id, resolved: { messages } };
    return this.create(applicationId, invocation, { type: INTERACTION.command, data });
  }

  /** For a button or a menu of a message of the bot. Throws when the message has no such component. */
  press(
    invocation: Invocation,
    { message, customId, values }: { message: Message; customId: string; values?: string[] },
  ): { id: string } {
    const all = (message.components as { components?: { custom_id?: string; type: number; disabled?: boolean }[] }[]).flatMap(
      ({ components = [] }) => components,
    );
    const component = all.find(({ custom_id }) => custom_id === customId);
    if (!component || component.disabled) throw new Error(`the message has no component ${customId} that can be used`);
    requireChoosable(component, values ?? []);
    const data = { custom_id: customId, component_type: component.type, ...(values ? { values } : {}) };
    return this.create(message.authorId, invocation, { type: INTERACTION.component, data, message });
  }

  /** For a component as nobody can use it on Discord: of no message, with another id or with values that it does not have. */
  forge(
    applicationId: string,
    invocation: Invocation,
    { data, message }: { readonly data: object; readonly message: Message | null },
  ): { id: string } {
    return this.create(applicationId, invocation, { type: INTERACTION.component, data, message });
  }

  /** For the form that the bot opened in response to an interaction, filled in by the same member. Throws when Discord would not accept it. */
  submit(
    interactionId: string,
    fields: Readonly<Record<string, string>>,
  ): { readonly applicationId: string; readonly payload: { id: string } } {
    const interaction = this.interactions.get(interactionId);
    if (!interaction?.response?.modal) throw new Error('the bot opened no form');
    const { applicationId, invocation, message, response } = interaction;
    const data = submittedModal(response.modal as Parameters<typeof submittedModal>[0], fields);
    return { applicationId, payload: this.create(applicationId, invocation, { type: INTERACTION.form, data, message }) };
  }

  /** The message that the bot's response to an interaction is; null before it arrives. */
  messageOf(interactionId: string): Message | null {
    const interaction = this.interactions.get(interactionId);
    const { response = null, invocation, applicationId } = interaction ?? {};
    if (!interaction || !response || response.isDeferred || !invocation) return null;
    const place = { channelId: invocation.channel.id, guildId: invocation.guildId };
    interaction.own ??= messageWith(response, { id: interactionId, authorId: applicationId ?? '', ...place });
    return interaction.own;
  }

  responseTo(interactionId: string): InteractionResponse | null {
    return this.interactions.get(interactionId)?.response ?? null;
  }

  /** Serves /interactions/<id>/<token>/callback, which is authenticated by the token in its path. */
  serveResponse(path: readonly string[], body: Record<string, unknown>): RestResponse {
    const [, id = '', token] = path;
    const interaction = this.interactions.get(id);
    const isTooLate = !interaction || interaction.token !== token || Date.now() - interaction.createdAtMs > RESPONSE_TIMEOUT_MS;
    if (isTooLate) return restError(404, 'Unknown interaction', 10_062);
    if (interaction.response) return restError(400, 'Interaction has already been acknowledged.', 40_060);
    const data = (body['data'] ?? {}) as Record<string, unknown>;
    const type = body['type'];
    const problem = responseProblem({ type, data }, { type: interaction.type, hasMessage: interaction.message !== null });
    if (problem) return problem;
    if (type === RESPONSE.update && interaction.message) updateMessage(interaction.message, data);
    interaction.isUpdate = type === RESPONSE.deferredUpdate;
    if (type === RESPONSE.autocomplete) interaction.response = { ...shown({}), choices: data['choices'] as unknown[] };
    else if (type === RESPONSE.modal) interaction.response = { ...shown({}), modal: data };
    else interaction.response = { ...shown(data), isDeferred: type === RESPONSE.deferred || type === RESPONSE.deferredUpdate };
    return { status: 204 };
  }

  /** Serves /webhooks/<application>/<token>: the later parts of a response, authenticated by the token of the interaction. */
  serveFollowUp({ method, path, body, files }: Pick<RestRequest, 'method' | 'path' | 'body' | 'files'>): RestResponse {
    const [, applicationId, token, area, messageId] = path;
    const interaction = [...this.interactions.values()].find((one) => one.token === token);
    const isValid = interaction?.applicationId === applicationId && Date.now() - (interaction?.createdAtMs ?? 0) < TOKEN_TTL_MS;
    if (!interaction || !isValid) return restError(401, 'Invalid Webhook Token', 50_027);
    const { response } = interaction;
    if (!response) return unknown('Webhook', 10_015);
    if (method === 'GET') {
      const flags = (response.isEphemeral ? EPHEMERAL : 0) | (response.isDeferred && !interaction.isUpdate ? LOADING : 0);
      return { status: 200, body: { ...this.responseJson(interaction, { ...response }, interaction.responseId), flags } };
    }
    if (method === 'DELETE') return changeFollowUps(interaction, messageId, null) ? { status: 204 } : unknown('Message', 10_008);
    const problem = messageProblem(body, files);
    if (problem) return problem;
    const content = String(body['content'] ?? '');
    if (method === 'POST' && area === undefined) {
      interaction.response = { ...response, followUps: [...response.followUps, followUpOf(body)] };
      const made = this.responseJson(interaction, body, this.state.snowflake());
      interaction.followUpIds = [...interaction.followUpIds, made.id];
      return { status: 200, body: made };
    }
    if (method === 'PATCH' && messageId !== undefined && changeFollowUps(interaction, messageId, content))
      return { status: 200, body: this.responseJson(interaction, body, messageId) };
    if (method !== 'PATCH' || messageId !== '@original') return unknown('Message', 10_008);
    // Whether only the member sees it was decided by the first response.
    const { isEphemeral, followUps } = response;
    interaction.response = { ...response, ...shown(body), isEphemeral, followUps, files: files.map(({ name }) => name) };
    const changed = interaction.isUpdate ? interaction.message : interaction.own;
    if (changed) updateMessage(changed, body);
    return { status: 200, body: this.responseJson(interaction, body, changed?.id ?? interaction.responseId) };
  }

  private responseJson({ applicationId }: Interaction, body: Record<string, unknown>, id: string) {
    const place = { channelId: this.state.bot(applicationId).channelId, guildId: null };
    const message = messageWith(shown(body), { id, authorId: applicationId, ...place });
    return messageJson(message, { author: { name: this.state.nameOf(applicationId) }, channelType: 0 });
  }

  private offered(
    applicationId: string,
    { memberId, guildId, channel }: Invocation,
    wanted: { name: string; type: number },
  ): Command {
    const command = this.commands.of(applicationId).find(({ name, type }) => name === wanted.name && type === wanted.type);
    const context = guildId === null ? 1 : 0;
    if (!command || !(command.contexts ?? [0, 1]).includes(context))
      throw new Error(`the stand-in Discord has no command ${wanted.name} here`);
    if (command.nsfw && guildId !== null && !this.state.channel(channel.parentId ?? channel.id)?.isAgeRestricted)
      throw new Error(`the command ${wanted.name} is offered in age-restricted channels only`);
    const guild = this.state.guilds.get(guildId);
    const needed = BigInt(command.default_member_permissions ?? '0');
    const allowed = guild ? this.state.guilds.permissions(guild, memberId) : needed;
    if ((allowed & needed) !== needed) throw new Error(`the member may not use the command ${wanted.name}`);
    return command;
  }

  private create(
    applicationId: string,
    invocation: Invocation,
    { type, data, message = null }: { type: number; data: unknown; message?: Message | null },
  ): { id: string } {
    const { memberId, channel, guildId } = invocation;
    const id = this.state.snowflake();
    const token = randomBytes(64).toString('base64url');
    this.interactions.set(id, {
      token,
      applicationId,
      invocation,
      createdAtMs: Date.now(),
      message,
      type,
      response: null,
      isUpdate: false,
      own: null,
      responseId: this.state.snowflake(),
      followUpIds: [],
    });
    const user = userJson(memberId, `member-${memberId.slice(-4)}`, false);
    const guild = this.state.guilds.get(guildId);
    const member = guild ? this.memberWithPermissions(guild, channel, memberId) : { permissions: '0', roles: [] };
    const place = guildId === null ? { user } : { member: { ...member, user }, guild_id: guildId };
    const payload = {
      ...place,
      ...(guildId === null ? {} : { guild: { id: guildId, locale: 'en-US', features: [] } }),
      ...(message ? { message: this.messageJson(message) } : {}),
      id,
      token,
      application_id: applicationId,
      type,
      version: 1,
      context: guildId === null ? 1 : 0,
      locale: 'en-US',
      app_permissions: String(guild ? this.state.permissionsIn(channel, applicationId) : 0n),
      attachment_size_limit: 10_485_760,
      authorizing_integration_owners: { 0: guildId ?? '0' },
      entitlements: [],
      channel_id: channel.id,
      channel: channelJson(channel),
      data,
    };
    return payload;
  }

  private memberWithPermissions(guild: Guild, channel: Channel, memberId: string) {
    const member = this.state.guilds.member(guild, memberId);
    return { ...memberJson(member), permissions: String(this.state.permissionsIn(channel, memberId)) };
  }

  private channelEntry(id: string): [string, unknown][] {
    const channel = this.state.channel(id);
    return channel ? [[id, channelJson(channel)]] : [];
  }

  private resolved({ guildId }: Invocation, userIds: readonly string[]): object {
    const guild = this.state.guilds.get(guildId);
    const isBot = (id: string): boolean => guild?.members.get(id)?.isBot ?? false;
    const users = Object.fromEntries(userIds.map((id) => [id, userJson(id, `member-${id.slice(-4)}`, isBot(id))]));
    const known = userIds.flatMap((id) => guild?.members.get(id) ?? []);
    const members = known.map((member) => [member.id, { ...memberJson(member), permissions: '0' }] as const);
    const roles = guild ? Object.fromEntries([...guild.roles.values()].map((role) => [role.id, roleJson(role)])) : {};
    return { users, members: Object.fromEntries(members), roles };
  }

  private messageJson(message: Message): unknown {
    const name = message.isBot ? this.state.nameOf(message.authorId) : `member-${message.authorId.slice(-4)}`;
    return messageJson(message, { author: { name }, channelType: this.state.channel(message.channelId)?.type ?? 0 });
  }
}
