import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { connect, createServer, type AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { definition as botsService } from '@kith/bots';
import { openRuntime, startService } from '@kith/kit';
import { anActor, fixture, fixtureService, testEnvironment, type TestEnvironment } from '@kith/kit/testing';
import { bots, chat } from '@kith/proto';

const LOADER = new URL('../../register-swc.mjs', import.meta.url).href;
const PROGRAM = new URL('../src/migrate.ts', import.meta.url).pathname;
const SCHEMAS = ['auth', 'billing', 'bots', 'chat', 'knowledge', 'runner'];
const PASSWORDS = SCHEMAS.map((schema) => `${schema}:password-of-${schema}`).join(',');

let world: TestEnvironment;
let databaseUrl: string;
beforeAll(async () => {
  world = await testEnvironment();
  databaseUrl = world.env['DATABASE_URL'] ?? '';
});
afterAll(() => world.drop());

/** Runs the command as the container `migrate` does: with nothing else in its environment. */
async function migrate(env: NodeJS.ProcessEnv, ...args: string[]): Promise<{ exitCode: number; output: string }> {
  const child = spawn(process.execPath, ['--conditions=@kith/source', '--no-warnings', '--import', LOADER, PROGRAM, ...args], {
    env: { PATH: process.env['PATH'], NODE_ENV: 'production', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => (output += chunk.toString()));
  const [exitCode] = (await once(child, 'close')) as [number];
  return { exitCode, output };
}

/** The environment of a container of `bots`: its own role, and no owner. */
function envOfBots(): NodeJS.ProcessEnv {
  const url = new URL(databaseUrl);
  url.username = `${url.pathname.slice(1)}_bots`;
  url.password = 'password-of-bots';
  return { ...world.env, SERVICE: 'bots', DATABASE_URL: url.href };
}

async function startBots(): Promise<void> {
  const runtime = await openRuntime(envOfBots());
  try {
    const service = await startService(botsService, runtime);
    const neighbour = await fixtureService(runtime, 'chat', [fixture(chat.counts, () => ({ counts: {} }))]);
    const { bot } = await runtime.rpc.ask(bots.create, { actor: anActor(), name: 'Nova' });
    expect(bot.name).toBe('Nova');
    await neighbour.close();
    await service.close();
  } finally {
    await runtime.close();
  }
}

describe('the command that migrates the database for containers', () => {
  it('names what is missing in its environment', async () => {
    expect(await migrate({})).toEqual({ exitCode: 1, output: 'DATABASE_URL: is missing\n' });
    expect(await migrate({ DATABASE_URL: databaseUrl, DATABASE_PASSWORDS: 'auth:a,bots:b' })).toEqual({
      exitCode: 1,
      output: 'DATABASE_PASSWORDS: has no password for billing, chat, knowledge, runner\n',
    });
  }, 60_000);

  it('prints the statements that create the roles, without passwords', async () => {
    const { exitCode, output } = await migrate({ DATABASE_URL: databaseUrl, DATABASE_PASSWORDS: PASSWORDS }, 'roles');
    expect(exitCode).toBe(0);
    expect(output.trim().split('\n')).toHaveLength(SCHEMAS.length);
    expect(output).toMatch(/create role "\w+_bots" login .* password 'SCRAM-SHA-256\$/);
    expect(output).not.toContain('password-of');
  }, 60_000);

  it('lets a service start with the password of its own role, and not before', async () => {
    await expect(startBots()).rejects.toThrow('password authentication failed');
    const settings = { DATABASE_URL: databaseUrl, DATABASE_PASSWORDS: PASSWORDS };
    expect(await migrate(settings)).toEqual({ exitCode: 0, output: '' });
    await startBots();
    // As at each start of the containers.
    expect(await migrate(settings)).toEqual({ exitCode: 0, output: '' });
    await startBots();
  }, 90_000);

  it('tries again when Postgres does not accept its first connections', async () => {
    const { hostname, port } = new URL(databaseUrl);
    let refused = 0;
    const server = createServer((client) => {
      client.on('error', () => undefined);
      if (refused < 2) {
        refused += 1;
        return client.destroy();
      }
      const upstream = connect(Number(port), hostname).on('error', () => undefined);
      return client.pipe(upstream).pipe(client);
    });
    await once(server.listen(0, '127.0.0.1'), 'listening');
    const url = new URL(databaseUrl);
    url.hostname = '127.0.0.1';
    url.port = String((server.address() as AddressInfo).port);
    try {
      const { exitCode, output } = await migrate({ DATABASE_URL: url.href, DATABASE_PASSWORDS: PASSWORDS });
      expect({ exitCode, refused }).toEqual({ exitCode: 0, refused: 2 });
      expect(output).toContain('Postgres cannot be reached yet');
    } finally {
      server.close();
    }
  }, 90_000);
});
