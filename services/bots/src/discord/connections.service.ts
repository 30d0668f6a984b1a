import { RateLimiter, REDIS, RpcClient } from '@kith/kit';
import {
  AppError,
  inviteUrl,
  MAX_CHECKED_ROLES,
  missingPermissions,
  neededPermissions,
  refuseImpersonation,
  runnerAccounts,
  runnerChannels,
  type Actor,
  type BotAbilities,
  type discord,
  type DiscordAccount,
  type DiscordConnection,
  type DiscordPermission,
  type OutputOf,
  type ParsedInputOf,
  type SystemInUse,
  type TokenCheck,
} from '@kith/proto';
import { Inject, Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import type { Redis } from 'ioredis';
import { DataSource } from 'typeorm';
import type { BotEntity } from '../bot.entity.js';
import { BotsService } from '../bots.service.js';
import { LearnedCommandEntity } from '../commands/learned-command.entity.js';
import { confirmedApplication, DiscordTokens } from '../discord-tokens.service.js';
import { RunnableSystemsService } from '../systems/runnable-systems.service.js';
import { Agreements } from './agreements.service.js';

type Problem = NonNullable<DiscordConnection['problem']>;
type Account = OutputOf<typeof runnerAccounts.account>;

/** Greetings of one user, over all bots. */
const HELLO_RATE = { name: 'greetings', points: 10, windowS: 60, wait: 'window' } as const;
/** The system that gives roles which only its own tables name. */
const WITH_SHOP = 'economy-system';
const NOT_ASKED = 'Discord cannot be asked right now. Please try again in a minute.';

/** The connection of a bot to Discord, for its owner: a runner asks Discord, after the check of the owner here. */
@Injectable()
export class ConnectionsService {
  @Inject() private readonly systems: RunnableSystemsService;
  private readonly helloLimiter: RateLimiter;

  constructor(
    @InjectDataSource() private readonly database: DataSource,
    private readonly bots: BotsService,
    private readonly tokens: DiscordTokens,
    private readonly agreements: Agreements,
    private readonly rpc: RpcClient,
    @Inject(REDIS) redis: Redis,
  ) {
    this.helloLimiter = new RateLimiter(redis, HELLO_RATE);
  }

  async checkToken({ actor, token }: ParsedInputOf<typeof discord.checkToken>): Promise<TokenCheck> {
    refuseImpersonation(actor);
    const inspection = await this.tokens.inspectPasted(token, actor.userId);
    if (inspection.verdict !== 'valid')
      return { verdict: inspection.verdict, applicationId: null, name: null, hasMessageContent: null };
    const { verdict, applicationId, botName, hasMessageContent } = inspection;
    return { verdict, applicationId, name: botName, hasMessageContent };
  }

  async connection({ actor, botId }: ParsedInputOf<typeof discord.connection>): Promise<DiscordConnection> {
    const bot = await this.bots.ownBot(actor, botId);
    return this.connectionOf(actor, bot, await this.abilities(bot));
  }

  /** The connection of a bot of the actor with what is switched on in it. */
  async connectionOf(actor: Actor, bot: BotEntity, abilities: BotAbilities): Promise<DiscordConnection> {
    const { id: botId } = bot;
    const [permissions, agreedAt, asked] = await Promise.all([
      this.permissions(actor, botId, abilities),
      this.agreements.acceptedAt(actor.userId),
      this.account(bot),
    ]);
    const { account, servers } = 'problem' in asked ? { account: null, servers: [] } : asked;
    const applicationId = account?.applicationId ?? confirmedApplication(bot);
    return {
      botId,
      applicationId,
      account,
      servers: applicationId === null ? [] : servers.map((server) => serverOf(server, applicationId, permissions)),
      problem: 'problem' in asked ? asked.problem : null,
      permissions,
      inviteUrl: applicationId === null ? null : inviteUrl(applicationId, permissions),
      agreedAt: agreedAt?.toISOString() ?? null,
    };
  }

  async channels(input: ParsedInputOf<typeof discord.channels>): Promise<OutputOf<typeof discord.channels>> {
    const { actor, botId, serverId } = input;
    await this.connectedBot(input, actor);
    return this.rpc.ask(runnerAccounts.channels, { botId, serverId });
  }

  async updateProfile({ actor, ...profile }: ParsedInputOf<typeof discord.updateProfile>): Promise<DiscordAccount> {
    refuseImpersonation(actor);
    await this.usableBot(profile, actor);
    return this.rpc.ask(runnerAccounts.updateProfile, profile);
  }

  async enableIntent(input: ParsedInputOf<typeof discord.enableIntent>): Promise<DiscordAccount> {
    const { actor, botId, intent } = input;
    refuseImpersonation(actor);
    await this.usableBot(input, actor);
    return this.rpc.ask(runnerAccounts.enableIntent, { botId, intent });
  }

  async sayHello(input: ParsedInputOf<typeof discord.sayHello>): Promise<OutputOf<typeof discord.sayHello>> {
    const { actor, botId, channelId, helloId } = input;
    refuseImpersonation(actor);
    const { name } = await this.usableBot(input, actor);
    await this.helloLimiter.consume(actor.userId);
    await this.rpc.ask(runnerAccounts.sayHello, { botId, botName: name, channelId, helloId });
    return { message: `${name} said hello.` };
  }

  /** A bot of the actor that may appear on Discord. NOT_FOUND, TOKEN_MISSING, TAKEN_DOWN. */
  private async usableBot(
    key: { readonly botId: string },
    actor: ParsedInputOf<typeof discord.connection>['actor'],
  ): Promise<BotEntity> {
    const bot = await this.connectedBot(key, actor);
    if (bot.takenDownAt !== null) throw new AppError('TAKEN_DOWN');
    return bot;
  }

  /** A bot of the actor with a token. NOT_FOUND, TOKEN_MISSING. */
  private async connectedBot(
    { botId }: { readonly botId: string },
    actor: ParsedInputOf<typeof discord.connection>['actor'],
  ): Promise<BotEntity> {
    const bot = await this.bots.ownBot(actor, botId);
    if (bot.discordToken === null) throw new AppError('TOKEN_MISSING');
    return bot;
  }

  /** What Discord says about the bot, or why it does not. */
  private async account({ id: botId, discordToken }: BotEntity): Promise<Account | { readonly problem: Problem | null }> {
    if (discordToken === null) return { problem: null };
    try {
      return await this.rpc.ask(runnerAccounts.account, { botId });
    } catch (error) {
      const { code, message } = AppError.from(error);
      const isOurs = code === 'UNAVAILABLE' || code === 'DEADLINE' || code === 'INTERNAL';
      return { problem: { code, text: isOurs ? NOT_ASKED : message } };
    }
  }

  /** What is switched on in the bot, as far as permissions depend on it. Systems above the plan of the owner are not. */
  async abilities(bot: BotEntity): Promise<BotAbilities> {
    const { id: botId, channelSettings, preferences } = bot;
    const [commands, systems] = await Promise.all([
      this.database.manager.find(LearnedCommandEntity, { select: { catalogueId: true }, where: { botId, isEnabled: true } }),
      this.systems.of([bot]),
    ]);
    return {
      channelSettings,
      preferences,
      commandIds: commands.flatMap(({ catalogueId }) => catalogueId ?? []),
      systems: systems.get(botId) ?? [],
    };
  }

  private async permissions(actor: Actor, botId: string, abilities: BotAbilities): Promise<DiscordPermission[]> {
    return neededPermissions({ ...abilities, systems: await this.withShopRoles(actor, botId, abilities.systems) });
  }

  /** Runners know whether items of a shop have roles. */
  private async withShopRoles(actor: Actor, botId: string, systems: readonly SystemInUse[]): Promise<readonly SystemInUse[]> {
    if (!systems.some(({ systemId }) => systemId === WITH_SHOP)) return systems;
    const given = await this.rpc.ask(runnerChannels.givenRoles, { actor, botId }).catch(() => null);
    const isSold = given?.roles.some(({ systemId }) => systemId === WITH_SHOP);
    if (!given || isSold || given.roles.length >= MAX_CHECKED_ROLES) return systems;
    return systems.map((system) => (system.systemId === WITH_SHOP ? { ...system, givesUnnamedRoles: false } : system));
  }
}

function serverOf(
  { permissions: granted, ...server }: Account['servers'][number],
  applicationId: string,
  needed: readonly DiscordPermission[],
): DiscordConnection['servers'][number] {
  return {
    ...server,
    missingPermissions: missingPermissions(granted, needed),
    inviteUrl: inviteUrl(applicationId, needed, server.id),
  };
}
