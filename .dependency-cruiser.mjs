// Which file may import which (docs/architecture.md, "Boundaries"). Run by `npm run lint`; the rules follow the folders,
// so that a new service or feature is covered from its first file.
import { readFileSync } from 'node:fs';

const TEST = String.raw`\.(spec|test|e2e|bench)\.tsx?$|/(test|testing|e2e|bench)/`;
const SERVICE = '^services/(?!kit/)[^/]+/';
const { dependencies: _none, devDependencies: rootTools } = JSON.parse(
  readFileSync(new URL('package.json', import.meta.url), 'utf8'),
);

const forbid = (name, comment, from, to) => ({ name, comment, severity: 'error', from, to });

const PROJECTS = [
  forbid(
    'proto-imports-nothing-of-ours',
    'proto is imported by browsers and servers',
    { path: '^proto/' },
    { path: '^(gateway|services|web|deploy)/' },
  ),
  forbid('proto-runs-in-browsers', 'no Node modules in proto', { path: '^proto/src/' }, { dependencyTypes: ['core'] }),
  forbid(
    'kit-imports-proto-only',
    'kit holds no product rules',
    { path: '^services/kit/' },
    { path: '^(gateway|web|deploy)/|' + SERVICE },
  ),
  forbid(
    'gateway-asks-services',
    'the gateway calls services over RPC',
    { path: '^gateway/' },
    { path: '^(web|deploy)/|' + SERVICE },
  ),
  forbid(
    'service-imports-no-service',
    'services call each other over RPC or add jobs',
    { path: '^services/(?!kit/)([^/]+)/' },
    { path: '^(gateway|web|deploy)/|' + SERVICE, pathNot: '^services/$1/' },
  ),
  forbid(
    'web-imports-proto-only',
    'the browser app knows the contracts only; its browser tests may start the product',
    { path: '^web/', pathNot: '^web/(e2e|bench)/' },
    { path: '^(gateway|services|deploy)/' },
  ),
  forbid(
    'import-projects-by-entry',
    'another project is imported by its name, and only what its package.json exports (src/index.ts, src/testing/index.ts)',
    { path: '^(proto|gateway|web|services/[^/]+|deploy/all-in-one)/' },
    {
      path: '^(proto|gateway|web|services/[^/]+|deploy/all-in-one)/',
      pathNot: ['^$1/', '^(proto|gateway|web|services/[^/]+|deploy/all-in-one)/src/(testing/)?index\\.ts$'],
    },
  ),
];

const WEB = [
  forbid(
    'lib-is-the-lowest-layer',
    'lib <- ui <- shared <- features <- app',
    { path: '^web/src/lib/', pathNot: TEST },
    { path: '^web/src/(ui|shared|features|app)/' },
  ),
  forbid(
    'ui-knows-no-product',
    'generic components only',
    { path: '^web/src/ui/', pathNot: TEST },
    { path: '^web/src/(shared|features|app)/' },
  ),
  forbid(
    'shared-knows-no-feature',
    'what several features use',
    { path: '^web/src/shared/', pathNot: TEST },
    { path: '^web/src/(features|app)/' },
  ),
  forbid(
    'feature-knows-no-feature',
    'app composes features',
    { path: '^web/src/features/([^/]+)/', pathNot: TEST },
    { path: '^web/src/(features|app)/', pathNot: '^web/src/features/$1/' },
  ),
];

const PACKAGES = [
  forbid(
    'declared-dependencies',
    'add the package to the package.json of the project that imports it',
    { pathNot: '^deploy/[^/]+/' },
    { dependencyTypes: ['npm-no-pkg', 'npm-unknown'] },
  ),
  forbid(
    'no-test-tools-in-the-product',
    'devDependencies are not installed in production',
    { path: '^(proto|gateway|services/[^/]+|web|deploy/all-in-one)/src/', pathNot: TEST },
    {
      dependencyTypes: ['npm-dev'],
      path: `node_modules/(${Object.keys(rootTools).join('|')})/`,
      dependencyTypesNot: ['type-only'],
    },
  ),
  forbid('resolvable', 'the file or package does not exist', {}, { couldNotResolve: true, pathNot: '^virtual:' }),
];

export default {
  forbidden: [
    forbid('no-circular', 'move what both need into the lower file', {}, { circular: true }),
    forbid(
      'no-test-code-in-the-product',
      'test code is not shipped',
      { path: '^(proto|gateway|services/[^/]+|web|deploy/all-in-one)/src/', pathNot: TEST },
      { path: TEST },
    ),
    ...PROJECTS,
    ...WEB,
    ...PACKAGES,
  ],
  options: {
    doNotFollow: { path: ['node_modules', '/dist/'] },
    exclude: { path: '^(.*/dist|web/src/gql)/|\\.(css|svg|png)$' },
    tsPreCompilationDeps: true,
    combinedDependencies: true,
    moduleSystems: ['es6'],
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['@kith/source', 'import', 'node', 'default', 'types'],
      extensions: ['.ts', '.tsx', '.mjs', '.js', '.json', '.d.ts'],
      mainFields: ['module', 'main', 'types'],
    },
  },
};
