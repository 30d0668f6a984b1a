// A worker process of the runner: runs one file after the other and keeps the modules that they loaded.
import LightRunner from 'jest-light-runner';

process.on('message', async ({ file, config, globalConfig }) => {
  // With one worker jest-light-runner runs a file in its own process, which is this one.
  const runner = new LightRunner({ ...globalConfig, maxWorkers: 1 });
  const answer = {};
  await runner.runTests(
    [{ path: file, context: { config } }],
    undefined,
    async () => {},
    async (_test, result) => Object.assign(answer, { result }),
    async (_test, error) => Object.assign(answer, { error }),
  );
  process.send({ ...answer, memoryBytes: process.memoryUsage.rss() });
});
// The runner needs it no more, or was killed.
process.on('disconnect', () => process.exit());
