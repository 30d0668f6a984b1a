import { openRuntime, type Runtime } from '@kith/kit';
import { remoteDiscord, startDiscord, testEnvironment, type RemoteMethod, type StandInDiscord } from '@kith/kit/testing';
import type { ServiceName } from '@kith/proto';
import { startAll, type Stoppable } from '../start-all.js';

/** Controls the stand-in Discord, in this process or another: always await its methods. */
export type DiscordControl = {
  readonly [M in RemoteMethod]: (
    ...values: Parameters<StandInDiscord[M]>
  ) => ReturnType<StandInDiscord[M]> | Promise<Awaited<ReturnType<StandInDiscord[M]>>>;
};

/** The whole product with its own database and a stand-in Discord. */
export interface Stack {
  readonly baseUrl: string;
  readonly discord: DiscordControl;
  /** Credentials of the super-admin. */
  readonly superAdmin: { readonly username: string; readonly password: string };
  readonly env: NodeJS.ProcessEnv;
  /** Drains and stops one service; undefined for a stack that runs elsewhere. */
  readonly stopService?: (name: Stoppable['name']) => Promise<void>;
  /** Starts a service that was stopped. */
  readonly startService?: (name: ServiceName) => Promise<void>;
  stop(): Promise<void>;
}

/** A host that does not exist: owners are offered radio stations. */
const RADIO_ALLOW = 'https://radio.invalid';

/** The running product that E2E_BASE_URL names, else a new one in this process. */
export async function aStack(): Promise<Stack> {
  const { E2E_BASE_URL, E2E_DISCORD_API_URL, E2E_DISCORD_ADMIN_URL, E2E_SUPER_ADMIN_PASSWORD } = process.env;
  if (!E2E_BASE_URL) return startStack();
  return {
    baseUrl: E2E_BASE_URL,
    discord: remoteDiscord({ apiUrl: E2E_DISCORD_API_URL ?? '', adminUrl: E2E_DISCORD_ADMIN_URL ?? '' }),
    superAdmin: { username: 'superadmin', password: E2E_SUPER_ADMIN_PASSWORD ?? '' },
    env: {},
    stop: () => Promise.resolve(),
  };
}

/** Starts every service in this process, as `npm start` does; `extra` overrides variables, `throughProxy` the address of the database. */
export async function startStack(
  extra: NodeJS.ProcessEnv = {},
  throughProxy: (databaseUrl: string) => string = (databaseUrl) => databaseUrl,
): Promise<Stack> {
  const discord = await startDiscord({ port: 0 });
  const world = await testEnvironment({ PORT: '0', DISCORD_API_URL: discord.apiUrl, RADIO_ALLOW, ...extra });
  let runtime: Runtime | undefined;
  let running: readonly Stoppable[] = [];
  const stop = async () => {
    await stopAll(running);
    await runtime?.close();
    await discord.close();
    await world.drop();
  };
  try {
    const opened = await openRuntime({ ...world.env, DATABASE_URL: throughProxy(world.env['DATABASE_URL'] ?? '') });
    runtime = opened;
    const started = await startAll(opened);
    running = started.running;
    return {
      baseUrl: started.address ?? '',
      discord,
      superAdmin: { username: runtime.config.SUPER_ADMIN_USERNAME, password: world.env['SUPER_ADMIN_PASSWORD'] ?? '' },
      env: world.env,
      stopService: async (name) => {
        const stopping = running.filter((service) => service.name === name);
        running = running.filter((service) => service.name !== name);
        await stopAll(stopping);
      },
      startService: async (name) => {
        const restarted = await startAll({ ...opened, config: { ...opened.config, SERVICE: [name] } });
        running = [...running, ...restarted.running];
      },
      stop,
    };
  } catch (error) {
    await stop();
    throw error;
  }
}

async function stopAll(services: readonly Stoppable[]): Promise<void> {
  await Promise.all(services.map((service) => service.stopWork()));
  await Promise.all(services.map((service) => service.close()));
}
