import { definition as auth } from '@kith/auth';
import { definition as billing } from '@kith/billing';
import { definition as botRunner } from '@kith/bot-runner';
import { definition as bots } from '@kith/bots';
import { definition as chat } from '@kith/chat';
import { startGateway } from '@kith/gateway';
import { startService, type RunningService, type Runtime, type ServiceDefinition } from '@kith/kit';
import { definition as knowledge } from '@kith/knowledge';
import { definition as sandbox } from '@kith/sandbox';

const DEFINITIONS: readonly ServiceDefinition[] = [auth, billing, knowledge, bots, sandbox, chat, botRunner];

type Stoppable = Pick<RunningService, 'stopWork' | 'close'>;

export interface RunningProcess {
  readonly running: readonly Stoppable[];
  /** Where the gateway listens, e.g. `http://127.0.0.1:3000`; undefined when it is not part of this process. */
  readonly address: string | undefined;
}

/** Starts what `SERVICE` names in this process; the gateway comes last, so that it opens its door on a working house. */
export async function startAll(runtime: Runtime): Promise<RunningProcess> {
  const names = new Set<string>(runtime.config.SERVICE);
  const wanted = DEFINITIONS.filter((definition) => names.has(definition.name));
  const services = await Promise.all(wanted.map((definition) => startService(definition, runtime)));
  if (!names.has('gateway')) return { running: services, address: undefined };
  const gateway = await startGateway(runtime);
  return { running: [gateway, ...services], address: gateway.address };
}
