// The chat service in a process of its own, as in a container, for first-token.bench.ts: tells its parent when it is ready, then at each message the
// CPU time that it has used, and ends when its parent leaves.
import { openRuntime, startService } from '@kith/kit';
import { definition } from '../src/index.js';

const runtime = await openRuntime(process.env);
const service = await startService(definition, runtime);
process.on('message', () => process.send?.(process.cpuUsage()));
process.once('disconnect', () => {
  void (async () => {
    await service.stopWork();
    await service.close();
    await runtime.close();
    process.exit(0);
  })();
});
process.send?.('ready');
