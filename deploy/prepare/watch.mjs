// Restarts a child when a source file changes. Node's --watch follows imports only and would miss GraphQL and SQL files.
import { watch } from 'node:fs';

const SETTLE_MS = 150;
const SOURCE = /\.(ts|graphql|sql|json)$/;

/** Runs `start()` and again after each edit below the folders; returns `stop`. A child that ended is started again at the next edit. */
export function restartOnEdit({ start, folders, log }) {
  let running = start();
  let timer;
  let restarting = Promise.resolve();
  let isStopped = false;
  const restart = async () => {
    if (isStopped) return;
    log('Source changed: restarting.');
    await running.stop();
    if (!isStopped) running = start();
  };
  const onEdit = (_event, name) => {
    if (!SOURCE.test(name ?? '') || /\.(spec|test|bench)\.ts$/.test(name)) return;
    clearTimeout(timer);
    timer = setTimeout(() => (restarting = restarting.then(restart)), SETTLE_MS);
  };
  const watchers = folders.map((folder) => watch(folder, { recursive: true }, onEdit));
  return async () => {
    isStopped = true;
    clearTimeout(timer);
    for (const watcher of watchers) watcher.close();
    await restarting;
    await running.stop();
  };
}
