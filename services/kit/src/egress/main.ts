// The process of an egress container (docker-compose.yml): the proxy through which one service reaches the destinations of EGRESS_ALLOW.
import { errorText } from '../error-text.js';
import { createLogger } from '../logger.js';
import { parseDestinations } from './destinations.js';
import { createEgressProxy } from './proxy.js';

const PORT = 3128;

try {
  const logger = createLogger(process.env['LOG_LEVEL'] || 'info');
  const server = createEgressProxy({ destinations: parseDestinations(process.env['EGRESS_ALLOW'] ?? ''), logger });
  server.listen(PORT, '0.0.0.0', () => logger.info({ port: PORT }, 'the egress proxy accepts connections'));
  for (const signal of ['SIGTERM', 'SIGINT']) process.on(signal, () => process.exit(0));
} catch (error) {
  process.stderr.write(`${errorText(error)}\n`);
  process.exit(1);
}
