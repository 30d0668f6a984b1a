import type { RunningService } from '@kith/kit';
import { anActor, waitFor, type DiscordBot } from '@kith/kit/testing';
import { systemPages, type InstalledSystem, type JobOf, type ParsedInputOf, type queues } from '@kith/proto';
import { DataSource } from 'typeorm';
import { DesiredBotsSource } from '../../src/connections/desired-bots.js';
import { SystemsWorker } from '../../src/systems/systems.worker.js';
import { RunnerHarness } from '../runner-harness.js';

type Job = JobOf<typeof queues.systems>;
type Act = ParsedInputOf<typeof systemPages.act>;
type Permissions = Parameters<RunnerHarness['discord']['addRole']>[1]['permissions'];

/** A bot with the system. */
export interface On {
  readonly bot: DiscordBot;
  readonly botId: string;
}

interface Use {
  readonly authorId?: string;
  readonly options?: Record<string, unknown>;
}

/** Bots with one system over the stand-in Discord, with what members and owners do with it. */
export class SystemBots {
  private members = 0;

  private constructor(
    private readonly systemId: string,
    readonly harness: RunnerHarness,
    readonly service: RunningService,
  ) {}

  static async open(systemId: string): Promise<SystemBots> {
    const harness = await RunnerHarness.open({ identifyEveryMs: 0 });
    return new SystemBots(systemId, harness, await harness.startInProcess());
  }

  get discord(): RunnerHarness['discord'] {
    return this.harness.discord;
  }

  close(): Promise<void> {
    return this.harness.close();
  }

  newMember(): string {
    return String(930_000_000_000_000_000n + BigInt(++this.members));
  }

  /** A bot that is online with the system; `command` is one that it registers. */
  async bot(
    settings: InstalledSystem['settings'] = {},
    { command, ...options }: Parameters<RunnerHarness['addBot']>[1] & { readonly command?: string } = {},
  ): Promise<On> {
    const on = this.harness.addBot({}, options);
    await this.configure(on, settings);
    await this.harness.bots.start(on.botId);
    await this.harness.bots.waitForState(on.botId, 'online');
    if (command !== undefined)
      await waitFor('the command', () => this.discord.commandsOf(on.bot).some(({ name }) => name === command));
    return on;
  }

  /** Resolves when a bot that is online has the settings. */
  async configure({ botId }: Pick<On, 'botId'>, settings: InstalledSystem['settings']): Promise<void> {
    await this.harness.bots.change(botId, { systems: [{ systemId: this.systemId, settings }] });
    await this.waitForSettings({ botId });
  }

  /** Resolves when a bot that is online has the settings that are stored now. */
  async waitForSettings({ botId }: Pick<On, 'botId'>): Promise<void> {
    const { version } = this.harness.bots.runnableOf(botId);
    const { bots } = this.service.app.get(DesiredBotsSource);
    if (bots.get(botId)) await waitFor('the settings', () => bots.get(botId)?.version === version);
  }

  /** A member of the server with a role that has the permissions. */
  member({ bot: { guildId } }: On, permissions: Permissions = [], position = 1): string {
    const id = this.newMember();
    const roles = [this.discord.addRole(guildId, { name: id, permissions: permissions ?? [], position })];
    this.discord.setMember(guildId, { id, roles });
    return id;
  }

  use({ bot }: On, name: string, { authorId = this.newMember(), ...rest }: Use = {}): string {
    return this.discord.invokeCommand({ bot, name, authorId, ...rest });
  }

  answered(interactionId: string) {
    return waitFor('the answer', () => {
      const response = this.discord.responseTo(interactionId);
      return response && !response.isDeferred ? response : undefined;
    });
  }

  /** The text of the answer, or of its card. */
  async command(on: On, name: string, how: Use = {}): Promise<string> {
    await waitFor('the command', () => this.discord.commandsOf(on.bot).some((command) => command.name === name));
    const { content, embeds } = await this.answered(this.use(on, name, how));
    return (
      content || (embeds as { title: string; description: string }[]).map((one) => `${one.title}\n${one.description}`).join('\n')
    );
  }

  rolesOf({ bot }: On, memberId: string): string[] {
    return this.discord.member(bot.guildId, memberId)?.roles ?? [];
  }

  inServer({ bot, botId }: On, actor = anActor({ userId: this.harness.bots.runnableOf(botId).ownerId })) {
    return { actor, botId, systemId: this.systemId, guildId: bot.guildId, limit: 50, offset: 0 };
  }

  page(on: On, rest: { readonly section?: string; readonly limit?: number; readonly offset?: number } = {}) {
    return this.harness.runtime.rpc.ask(systemPages.get, { ...this.inServer(on), ...rest });
  }

  /** The cells of a table. */
  async cells(on: On, section: string): Promise<string[][]> {
    const { sections } = await this.page(on, { section });
    return sections.find(({ id }) => id === section)?.rows.map((row) => row.cells) ?? [];
  }

  async act(on: On, action: string, rest: Partial<Pick<Act, 'rowId' | 'values' | 'actor'>> = {}): Promise<string> {
    const { actor, botId, systemId, guildId } = this.inServer(on);
    return (await this.harness.runtime.rpc.ask(systemPages.act, { actor, botId, systemId, guildId, action, ...rest })).message;
  }

  query<T>(sql: string, values: unknown[]): Promise<T[]> {
    return this.service.app.get(DataSource).query(sql, values);
  }

  /** Runs a job of the system as a worker does, once more for example. */
  async work({ bot, botId }: On, job: Pick<Job, 'eventId' | 'task'> & Partial<Job>): Promise<void> {
    const { ownerId } = this.harness.bots.runnableOf(botId);
    const place = { ownerId, botId, systemId: this.systemId, guildId: bot.guildId, channelId: bot.channelId };
    await this.service.app.get(SystemsWorker).work({ ...place, ...job }, { isLastAttempt: false, addedAtMs: Date.now() });
  }
}
