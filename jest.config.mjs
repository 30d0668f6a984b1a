// Native ES modules: run it as `npm run jest`, which passes the flag Node needs for that.
import { readdirSync } from 'node:fs';

const swc = (tsx) => [
  '@swc/jest',
  {
    swcrc: false,
    sourceMaps: 'inline',
    jsc: {
      target: 'es2023',
      parser: { syntax: 'typescript', tsx, decorators: true },
      transform: {
        legacyDecorator: true,
        decoratorMetadata: true,
        useDefineForClassFields: false,
        react: { runtime: 'automatic' },
      },
      keepClassNames: true,
    },
    module: { type: 'es6' },
  },
];

const root = import.meta.dirname;
// Sweeps (`*.sweep.spec.ts`, `*.sweep.e2e.ts`) take minutes: they run in `npm run test:full`, or when their name is given.
const isSweepNamed = process.argv.some((argument) => argument.includes('sweep'));
const sweeps = process.env.TEST_SWEEPS ?? (isSweepNamed ? 'included' : 'excluded');
const testsIn = (folder, ending) =>
  ({
    excluded: [`${folder}/**/*.${ending}`, '!**/*.sweep.*'],
    included: [`${folder}/**/*.${ending}`],
    only: [`${folder}/**/*.sweep.${ending}`],
  })[sweeps];
const common = {
  extensionsToTreatAsEsm: ['.ts', '.tsx'],
  transform: { '^.+\\.ts$': swc(false), '^.+\\.tsx$': swc(true) },
  moduleNameMapper: { '^(\\.{1,2}/.*)\\.js$': '$1' },
  testEnvironment: 'node',
  testEnvironmentOptions: { customExportConditions: ['@kith/source', 'node', 'node-addons'] },
  testMatch: testsIn('<rootDir>/{src,test}', 'spec.ts'),
  testPathIgnorePatterns: ['/node_modules/', '/dist/'],
};

// Jest runs a project's setup only when one of its tests is selected, and a shared file once.
const onStack = {
  globalSetup: `${root}/deploy/jest/setup-stack.mjs`,
  globalTeardown: `${root}/deploy/jest/teardown-stack.mjs`,
};
const onBrowser = { ...onStack, globalSetup: `${root}/deploy/jest/setup-journeys.mjs` };

const services = readdirSync(`${root}/services`, { withFileTypes: true })
  .filter((entry) => entry.isDirectory())
  .map(({ name }) => ({ ...common, ...onStack, displayName: name, rootDir: `services/${name}` }));

const web = {
  ...common,
  displayName: 'web',
  rootDir: 'web',
  testEnvironment: `${root}/deploy/jest/web-environment.mjs`,
  testEnvironmentOptions: { customExportConditions: ['@kith/source', 'browser'] },
  moduleNameMapper: { ...common.moduleNameMapper, '\\.(css|svg|png|woff2)$': `${root}/deploy/jest/asset.mjs` },
  testMatch: testsIn('<rootDir>/src', '{test,spec}.{ts,tsx}'),
};

export default {
  testTimeout: 30_000,
  maxWorkers: 2,
  // A worker keeps the modules of finished files; above this size it is replaced.
  workerIdleMemoryLimit: '2GB',
  coverageProvider: 'v8',
  projects: [
    { ...common, displayName: 'proto', rootDir: 'proto' },
    { ...common, ...onStack, displayName: 'gateway', rootDir: 'gateway' },
    ...services,
    web,
    // Some of its tests need a browser: they send requests from the page of another site.
    { ...common, ...onBrowser, displayName: 'all-in-one', rootDir: 'deploy/all-in-one' },
    { ...common, displayName: 'deploy', rootDir: 'deploy', testMatch: testsIn('<rootDir>/test', 'spec.mjs') },
    { ...common, ...onBrowser, displayName: 'journeys', rootDir: 'web', testMatch: testsIn('<rootDir>/e2e', 'e2e.ts') },
  ],
};
