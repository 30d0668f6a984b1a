/**
 * What `npm run bench` measures without a name: each benchmark with limits, those of interest to most first. `smaller` are settings that keep
 * the whole run below about twenty minutes; named alone, a benchmark measures its whole size. `needsRegistry`: left out where no package
 * registry answers.
 */
export const WITH_LIMIT = [
  { file: 'deploy/all-in-one/src/bench/door.bench.ts' },
  { file: 'services/kit/test/rpc.bench.ts' },
  { file: 'services/billing/test/debits.bench.ts' },
  { file: 'services/chat/bench/first-token.bench.ts' },
  { file: 'services/sandbox/test/run.bench.ts' },
  { file: 'deploy/all-in-one/src/bench/growth.bench.ts' },
  { file: 'deploy/all-in-one/src/bench/deletions.bench.ts', smaller: { DELETIONS_SHARE: '0.4' } },
  { file: 'services/knowledge/bench/scale.bench.ts', smaller: { SCALE_OTHER_BOTS: '9' } },
  { file: 'deploy/all-in-one/src/bench/greedy.bench.ts', smaller: { GREEDY_SHARE: '0.05' } },
  { file: 'deploy/all-in-one/src/bench/replicas.bench.ts' },
  { file: 'deploy/all-in-one/src/bench/start.bench.ts' },
  { file: 'deploy/all-in-one/src/bench/idle-commands.bench.ts' },
  { file: 'services/bot-runner/bench/idle.bench.ts' },
  { file: 'services/knowledge/bench/questions.bench.ts' },
  { file: 'services/knowledge/bench/data-sets.bench.ts' },
  { file: 'services/knowledge/bench/gate.bench.ts' },
  { file: 'services/knowledge/bench/meaning.bench.ts' },
  { file: 'deploy/all-in-one/src/bench/companion.bench.ts' },
  { file: 'services/chat/bench/injections.bench.ts' },
  { file: 'deploy/all-in-one/src/bench/installation.bench.ts', smaller: { FIRST_START_ROUNDS: '1' }, needsRegistry: true },
];
