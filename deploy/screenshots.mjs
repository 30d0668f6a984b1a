// `npm run screenshots`: pictures of every screen in both themes and widths, of demo data on a stack of its own, into screenshots/.
// What takes them is the journey that checks every screen, so a picture is of a screen that was looked at.
import './prepare/require-node.mjs';
import { rmSync } from 'node:fs';
import path from 'node:path';
import { buildProjects } from './prepare/build.mjs';
import { installDependencies } from './prepare/install.mjs';
import { runJest } from './prepare/jest.mjs';
import { runSession } from './prepare/session.mjs';

const ROOT = path.resolve(import.meta.dirname, '..');
const SCREENSHOTS = path.join(ROOT, 'screenshots');

process.chdir(ROOT);
await runSession(async (session) => {
  await installDependencies(session);
  await buildProjects(session);
  rmSync(SCREENSHOTS, { recursive: true, force: true });
  const { failed } = await runJest(session, ['--selectProjects', 'journeys', '--testPathPatterns', 'every-route'], {
    SCREENSHOTS,
  });
  session.say(`\nThe pictures are in ${path.relative(ROOT, SCREENSHOTS)}/.`);
  return { exitCode: failed > 0 ? 1 : 0 };
});
