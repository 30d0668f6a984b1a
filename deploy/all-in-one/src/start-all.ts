import { startService, type RunningService, type Runtime, type ServiceDefinition } from '@kith/kit';
import { SERVICES, type ServiceName } from '@kith/proto';

// Imported on demand: a process loads only the services that it runs.
const DEFINITIONS: Readonly<Record<ServiceName, () => Promise<{ definition: ServiceDefinition }>>> = {
  auth: () => import('@kith/auth'),
  bots: () => import('@kith/bots'),
  billing: () => import('@kith/billing'),
  chat: () => import('@kith/chat'),
  knowledge: () => import('@kith/knowledge'),
  'bot-runner': () => import('@kith/bot-runner'),
  sandbox: () => import('@kith/sandbox'),
};

/** A running service or gateway; it is stopped in two steps. */
export interface Stoppable extends Pick<RunningService, 'stopWork' | 'close'> {
  readonly name: ServiceName | 'gateway';
}

export interface RunningProcess {
  readonly running: readonly Stoppable[];
  /** Where the gateway listens, e.g. `http://127.0.0.1:3000`; undefined when it is not part of this process. */
  readonly address: string | undefined;
}

/** Starts what `SERVICE` names in this process: these services call each other without Redis. The gateway starts last, when the services answer. */
export async function startAll(runtime: Runtime): Promise<RunningProcess> {
  const names = new Set<string>(runtime.config.SERVICE);
  const services = await Promise.all(
    SERVICES.filter((name) => names.has(name)).map(async (name) => {
      const { definition } = await DEFINITIONS[name]();
      const service = await startService(definition, runtime);
      runtime.rpc.callDirectly(service.replica);
      return named(name, service);
    }),
  );
  if (!names.has('gateway')) return { running: services, address: undefined };
  const { startGateway } = await import('@kith/gateway');
  const gateway = await startGateway(runtime);
  return { running: [named('gateway', gateway), ...services], address: gateway.address };
}

const named = (name: Stoppable['name'], running: Pick<RunningService, 'stopWork' | 'close'>): Stoppable => ({
  name,
  stopWork: () => running.stopWork(),
  close: () => running.close(),
});
