import type { AnswerOf, Call, InputOf, OutputOf, ParsedInputOf, ServiceName } from '@kith/proto';
import type { DirectReplica } from '../rpc/direct.js';
import { parseInput } from '../rpc/handle.js';
import type { RpcContext } from '../rpc/running-call.js';
import { RpcServer } from '../rpc/server.js';
import { openRuntime, type Runtime } from '../runtime.js';
import { startService, type RunningService, type ServiceDefinition } from '../start.js';
import { testEnvironment } from './environment.js';

/** Services that run on their own Postgres and Redis databases. */
export interface ServicesUnderTest {
  readonly runtime: Runtime;
  readonly services: ReadonlyMap<string, RunningService>;
  /** Calls a service like another process would: over Redis, with the schemas of the call applied. */
  ask<C extends Call>(call: C, input: InputOf<C>): Promise<OutputOf<C>>;
  stop(): Promise<void>;
}

/** Starts the given services for one test file; `env` overrides variables. `fixtureService` can simulate the services they call. */
export async function servicesUnderTest(
  definitions: readonly ServiceDefinition[],
  env: NodeJS.ProcessEnv = {},
): Promise<ServicesUnderTest> {
  const environment = await testEnvironment(env);
  const runtime = await openRuntime(environment.env);
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
      await environment.drop();
    },
  };
}

/** The answer of a simulated service to one call; `fixture` checks the types. */
export interface FixtureHandler {
  readonly call: Call;
  readonly answer: (input: never, context: RpcContext) => unknown;
}

type Answer<C extends Call> = (
  input: ParsedInputOf<C>,
  context: RpcContext,
) => AnswerOf<C> | Promise<AnswerOf<C>> | AsyncGenerator<AnswerOf<C>>;

/** Defines the answer to one call, for `fixtureService`. */
export const fixture = <C extends Call>(call: C, answer: Answer<C>): FixtureHandler => ({ call, answer });

/** Simulates another service over the real transport; calls without a fixture are answered with NO_HANDLER. */
export async function fixtureService(
  runtime: Runtime,
  service: ServiceName,
  handlers: readonly FixtureHandler[],
): Promise<{ close(): Promise<void>; readonly replica?: DirectReplica }> {
  const server = new RpcServer({
    service,
    redisUrl: runtime.config.REDIS_URL,
    keys: runtime.keys,
    logger: runtime.logger,
    drainMs: 1000,
  });
  for (const { call, answer } of handlers) {
    server.addHandler(
      call.name,
      async (input: unknown, context: RpcContext) => answer(parseInput(call, input) as never, context) as never,
      false,
      { callers: call.callers },
    );
  }
  await new Promise<void>((resolve, reject) => {
    void server.listen((error?: unknown) =>
      error ? reject(error instanceof Error ? error : new Error(String(error))) : resolve(),
    );
  });
  return { close: () => server.close(), replica: server };
}
