// `npm start`: installs, provides Postgres and Redis, builds what changed and runs every service. Plain Node: it runs before dependencies are installed.
import './prepare/require-node.mjs';
import path from 'node:path';
import { waitUntilReady, startChild } from './infrastructure/child-process.mjs';
import { provideInfrastructure } from './infrastructure.mjs';
import { CommandError } from './infrastructure/command-error.mjs';
import { buildProjects } from './prepare/build.mjs';
import { installDependencies } from './prepare/install.mjs';
import { findLocalModel } from './prepare/local-model.mjs';
import { lockDataDirectory } from './prepare/data-directory-lock.mjs';
import { requireFreePort } from './prepare/free-port.mjs';
import { NODE_FLAGS, nodeProgram } from './prepare/node.mjs';
import { runTask } from './prepare/task.mjs';
import { readSettings } from './prepare/settings.mjs';

const ROOT = path.resolve(import.meta.dirname, '..');
const READY_TIMEOUT_MS = 120_000;

process.chdir(ROOT);
await runTask(async (task) => {
  const settings = readSettings();
  task.onStop(await lockDataDirectory(settings.dataDir));
  await requireFreePort(settings.host, settings.port);
  // At the first start Postgres and Redis are installed or set up while npm works.
  const infrastructure = provideInfrastructure({ mode: 'start', dataDir: settings.dataDir, log: task.log });
  task.onStop(() => infrastructure.then(({ stop }) => stop()).catch(() => {}));
  const [{ databaseUrl, redisUrl }] = await Promise.all([
    infrastructure,
    installDependencies(task).then(() => buildProjects(task)),
  ]);
  const local = await findLocalModel();
  if (local) task.log(local.text);
  const app = startApp(settings, { DATABASE_URL: databaseUrl, REDIS_URL: redisUrl, ...local?.env });
  task.onStop(app.stop);
  if (await waitUntilReady(app, () => answersReady(settings), READY_TIMEOUT_MS))
    task.log(`\nKith runs at ${settings.publicUrl} (stop it with Ctrl-C)\n`);
  else if (app.child.exitCode === null && app.child.signalCode === null)
    throw new CommandError(`Kith did not become ready in ${READY_TIMEOUT_MS / 1000} seconds.`);
  throw new CommandError(`Kith ${await app.exited}: see its last output above.`);
});

function startApp({ port, host, dataDir, publicUrl }, found) {
  // The next start reads compiled code instead of compiling it, which saves a third of its time.
  const cache = { NODE_COMPILE_CACHE: path.join(ROOT, 'node_modules/.cache/kith') };
  // Fewer pools of freed memory, which the C library keeps for each of Node's threads.
  const memory = { MALLOC_ARENA_MAX: '2' };
  const env = {
    ...cache,
    ...memory,
    ...process.env,
    ...found,
    PORT: String(port),
    HOST: host,
    DATA_DIR: dataDir,
    PUBLIC_URL: publicUrl,
  };
  const program = path.join(ROOT, 'deploy/all-in-one/dist/bundle/main.js');
  return startChild(nodeProgram(), [...NODE_FLAGS, program], {
    cwd: ROOT,
    env,
    stdio: ['pipe', 'inherit', 'inherit'],
    graceMs: 30_000,
  });
}

async function answersReady({ host, port }) {
  const name = ['0.0.0.0', '::'].includes(host) ? 'localhost' : host;
  try {
    const answer = await fetch(`http://${name.includes(':') ? `[${name}]` : name}:${port}/health/ready`);
    return answer.ok;
  } catch {
    return false;
  }
}
