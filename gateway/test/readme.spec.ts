import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { gatewayUnderTest, type GatewayUnderTest } from './gateway-under-test.js';

const run = promisify(execFile);

describe('the README of the gateway', () => {
  let world: GatewayUnderTest;

  beforeAll(async () => {
    world = await gatewayUnderTest();
  });
  afterAll(() => world.close());

  it('shows commands that work unchanged', async () => {
    const [, script = ''] = /```sh\n([^]*?)```/.exec(await readme()) ?? [];
    // Puts each response on a line of its own.
    const spaced = script.replaceAll(/^(kim|curl) .*$/gm, '$&; echo');
    const { stdout, stderr } = await run('bash', ['--norc', '-eu', '-c', spaced], {
      env: { ...process.env, KITH: world.baseUrl },
    });
    expect(stderr).toBe('');
    const answers = stdout.split('\n').filter((line) => line.startsWith('{'));
    expect(answers.length).toBeGreaterThanOrEqual(6);
    for (const answer of answers) expect(JSON.parse(answer)).not.toHaveProperty('error');
    expect(stdout).toContain('data: {"type":"done"');
    expect(world.stubs.calls.map(({ name }) => name)).toEqual(
      expect.arrayContaining(['commands.learn', 'billing.checkoutCredits', 'billing.activity']),
    );
  });

  const readme = () => readFile(join(import.meta.dirname, '../README.md'), 'utf8');
});
