import { runProcess } from '@kith/kit';
import { startAll } from './start-all.js';

await runProcess(async (runtime) => {
  const { running, address } = await startAll(runtime);
  runtime.logger.info({ address, services: runtime.config.SERVICE }, 'kith is up');
  return [...running];
});
