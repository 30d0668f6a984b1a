import { runProcess } from '@kith/kit';
import { startGateway } from './gateway.js';

await runProcess(async (runtime) => {
  const gateway = await startGateway(runtime);
  runtime.logger.info({ address: gateway.address }, 'gateway started');
  return [gateway];
});
