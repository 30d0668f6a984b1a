// `npm run dev`: all services from source, restarted on edits, and the web app on Vite's development server.
import './prepare/require-node.mjs';
import { existsSync } from 'node:fs';
import path from 'node:path';
import { startChild } from './infrastructure/child-process.mjs';
import { provideInfrastructure } from './infrastructure.mjs';
import { CommandError } from './infrastructure/command-error.mjs';
import { readProjects } from './checks/projects.mjs';
import { installDependencies } from './prepare/install.mjs';
import { findLocalModel } from './prepare/local-model.mjs';
import { lockDataDirectory } from './prepare/data-directory-lock.mjs';
import { requireFreePort } from './prepare/free-port.mjs';
import { nodeProgram } from './prepare/node.mjs';
import { runTask } from './prepare/task.mjs';
import { readSettings } from './prepare/settings.mjs';
import { restartOnEdit } from './prepare/watch.mjs';

const ROOT = path.resolve(import.meta.dirname, '..');
const WEB_PORT = Number(process.env.WEB_PORT || 5173);

process.chdir(ROOT);
await runTask(async (task) => {
  const settings = readSettings();
  task.onStop(await lockDataDirectory(settings.dataDir));
  await Promise.all([requireFreePort(settings.host, settings.port), requireFreePort('127.0.0.1', WEB_PORT)]);
  await installDependencies(task);
  const infrastructure = await provideInfrastructure({ mode: 'start', dataDir: settings.dataDir, log: task.log });
  task.onStop(infrastructure.stop);
  const local = await findLocalModel();
  if (local) task.log(local.text);
  const services = restartOnEdit({
    start: () => startServices(settings, infrastructure, local?.env),
    folders: sourceFolders(),
    log: task.log,
  });
  task.onStop(services);
  const web = startWeb(settings);
  task.onStop(web.stop);
  task.log(`\nThe app, with hot reload: http://localhost:${WEB_PORT} (its API: port ${settings.port}; stop both with Ctrl-C)\n`);
  throw new CommandError(`Vite ${await web.exited}: see its last output above.`);
});

function startServices({ port, host, dataDir }, { databaseUrl, redisUrl }, localModel) {
  const stores = { DATABASE_URL: databaseUrl, REDIS_URL: redisUrl };
  // The browser's origin is Vite's server: links in mails and the CSRF check use it.
  const env = {
    PUBLIC_URL: `http://localhost:${WEB_PORT}`,
    ...process.env,
    ...stores,
    ...localModel,
    PORT: String(port),
    HOST: host,
    DATA_DIR: dataDir,
  };
  const loader = ['--enable-source-maps', '--conditions=@kith/source', '--import', path.join(ROOT, 'deploy/register-swc.mjs')];
  const args = [...loader, path.join(ROOT, 'deploy/all-in-one/src/main.ts')];
  return startChild(nodeProgram(), args, { cwd: ROOT, env, stdio: ['pipe', 'inherit', 'inherit'], graceMs: 20_000 });
}

function sourceFolders() {
  const folders = readProjects(ROOT)
    .map(({ folder }) => folder)
    .filter((folder) => folder !== 'web');
  return folders.map((folder) => path.join(ROOT, folder, 'src')).filter((folder) => existsSync(folder));
}

function startWeb({ port }) {
  const vite = path.join(ROOT, 'node_modules/vite/bin/vite.js');
  const args = [vite, '--host', '127.0.0.1', '--port', String(WEB_PORT), '--strictPort', '--clearScreen', 'false'];
  const env = { ...process.env, GATEWAY: `http://127.0.0.1:${port}` };
  return startChild(nodeProgram(), args, { cwd: path.join(ROOT, 'web'), env, stdio: ['pipe', 'inherit', 'inherit'] });
}
