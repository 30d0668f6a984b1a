import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createLogger, openRuntime, type Runtime } from '@kith/kit';
import { testEnvironment } from '@kith/kit/testing';
import type { Actor } from '@kith/proto';
import { startGateway, type RunningGateway } from '../src/index.js';
import { send, type Answer, type Sent } from './http-client.js';
import { startStubServices, type StubServices } from './stub-services.js';

/** A signed-in user who sends requests with a bearer token. */
export interface Client {
  readonly actor: Actor;
  readonly token: string;
  readonly cookie: string;
  ask(method: string, path: string, body?: unknown): Promise<Answer>;
  graphql(query: string, variables?: object): Promise<Answer>;
}

export interface GatewayUnderTest extends Omit<StubServices, 'close'> {
  readonly runtime: Runtime;
  readonly gateway: RunningGateway;
  readonly baseUrl: string;
  /** The lines that the gateway has logged. */
  readonly log: string[];
  /** Sends a request without adding credentials. */
  send(method: string, path: string, sent?: Sent): Promise<Answer>;
  client(fields?: Partial<Actor>): Client;
  close(): Promise<void>;
}

export interface GatewayOptions {
  readonly env?: NodeJS.ProcessEnv;
  /** Files of the built web app by path; an empty object means that it has not been built. */
  readonly web?: Readonly<Record<string, string>>;
}

export const PAGE = '<!doctype html><meta name="csp-nonce" content="__CSP_NONCE__"><title>Kith</title>';
const WEB = {
  'index.html': PAGE,
  'theme.js': 'document.documentElement.dataset.theme = "dark";',
  'assets/index-abc.js': 'export const answer = 42;',
  'assets/index-abc.js.br': 'in brotli',
  '.vite/manifest.json': '{}',
};

/** Starts the gateway with stubs of all services on the real RPC transport. */
export async function gatewayUnderTest({ env = {}, web = WEB }: GatewayOptions = {}): Promise<GatewayUnderTest> {
  const world = await testEnvironment({ PORT: '0', ...env });
  const log: string[] = [];
  const runtime = await openRuntime(world.env, createLogger('warn', { write: (line) => log.push(line) }));
  const services = await startStubServices(runtime);
  const dist = await writeFiles(web);
  const gateway = await startGateway(runtime, dist);
  const baseUrl = gateway.address;
  return {
    ...services,
    runtime,
    gateway,
    baseUrl,
    log,
    send: (method, path, sent) => send(baseUrl, method, path, sent),
    client: (fields) => clientOf(baseUrl, services.signIn(fields)),
    close: async () => {
      await gateway.stopWork();
      await Promise.all([gateway.close(), services.close()]);
      await runtime.close();
      await Promise.all([world.drop(), rm(dist, { recursive: true })]);
    },
  };
}

function clientOf(baseUrl: string, session: ReturnType<StubServices['signIn']>): Client {
  const headers = { authorization: `Bearer ${session.token}` };
  const ask = (method: string, path: string, body?: unknown) => send(baseUrl, method, path, { headers, body });
  return { ...session, ask, graphql: (query, variables) => ask('POST', '/graphql', { query, variables }) };
}

async function writeFiles(contents: Readonly<Record<string, string>>): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'kith-web-'));
  for (const [name, content] of Object.entries(contents)) {
    await mkdir(join(folder, name, '..'), { recursive: true });
    await writeFile(join(folder, name), content);
  }
  return folder;
}
