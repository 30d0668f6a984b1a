import type { AnswerOf, Call, ParsedInputOf, ServiceName } from '@kith/proto';
import type { Runtime } from '../runtime.js';
import type { RpcContext } from '../rpc/running-call.js';
import { parseInput } from '../rpc/handle.js';
import { RpcServer } from '../rpc/server.js';
import { createSealer } from '../rpc/sealing.js';

/** An answer to one call of the service that is played; `fixture` checks that the two fit. */
export interface FixtureHandler {
  readonly call: Call;
  readonly answer: (input: never, context: RpcContext) => unknown;
}

type Answer<C extends Call> = (
  input: ParsedInputOf<C>,
  context: RpcContext,
) => AnswerOf<C> | Promise<AnswerOf<C>> | AsyncGenerator<AnswerOf<C>>;

export const fixture = <C extends Call>(call: C, answer: Answer<C>): FixtureHandler => ({ call, answer });

/** Plays a neighbouring service over the real transport; calls without a fixture answer NO_HANDLER. */
export async function fixtureService(
  runtime: Runtime,
  service: ServiceName,
  handlers: readonly FixtureHandler[],
): Promise<{ close(): Promise<void> }> {
  const sealer = createSealer(runtime.keyring.derive(`rpc-${service}`));
  const server = new RpcServer({
    service,
    redisUrl: runtime.config.REDIS_URL,
    unseal: sealer.unseal,
    publicKey: sealer.publicKey,
    logger: runtime.logger,
    drainMs: 1000,
  });
  for (const { call, answer } of handlers) {
    server.addHandler(
      call.name,
      async (input: unknown, context: RpcContext) => answer(parseInput(call, input) as never, context) as never,
    );
  }
  await new Promise<void>((resolve, reject) => {
    void server.listen((error?: unknown) =>
      error ? reject(error instanceof Error ? error : new Error(String(error))) : resolve(),
    );
  });
  return { close: () => server.close() };
}
