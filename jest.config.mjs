// Tests of Node code run in plain Node (jest-light-runner), whose workers keep modules between files; those of the web app run in
// Jest's own runner with jsdom. Run it as `npm run jest`, which passes the flag that Jest needs for ES modules.
import { readdirSync } from 'node:fs';
import { pathToFileURL } from 'node:url';

const root = import.meta.dirname;
// For the workers of jest-light-runner; deploy/jest/node-setup.mjs takes it away from the programs that tests start.
process.env.NODE_OPTIONS = [
  process.env.NODE_OPTIONS,
  '--conditions=@kith/source',
  `--import=${pathToFileURL(`${root}/deploy/register-swc.mjs`).href}`,
  '--no-warnings',
  // As in Jest's own runner: a promise may be rejected before the test awaits it.
  '--unhandled-rejections=none',
].join(' ');

// Sweeps (`*.sweep.spec.ts`, `*.sweep.e2e.ts`) take minutes: they run in `npm run test:full`, or when their name is given.
const isSweepNamed = process.argv.some((argument) => argument.includes('sweep'));
const sweeps = process.env.TEST_SWEEPS ?? (isSweepNamed ? 'included' : 'excluded');
const testsIn = (folder, ending) =>
  ({
    excluded: [`${folder}/**/*.${ending}`, '!**/*.sweep.*'],
    included: [`${folder}/**/*.${ending}`],
    only: [`${folder}/**/*.sweep.${ending}`],
  })[sweeps];
const ignored = { testPathIgnorePatterns: ['/node_modules/', '/dist/'] };
const node = {
  ...ignored,
  runner: `${root}/deploy/jest/runner.mjs`,
  setupFilesAfterEnv: [`${root}/deploy/jest/node-setup.mjs`],
  testMatch: testsIn('<rootDir>/{src,test}', 'spec.ts'),
};

// Jest runs a project's setup only when one of its tests is selected, and a shared file once.
const onStack = {
  globalSetup: `${root}/deploy/jest/setup-stack.mjs`,
  globalTeardown: `${root}/deploy/jest/teardown-stack.mjs`,
};
const onBrowser = { ...onStack, globalSetup: `${root}/deploy/jest/setup-journeys.mjs` };

const services = readdirSync(`${root}/services`, { withFileTypes: true })
  .filter((entry) => entry.isDirectory())
  .map(({ name }) => ({ ...node, ...onStack, displayName: name, rootDir: `services/${name}` }));

const web = {
  ...node,
  displayName: 'web',
  rootDir: 'web',
  setupFiles: [`${root}/deploy/jest/web-setup.mjs`],
  setupFilesAfterEnv: [...node.setupFilesAfterEnv, `${root}/deploy/jest/web-timers.mjs`],
  testMatch: testsIn('<rootDir>/src', '{test,spec}.{ts,tsx}'),
};

export default {
  maxWorkers: 2,
  // A worker keeps the modules of finished files; above this size it is replaced.
  workerIdleMemoryLimit: '2GB',
  coverageProvider: 'v8',
  projects: [
    { ...node, displayName: 'proto', rootDir: 'proto' },
    { ...node, ...onStack, displayName: 'gateway', rootDir: 'gateway' },
    ...services,
    web,
    // Some of its tests need a browser: they send requests from the page of another site.
    { ...node, ...onBrowser, displayName: 'all-in-one', rootDir: 'deploy/all-in-one' },
    { ...node, displayName: 'deploy', rootDir: 'deploy', testMatch: testsIn('<rootDir>/test', 'spec.mjs') },
    { ...node, ...onBrowser, displayName: 'journeys', rootDir: 'web', testMatch: testsIn('<rootDir>/e2e', 'e2e.ts') },
  ],
};
