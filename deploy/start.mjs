// `npm start`: from a fresh clone to a running Kith, and from a built one in seconds. Plain Node: it runs before anything is installed.
import './prepare/require-node.mjs';
import path from 'node:path';
import { becomesReady, startChild } from './infrastructure/child.mjs';
import { provideInfrastructure } from './infrastructure.mjs';
import { Refusal } from './infrastructure/refusal.mjs';
import { buildProjects } from './prepare/build.mjs';
import { installDependencies } from './prepare/install.mjs';
import { claimDataDirectory, requireFreePort } from './prepare/instance.mjs';
import { nodeProgram } from './prepare/node.mjs';
import { runSession } from './prepare/session.mjs';
import { readSettings } from './prepare/settings.mjs';

const ROOT = path.resolve(import.meta.dirname, '..');
const READY_TIMEOUT_MS = 120_000;

process.chdir(ROOT);
await runSession(async (session) => {
  const settings = readSettings();
  session.onStop(await claimDataDirectory(settings.dataDir));
  await requireFreePort(settings.host, settings.port);
  await installDependencies(session);
  const infrastructure = provideInfrastructure({ mode: 'start', dataDir: settings.dataDir, say: session.say });
  session.onStop(() => infrastructure.then(({ stop }) => stop()).catch(() => {}));
  const [{ databaseUrl, redisUrl }] = await Promise.all([infrastructure, buildProjects(session)]);
  const app = startApp(settings, { DATABASE_URL: databaseUrl, REDIS_URL: redisUrl });
  session.onStop(app.stop);
  if (await becomesReady(app, () => answersReady(settings), READY_TIMEOUT_MS))
    session.say(`\nKith runs at ${settings.publicUrl} (stop it with Ctrl-C)\n`);
  else if (app.child.exitCode === null && app.child.signalCode === null)
    throw new Refusal(`Kith did not become ready in ${READY_TIMEOUT_MS / 1000} seconds.`);
  throw new Refusal(`Kith ${await app.exited}: what it printed last says why.`);
});

function startApp({ port, host, dataDir, publicUrl }, stores) {
  const env = { ...process.env, ...stores, PORT: String(port), HOST: host, DATA_DIR: dataDir, PUBLIC_URL: publicUrl };
  const program = path.join(ROOT, 'deploy/all-in-one/dist/main.js');
  return startChild(nodeProgram(), [program], { cwd: ROOT, env, stdio: ['pipe', 'inherit', 'inherit'], graceMs: 30_000 });
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
