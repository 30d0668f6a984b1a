import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { createServer, type AddressInfo } from 'node:net';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { testEnvironment, waitFor, type TestEnvironment } from '@kith/kit/testing';

const ROOT = join(import.meta.dirname, '../../..');
const SCRIPT = join(import.meta.dirname, 'fixtures/slow-process.ts');

describe('a process', () => {
  let world: TestEnvironment;
  let child: ChildProcess;
  let port: number;

  const get = (path: string) =>
    fetch(`http://127.0.0.1:${port}${path}`).then(
      async (answer) => ({ status: answer.status, text: await answer.text() }),
      () => undefined,
    );

  beforeAll(async () => {
    world = await testEnvironment();
    port = await freePort();
    const args = ['--conditions=@kith/source', '--import', join(ROOT, 'deploy/register-swc.mjs'), SCRIPT];
    const env = { ...process.env, ...world.env, METRICS_PORT: String(port) };
    child = spawn(process.execPath, args, { cwd: ROOT, env, stdio: ['pipe', 'inherit', 'inherit'] });
  });
  afterAll(async () => {
    child.kill('SIGKILL');
    await world.drop();
  });

  it('is live while it starts, ready after the start, and exits with status 0 on SIGTERM', async () => {
    const live = await waitFor('the port', () => get('/health/live'));
    expect(live.status).toBe(200);
    expect(await get('/health/ready')).toMatchObject({ status: 503, text: expect.stringContaining('"process":"failed"') });
    child.stdin?.end('go\n');
    await waitFor('readiness', async () => (await get('/health/ready'))?.status === 200);
    child.kill('SIGTERM');
    expect(await once(child, 'exit')).toEqual([0, null]);
  });
});

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  return port;
}
