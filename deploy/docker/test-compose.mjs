// `npm run test:compose`: builds the image, starts docker-compose.yml as a separate project with fresh secrets and a stand-in Discord,
// looks at the size of the image, runs the end-to-end tests against it, tries what the containers keep apart and whether data outlives them, and removes everything again,
// volumes included. Needs a working `docker compose`.
import '../prepare/require-node.mjs';
import { randomBytes } from 'node:crypto';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { parseEnv } from 'node:util';
import { freePort } from '../infrastructure/child-process.mjs';
import { CommandError } from '../infrastructure/command-error.mjs';
import { installDependencies } from '../prepare/install.mjs';
import { runJest } from '../prepare/jest.mjs';
import { runTask } from '../prepare/task.mjs';
import { testImage } from './test-image.mjs';
import { testIsolation } from './test-isolation.mjs';
import { testRestart } from './test-restart.mjs';

const ROOT = path.resolve(import.meta.dirname, '../..');
const FILES = ['-f', 'docker-compose.yml', '-f', 'deploy/docker/compose.test.yml'];

process.chdir(ROOT);
await runTask(async (task) => {
  await installDependencies(task);
  const project = await composeProject(task);
  task.onStop(() => project.run(['down', '--volumes', '--remove-orphans', '--timeout', '30']));
  task.log('\n── Build the image');
  if (!(await project.run(['build']))) throw new CommandError('The image could not be built.');
  task.log('\n── Start the containers');
  const start = () => project.run(['up', '--detach', '--no-build', '--wait', '--wait-timeout', '300']);
  const counts = (await start()) ? await testAll(task, project, start) : { passed: 0, failed: 1 };
  if (counts.failed > 0) await project.run(['logs', '--no-color', '--tail', '40']);
  console.log(`\n${counts.passed} passed, ${counts.failed} failed`);
  return { exitCode: counts.failed > 0 ? 1 : 0 };
});

async function composeProject({ run, onStop }) {
  const port = await freePort();
  const env = {
    COMPOSE_PROJECT_NAME: `kith-test-${randomBytes(4).toString('hex')}`,
    KITH_TAG: 'test',
    PORT: String(port),
    BIND_ADDRESS: '127.0.0.1',
    PUBLIC_URL: `http://localhost:${port}`,
    SECRETS_DIR: mkdtempSync(path.join(os.tmpdir(), 'kith-secrets-')),
    SUPER_ADMIN_USERNAME: 'superadmin',
    SUPER_ADMIN_PASSWORD: randomBytes(18).toString('base64url'),
  };
  onStop(() => rmSync(env.SECRETS_DIR, { recursive: true, force: true }));
  const secrets = await run({ command: process.execPath, args: ['deploy/secrets/create.mjs'], env, showOutput: false });
  if (!secrets.isOk) throw new CommandError(`The secrets could not be made:\n${secrets.tail}`);
  const compose = (args, showOutput) => run({ command: 'docker', args: ['compose', ...FILES, ...args], env, showOutput });
  const { isOk, tail } = await compose(['ps', '--quiet']);
  if (!isOk) throw new CommandError(`\`docker compose\` does not work here, which this test needs:\n${tail}`);
  return {
    baseUrl: `http://127.0.0.1:${port}`,
    image: `kith:${env.KITH_TAG}`,
    askDocker: async (args) => (await run({ command: 'docker', args, showOutput: false })).tail,
    superAdminPassword: env.SUPER_ADMIN_PASSWORD,
    run: async (args) => (await compose(args, true)).isOk,
    ask: async (args) => (await compose(args, false)).tail,
    readSecrets: (name) => parseEnv(readFileSync(path.join(env.SECRETS_DIR, `${name}.env`), 'utf8')),
  };
}

async function testAll(task, project, start) {
  const all = [await testImage(project.askDocker, project.image), await testAgainst(task, project)];
  task.log('\n── What the containers keep apart');
  all.push(await testIsolation(project));
  task.log('\n── Data after all containers were replaced');
  all.push(await testRestart(project, async () => (await project.run(['down', '--timeout', '30'])) && (await start())));
  const sum = (key) => all.reduce((total, counts) => total + counts[key], 0);
  return { passed: sum('passed'), failed: sum('failed') };
}

async function testAgainst(task, project) {
  const [adminAddress] = (await project.ask(['port', 'discord', '8081'])).split('\n');
  const env = {
    TEST_STACK: 'off',
    E2E_BASE_URL: project.baseUrl,
    E2E_DISCORD_API_URL: 'http://discord:8080/api',
    E2E_DISCORD_ADMIN_URL: `http://${adminAddress}`,
    E2E_SUPER_ADMIN_PASSWORD: project.superAdminPassword,
  };
  task.log(`\n── End-to-end tests against ${project.baseUrl}`);
  return runJest(task, { options: ['--selectProjects', 'all-in-one'], files: endToEndTests(), env });
}

// Tests that work against any running installation; the others start and stop processes themselves.
function endToEndTests() {
  const folder = path.join(ROOT, 'deploy/all-in-one/test');
  const files = readdirSync(folder)
    .filter((name) => name.endsWith('.spec.ts'))
    .map((name) => path.join(folder, name));
  return files.filter((file) => readFileSync(file, 'utf8').includes('aStack('));
}
