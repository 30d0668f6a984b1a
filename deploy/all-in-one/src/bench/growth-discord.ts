import { setTimeout as sleep } from 'node:timers/promises';
import { waitFor, type DiscordBot, type StandInDiscord } from '@kith/kit/testing';
import { Client } from 'pg';
import { GUILD_ID, type Subject } from './growth-systems.js';

const PAGE_SIZE = 10;
const TIMEOUT_MS = 10_000;
const SIGN_UPS_OF_AN_EVENT = 300;

/** The busy companion on a Discord of its own, in one server with as many ranked members as `GUILD_ID` has. */
export class CompanionOnDiscord {
  private used = 0;

  constructor(
    private readonly discord: StandInDiscord,
    private readonly bot: DiscordBot,
    private readonly members: number,
  ) {}

  get guildId(): string {
    return this.bot.guildId;
  }

  /** Copies the levels of members into the server, plans so many events in it, and lets the bot join so many servers. */
  async grow(databaseUrl: string, { botId }: Subject, servers: number, events: number): Promise<void> {
    const client = new Client({ connectionString: databaseUrl });
    await client.connect();
    await client.query(LEVELS, [botId, GUILD_ID, this.bot.guildId]);
    await client.query('vacuum analyze runner.level_member, runner.level_count');
    await client.end();
    for (let at = 1; at < servers; at += 1) {
      const { id: guildId } = this.discord.addGuild({ name: `Server ${at}` });
      this.discord.addBotToGuild(this.bot, { guildId });
    }
    const { guildId } = this;
    for (let at = 0; at < events; at += 1) {
      const startsAt = new Date(Date.now() + (at + 1) * 3_600_000).toISOString();
      this.discord.scheduledEvents.add({ guildId, name: `Event ${at}`, startsAt });
    }
    const hasCommand = (): boolean => this.discord.commandsOf(this.bot).some(({ name }) => name === 'rank');
    await waitFor('the commands', hasCommand, 60_000);
    await this.signUp(databaseUrl, botId, events);
  }

  /** Members who want to come to the events, as soon as these are stored. */
  private async signUp(databaseUrl: string, botId: string, events: number): Promise<void> {
    const client = new Client({ connectionString: databaseUrl });
    await client.connect();
    const areStored = async (): Promise<boolean> =>
      (await client.query('select from runner.server_event where bot_id = $1', [botId])).rowCount === events;
    await waitFor('the events', areStored, 60_000);
    await client.query(SIGN_UPS, [botId, SIGN_UPS_OF_AN_EVENT]);
    await client.query('vacuum analyze runner.event_sign_up, runner.server_event');
    await client.end();
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

const SIGN_UPS = `
  insert into runner.event_sign_up (server_event_id, member_id, source, bot_id, owner_id)
  select id, (700000000000000000 + n)::text, 'button', bot_id, owner_id from runner.server_event cross join generate_series(1, $2::int) as n
  where bot_id = $1`;
