import { spawn, type ChildProcess } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { openRuntime, startService, type RunningService, type Runtime } from '@kith/kit';
import {
  fixture,
  fixtureService,
  startDedicatedRedis,
  startDiscord,
  testEnvironment,
  type DedicatedRedis,
  type DiscordBot,
  type DiscordOptions,
  type StandInDiscord,
  type TestEnvironment,
} from '@kith/kit/testing';
import { knowledge, type ChannelSettings } from '@kith/proto';
import { definition } from '../src/index.js';
import { StandInBotsService } from './stand-in-bots-service.js';
import { StandInChatService } from './stand-in-chat-service.js';

const RUNNER_MAIN = fileURLToPath(new URL('./short-lease-runner.ts', import.meta.url));
const REGISTER = fileURLToPath(new URL('../../../deploy/register-swc.mjs', import.meta.url));

const SHORT_LEASE_RUNNER = ['--conditions=@kith/source', '--import', REGISTER, RUNNER_MAIN];

interface RunnerProcess {
  /** Arguments for Node. */
  readonly program?: readonly string[];
  readonly env?: NodeJS.ProcessEnv;
}

/** A stand-in Discord, a dedicated Redis and stand-ins of the services that a runner calls. Runners are started in this process or as their own. */
export class RunnerHarness {
  readonly bots: StandInBotsService;
  readonly chat: StandInChatService;
  readonly purgedKnowledge: string[] = [];
  /** Everything that the runner processes wrote to stdout and stderr. */
  readonly output: string[] = [];
  private readonly processes = new Set<ChildProcess>();
  private readonly services = new Set<RunningService>();
  private knowledge: { close(): Promise<void> } | null = null;

  private constructor(
    readonly redis: DedicatedRedis,
    readonly discord: StandInDiscord,
    readonly runtime: Runtime,
    private readonly world: TestEnvironment,
  ) {
    this.bots = new StandInBotsService(runtime);
    this.chat = new StandInChatService(runtime);
  }

  /** `environment` is added to that of the runners. */
  static async open(options: DiscordOptions = {}, environment: Readonly<Record<string, string>> = {}): Promise<RunnerHarness> {
    const [redis, discord] = await Promise.all([startDedicatedRedis(), startDiscord(options)]);
    const world = await testEnvironment({
      SERVICE: 'bot-runner',
      LOG_LEVEL: process.env['LOG_LEVEL'] ?? 'fatal',
      REDIS_URL: redis.url,
      APP_KEYRING: `k1:${randomBytes(32).toString('base64')}`,
      DISCORD_API_URL: discord.apiUrl,
      ...environment,
    });
    const harness = new RunnerHarness(redis, discord, await openRuntime(world.env), world);
    await Promise.all([harness.bots.serve(), harness.chat.serve()]);
    harness.knowledge = await fixtureService(harness.runtime, 'knowledge', [
      fixture(knowledge.purge, ({ botId }) => {
        harness.purgedKnowledge.push(botId);
        return { isDone: true };
      }),
    ]);
    return harness;
  }

  /** A bot known to Discord and to the bots service. */
  addBot(
    settings: Partial<ChannelSettings> = {},
    options: Parameters<StandInDiscord['addBot']>[0] = {},
  ): { bot: DiscordBot; botId: string } {
    const bot = this.discord.addBot(options);
    return { bot, botId: this.bots.add(bot, settings) };
  }

  /** A bot that is online. */
  async onlineBot(settings: Partial<ChannelSettings> = {}): Promise<{ bot: DiscordBot; botId: string }> {
    const added = this.addBot(settings);
    await this.bots.start(added.botId);
    await this.bots.waitForState(added.botId, 'online');
    return added;
  }

  /** Lets the bot IDENTIFY again at once, without the wait of five seconds. */
  async allowIdentify({ applicationId }: Pick<DiscordBot, 'applicationId'>): Promise<void> {
    await this.runtime.redis.del(`runner:identify:${applicationId}`);
  }

  async startInProcess(): Promise<RunningService> {
    const service = await startService(definition, this.runtime);
    this.services.add(service);
    return service;
  }

  async stopInProcess(service: RunningService): Promise<void> {
    this.services.delete(service);
    await service.stopWork();
    await service.close();
  }

  /** Starts a runner as a separate process; resolves when it has started. `program` defaults to one with short leases, run from its sources. */
  async startProcess({ program = SHORT_LEASE_RUNNER, env = {} }: RunnerProcess = {}): Promise<ChildProcess> {
    const child = spawn(process.execPath, [...program], {
      env: { ...process.env, ...this.world.env, LOG_LEVEL: 'info', ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    this.processes.add(child);
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
    return [...this.processes];
  }

  async end(child: ChildProcess, signal: NodeJS.Signals): Promise<void> {
    if (child.exitCode !== null || child.signalCode !== null) return;
    child.kill(signal);
    await once(child, 'exit');
  }

  async killAll(): Promise<void> {
    await Promise.all([...this.processes].map((child) => this.end(child, 'SIGKILL')));
  }

  async close(): Promise<void> {
    await this.killAll();
    await Promise.all([...this.services].map((service) => this.stopInProcess(service)));
    await Promise.all([this.bots.stopServing(), this.chat.stopServing(), this.knowledge?.close()]);
    await this.runtime.close();
    await this.discord.close();
    await this.redis.stop();
    await this.world.drop();
  }
}
