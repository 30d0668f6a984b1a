import { spawn, type ChildProcess } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { openRuntime, startService, type RunningService, type Runtime } from '@kith/kit';
import {
  fixture,
  fixtureService,
  startDiscord,
  type DiscordBot,
  type DiscordOptions,
  type StandInDiscord,
} from '@kith/kit/testing';
import { knowledge, type ChannelSettings } from '@kith/proto';
import { definition } from '../src/index.js';
import { FixtureBots } from './fixture-bots.js';
import { FixtureChat } from './fixture-chat.js';
import { startOwnRedis, type OwnRedis } from './own-redis.js';

const MAIN = fileURLToPath(new URL('./quick-runner.ts', import.meta.url));
const REGISTER = fileURLToPath(new URL('../../../deploy/register-swc.mjs', import.meta.url));

/** Discord, Redis and the neighbours of the runner; runners are started here or as processes of their own. */
export class RunnerWorld {
  readonly bots: FixtureBots;
  readonly chat: FixtureChat;
  readonly purgedKnowledge: string[] = [];
  /** Everything the runner processes wrote. */
  readonly output: string[] = [];
  readonly #processes = new Set<ChildProcess>();
  readonly #services = new Set<RunningService>();
  #knowledge: { close(): Promise<void> } | null = null;

  private constructor(
    readonly redis: OwnRedis,
    readonly discord: StandInDiscord,
    readonly runtime: Runtime,
    private readonly env: NodeJS.ProcessEnv,
  ) {
    this.bots = new FixtureBots(runtime);
    this.chat = new FixtureChat(runtime);
  }

  static async open(options: DiscordOptions = {}): Promise<RunnerWorld> {
    const [redis, discord, dataDir] = await Promise.all([
      startOwnRedis(),
      startDiscord(options),
      mkdtemp(join(tmpdir(), 'kith-runner-')),
    ]);
    const env = {
      NODE_ENV: 'test',
      SERVICE: 'bot-runner',
      LOG_LEVEL: process.env['LOG_LEVEL'] ?? 'fatal',
      // Not used: the runner has no tables.
      DATABASE_URL: 'postgres://nobody@127.0.0.1:9/none',
      REDIS_URL: redis.url,
      DATA_DIR: dataDir,
      APP_KEYRING: `k1:${randomBytes(32).toString('base64')}`,
      DISCORD_API_URL: discord.apiUrl,
    };
    const world = new RunnerWorld(redis, discord, await openRuntime(env), env);
    await Promise.all([world.bots.play(), world.chat.play()]);
    world.#knowledge = await fixtureService(world.runtime, 'knowledge', [
      fixture(knowledge.purge, ({ botId }) => {
        world.purgedKnowledge.push(botId);
        return {};
      }),
    ]);
    return world;
  }

  /** A bot known to Discord and to the bots service. */
  addBot(
    settings: Partial<ChannelSettings> = {},
    options: Parameters<StandInDiscord['addBot']>[0] = {},
  ): { bot: DiscordBot; botId: string } {
    const bot = this.discord.addBot(options);
    return { bot, botId: this.bots.add(bot, settings) };
  }

  /** A companion that is online. */
  async onlineBot(settings: Partial<ChannelSettings> = {}): Promise<{ bot: DiscordBot; botId: string }> {
    const added = this.addBot(settings);
    await this.bots.start(added.botId);
    await this.bots.waitForState(added.botId, 'online');
    return added;
  }

  /** The bot may IDENTIFY again now, without the five seconds that Discord asks for in between. */
  async allowIdentify({ applicationId }: Pick<DiscordBot, 'applicationId'>): Promise<void> {
    await this.runtime.redis.del(`runner:identify:${applicationId}`);
  }

  async startHere(): Promise<RunningService> {
    const service = await startService(definition, this.runtime);
    this.#services.add(service);
    return service;
  }

  async stopHere(service: RunningService): Promise<void> {
    this.#services.delete(service);
    await service.stopWork();
    await service.close();
  }

  /** A runner as a process of its own; resolves when it has started. */
  async startProcess(): Promise<ChildProcess> {
    const env = { ...process.env, ...this.env, LOG_LEVEL: 'info' };
    const child = spawn(process.execPath, ['--conditions=@kith/source', '--import', REGISTER, MAIN], {
      env,
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    this.#processes.add(child);
    const started = new Promise<void>((resolve, reject) => {
      child.stdout.on('data', (chunk: Buffer) => {
        this.output.push(String(chunk));
        if (String(chunk).includes('"started"')) resolve();
      });
      child.once('exit', () => reject(new Error(`the runner ended: ${this.output.join('')}`)));
    });
    child.stderr.on('data', (chunk: Buffer) => this.output.push(String(chunk)));
    await started;
    return child;
  }

  /** The runner processes, oldest first. */
  children(): ChildProcess[] {
    return [...this.#processes];
  }

  async end(child: ChildProcess, signal: NodeJS.Signals): Promise<void> {
    if (child.exitCode !== null || child.signalCode !== null) return;
    child.kill(signal);
    await once(child, 'exit');
  }

  async close(): Promise<void> {
    await Promise.all([...this.#processes].map((child) => this.end(child, 'SIGKILL')));
    await Promise.all([...this.#services].map((service) => this.stopHere(service)));
    await Promise.all([this.bots.leave(), this.chat.leave(), this.#knowledge?.close()]);
    await this.runtime.close();
    await this.discord.close();
    await this.redis.stop();
    await rm(this.runtime.config.DATA_DIR, { recursive: true, force: true });
  }
}
