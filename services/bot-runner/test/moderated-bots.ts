import type { RunningService } from '@kith/kit';
import { anActor, waitFor, type DiscordBot } from '@kith/kit/testing';
import {
  moderation,
  runner,
  type Actor,
  type ChannelSettings,
  type InstalledSystem,
  type ModerationCase,
  type Problem,
  type RunnableCommand,
} from '@kith/proto';
import { DataSource } from 'typeorm';
import { RunnerHarness } from './runner-harness.js';

const ALL_RULES = { moderationMode: true, blockLinks: true, blockInvites: true, profanityFilter: true, spamDetection: true };
export const LINK = 'look at https://evil.test/page';

export interface Moderated {
  readonly bot: DiscordBot;
  readonly botId: string;
  readonly actor: Actor;
}

let members = 0;
export const newMember = (): string => String(700_000_000_000_000_000n + BigInt(++members));

/** A runner in this process, with bots that moderate the stand-in Discord. */
export class ModeratedBots {
  private constructor(
    readonly harness: RunnerHarness,
    readonly service: RunningService,
  ) {}

  static async open(...[options, environment]: Parameters<typeof RunnerHarness.open>): Promise<ModeratedBots> {
    const harness = await RunnerHarness.open({ identifyEveryMs: 0, ...options }, environment);
    return new ModeratedBots(harness, await harness.startInProcess());
  }

  get database(): DataSource {
    return this.service.app.get(DataSource);
  }

  get ask(): RunnerHarness['runtime']['rpc']['ask'] {
    return this.harness.runtime.rpc.ask.bind(this.harness.runtime.rpc);
  }

  /** A bot that is online with all rules but that of capitals. */
  async add(
    { commands = [], ...settings }: Partial<ChannelSettings> & { readonly commands?: RunnableCommand[] } = {},
    options: Parameters<RunnerHarness['addBot']>[1] = {},
  ): Promise<Moderated> {
    const added = this.harness.addBot({ ...ALL_RULES, ...settings }, options);
    if (commands.length > 0) await this.harness.bots.change(added.botId, { commands });
    return this.addOnline(added);
  }

  /** A bot that is online with a system that moderates, and without moderation of its own unless the settings say otherwise. */
  async addWith(
    system: Omit<InstalledSystem, 'installedAt'>,
    settings: Partial<ChannelSettings> = {},
    options: Parameters<RunnerHarness['addBot']>[1] = {},
  ): Promise<Moderated> {
    const added = this.harness.addBot({ moderationMode: false, ...settings }, options);
    await this.harness.bots.change(added.botId, { systems: [system] });
    return this.addOnline(added);
  }

  private async addOnline({ bot, botId }: Pick<Moderated, 'bot' | 'botId'>): Promise<Moderated> {
    await this.harness.bots.start(botId);
    await this.harness.bots.waitForState(botId, 'online');
    return { bot, botId, actor: { ...anActor(), userId: this.harness.bots.runnableOf(botId).ownerId } };
  }

  write({ bot }: Pick<Moderated, 'bot'>, content: string, authorId = newMember(), more: object = {}): string {
    return this.harness.discord.sendMessage({ bot, content, authorId, ...more });
  }

  isDeleted(messageId: string): boolean {
    return this.harness.discord.message(messageId) === undefined;
  }

  async casesOf({ actor, botId }: Moderated, filter: object = {}): Promise<ModerationCase[]> {
    return (await this.ask(moderation.cases, { actor, botId, ...filter })).cases;
  }

  aCase(bot: Moderated): Promise<ModerationCase> {
    return waitFor('a case', async () => (await this.casesOf(bot))[0]);
  }

  /** What bots wrote in a channel. */
  textsOf(channelId: string): string[] {
    const messages = this.harness.discord.messages(channelId).filter((one) => one.isBot);
    return messages.map((one) => one.content);
  }

  async problemsOf({ actor, botId }: Moderated): Promise<Problem[]> {
    return (await this.ask(runner.problems, { actor, botId })).problems;
  }
}
