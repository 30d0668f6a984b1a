// `npm run screenshots`: pictures of every screen with demo data, in both themes and widths, into screenshots/.
// The browser sweep over every route takes them.
import './prepare/require-node.mjs';
import { rmSync } from 'node:fs';
import path from 'node:path';
import { buildProjects } from './prepare/build.mjs';
import { installDependencies } from './prepare/install.mjs';
import { runJest } from './prepare/jest.mjs';
import { runTask } from './prepare/task.mjs';

const ROOT = path.resolve(import.meta.dirname, '..');
const SCREENSHOTS = path.join(ROOT, 'screenshots');

process.chdir(ROOT);
await runTask(async (task) => {
  await installDependencies(task);
  await buildProjects(task);
  rmSync(SCREENSHOTS, { recursive: true, force: true });
  const { failed } = await runJest(task, {
    options: ['--selectProjects', 'journeys', '--testPathPatterns', 'every-route.sweep'],
    env: { SCREENSHOTS },
  });
  task.log(`\nThe pictures are in ${path.relative(ROOT, SCREENSHOTS)}/.`);
  return { exitCode: failed > 0 ? 1 : 0 };
});
