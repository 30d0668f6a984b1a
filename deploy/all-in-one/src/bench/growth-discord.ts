import { setTimeout as sleep } from 'node:timers/promises';
import { waitFor, type DiscordBot, type StandInDiscord } from '@kith/kit/testing';
import { Client } from 'pg';
import { GUILD_ID, type Subject } from './growth-systems.js';

const PAGE_SIZE = 10;
const TIMEOUT_MS = 10_000;

/** The busy companion on a Discord of its own, in one server with as many ranked members as `GUILD_ID` has. */
export class CompanionOnDiscord {
  private used = 0;

  constructor(
    private readonly discord: StandInDiscord,
    private readonly bot: DiscordBot,
    private readonly members: number,
  ) {}

  /** Copies the levels of members into the server, and lets the bot join so many others. */
  async grow(databaseUrl: string, { botId }: Subject, servers: number): Promise<void> {
    const client = new Client({ connectionString: databaseUrl });
    await client.connect();
    await client.query(LEVELS, [botId, GUILD_ID, this.bot.guildId]);
    await client.query('vacuum analyze runner.level_member, runner.level_count');
    await client.end();
    for (let at = 1; at < servers; at += 1) {
      const { id: guildId } = this.discord.addGuild({ name: `Server ${at}` });
      this.discord.addBotToGuild(this.bot, { guildId });
    }
    const hasCommand = (): boolean => this.discord.commandsOf(this.bot).some(({ name }) => name === 'rank');
    await waitFor('the commands', hasCommand, 60_000);
  }

  /** The place of a member in the middle. */
  rank(): Promise<void> {
    return this.use('rank', {});
  }

  /** The page in the middle. */
  leaderboard(): Promise<void> {
    return this.use('leaderboard', { page: Math.ceil(this.members / PAGE_SIZE / 2) });
  }

  close(): Promise<void> {
    return this.discord.close();
  }

  private async use(name: string, options: Record<string, unknown>): Promise<void> {
    // Each time another member: how often one uses commands is limited.
    this.used += 1;
    const authorId = String(700_000_000_000_000_000n + BigInt(Math.floor(this.members / 2) + (this.used % 20)));
    const { bot, discord } = this;
    const interactionId = discord.invokeCommand({ bot, name, options, authorId });
    const untilMs = performance.now() + TIMEOUT_MS;
    while (discord.responseTo(interactionId)?.isDeferred ?? true) {
      if (performance.now() > untilMs) throw new Error(`/${name} was not answered`);
      await sleep(1);
    }
  }
}

const LEVELS = `
  insert into runner.level_member (bot_id, owner_id, guild_id, member_id, name, experience, messages)
  select bot_id, owner_id, $3, member_id, name, experience, messages from runner.level_member where bot_id = $1 and guild_id = $2`;
