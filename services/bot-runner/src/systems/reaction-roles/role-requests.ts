import { randomUUID } from 'node:crypto';
import { AppError } from '@kith/proto';
import { Injectable } from '@nestjs/common';
import { repeatableId } from '../repeatable-id.js';
import type { PageAction, SystemJob } from '../system-handler.js';
import { FieldProblem } from '../field-problem.js';
import { RoleAccess } from './role-access.js';
import { choiceOf, parseChoices, ROLE_MESSAGE_MODES, type RoleMessageMode } from './role-choices.js';
import { RoleMessages, type RoleMessage } from './role-messages.service.js';
import { messageOfOption } from './role-page.js';
import { RoleSetup } from './role-setup.js';
import { CHANGED, CREATED, DELETED, listText } from './texts.js';

const CHANNEL = /^(?:<#)?(\d{16,20})>?$/;

/** What members ask for by command and owners on the page: the same, with the same checks. Both return a sentence. */
@Injectable()
export class RoleRequests {
  constructor(
    private readonly messages: RoleMessages,
    private readonly setup: RoleSetup,
    private readonly access: RoleAccess,
  ) {}

  /** Throws FieldProblem, CommandRefusal, and what Discord answers. */
  async command(job: SystemJob<'command'>): Promise<string> {
    const { botId, guildId, task } = job;
    if (guildId === null) throw new FieldProblem('server', 'This works in servers only.');
    const server = { botId, guildId };
    const { member, options } = task;
    const option = (name: string): string => String(options[name] ?? '');
    switch (task.subcommand) {
      case 'create':
        return this.createByCommand(job, { ...server, ownerId: job.bot.ownerId });
      case 'list': {
        await this.access.requireAssignable(server, [], member);
        return listText(await this.messages.list(server));
      }
      case 'add': {
        const message = await this.setup.find(server, option('message'));
        const emoji = await this.access.withServerEmoji(server, option('emoji'));
        const choice = choiceOf(option('role'), emoji, await this.access.roles(server));
        await this.setup.addRole(message, choice, member);
        return CHANGED;
      }
      case 'remove':
        await this.setup.removeRole(await this.setup.find(server, option('message')), option('role'), member);
        return CHANGED;
      case 'delete':
        await this.setup.delete(await this.setup.find(server, option('message')), member);
        return DELETED;
      default:
        throw new FieldProblem('command', 'I do not know this command.');
    }
  }

  /** Throws FieldProblem for a field, NOT_FOUND, CommandRefusal, and what Discord answers. */
  async act(action: PageAction): Promise<string> {
    switch (action.action) {
      case 'create':
        return this.createByForm(action);
      case 'add':
        return this.addByForm(action);
      case 'post':
        await this.setup.post(await this.row(action, action.rowId ?? ''));
        return CREATED;
      case 'delete':
        await this.setup.delete(await this.row(action, action.rowId ?? ''), null);
        return DELETED;
      case 'remove': {
        const [id = '', roleId = ''] = (action.rowId ?? '').split('.');
        await this.setup.removeRole(await this.row(action, id), roleId, null);
        return CHANGED;
      }
      default:
        throw new AppError('NOT_FOUND');
    }
  }

  private async createByCommand(
    { eventId, channelId, task }: SystemJob<'command'>,
    server: { readonly botId: string; readonly ownerId: string; readonly guildId: string },
  ): Promise<string> {
    const { options, member } = task;
    const roles = await this.access.roles(server);
    const emoji = await this.access.withServerEmoji(server, String(options['emoji'] ?? ''));
    const choices = [choiceOf(String(options['role']), emoji, roles)];
    await this.setup.create(
      {
        ...server,
        id: repeatableId('role-message', server.botId, eventId),
        channelId: String(options['channel'] ?? channelId),
        mode: modeOf(options['mode'] ?? 'buttons'),
        text: String(options['text'] ?? ''),
        choices,
      },
      member,
    );
    return CREATED;
  }

  private async createByForm({ actor, botId, guildId, values }: PageAction): Promise<string> {
    const server = { botId, guildId };
    const channelId = CHANNEL.exec(String(values['channel'] ?? '').trim())?.[1];
    if (channelId === undefined) throw new FieldProblem('channel', 'Choose a channel.');
    const mode = modeOf(values['mode']);
    const lines = await this.access.withServerEmoji(server, String(values['roles'] ?? ''));
    const choices = parseChoices(lines, await this.access.roles(server));
    const text = String(values['text'] ?? '');
    await this.setup.create({ ...server, id: randomUUID(), ownerId: actor.userId, channelId, mode, text, choices }, null);
    return CREATED;
  }

  private async addByForm(action: PageAction): Promise<string> {
    const { values } = action;
    const id = messageOfOption(String(values['message'] ?? ''));
    if (id === undefined) throw new FieldProblem('message', 'Choose a message.');
    const message = await this.row(action, id);
    const roles = await this.access.roles(action);
    const emoji = await this.access.withServerEmoji(action, String(values['emoji'] ?? ''));
    const choice = choiceOf(String(values['role'] ?? ''), emoji, roles);
    await this.setup.addRole(message, choice, null);
    return CHANGED;
  }

  private async row(action: PageAction, id: string): Promise<RoleMessage> {
    const found = UUID.test(id) ? await this.messages.byId(action, id) : null;
    if (!found) throw new AppError('NOT_FOUND');
    return found;
  }
}

const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

function modeOf(value: unknown): RoleMessageMode {
  const mode = ROLE_MESSAGE_MODES.find((known) => known === value);
  if (!mode) throw new FieldProblem('mode', 'Choose how members pick.');
  return mode;
}
