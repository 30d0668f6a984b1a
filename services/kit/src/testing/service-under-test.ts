import type { Call, InputOf, OutputOf } from '@kith/proto';
import { openRuntime, type Runtime } from '../runtime.js';
import { startService, type RunningService, type ServiceDefinition } from '../start.js';
import { testEnvironment } from './environment.js';

/** Services running on a real Postgres and Redis of their own. */
export interface ServicesUnderTest {
  readonly runtime: Runtime;
  readonly services: ReadonlyMap<string, RunningService>;
  /** Asks as another process would: over Redis, through the schemas. */
  ask<C extends Call>(call: C, input: InputOf<C>): Promise<OutputOf<C>>;
  stop(): Promise<void>;
}

/** Boots the given services for one test file; `env` overrides variables. Neighbours that are not given can be played by `fixtureService`. */
export async function servicesUnderTest(
  definitions: readonly ServiceDefinition[],
  env: NodeJS.ProcessEnv = {},
): Promise<ServicesUnderTest> {
  const world = await testEnvironment(env);
  const runtime = await openRuntime(world.env);
  const services = new Map<string, RunningService>();
  for (const definition of definitions) services.set(definition.name, await startService(definition, runtime));
  return {
    runtime,
    services,
    ask: (call, input) => runtime.rpc.ask(call, input),
    stop: async () => {
      await Promise.all([...services.values()].map((service) => service.stopWork()));
      await Promise.all([...services.values()].map((service) => service.close()));
      await runtime.close();
      await world.drop();
    },
  };
}
