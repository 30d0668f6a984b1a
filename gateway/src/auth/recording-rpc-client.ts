import type { Audit, RpcClient } from '@kith/kit';
import type { Actor, Call, InputOf, OutputOf } from '@kith/proto';

type AskOptions = Parameters<RpcClient['ask']>[2];
type StreamOptions = Parameters<RpcClient['stream']>[2];

/**
 * The client through which the gateway calls the services. Every call that is not a read is recorded in the audit log when it is made during
 * an impersonation (docs/decisions.md A5): before it is sent, so that a crash cannot leave a change without its entry. An entry also exists
 * for a call that was refused afterwards.
 */
export class RecordingRpcClient implements Pick<RpcClient, 'ask' | 'stream' | 'isUp'> {
  constructor(
    private readonly rpc: Pick<RpcClient, 'ask' | 'stream' | 'isUp'>,
    private readonly audit: Pick<Audit, 'report'>,
  ) {}

  readonly isUp: RpcClient['isUp'] = (service) => this.rpc.isUp(service);

  async ask<C extends Call>(call: C, input: InputOf<C>, options?: AskOptions): Promise<OutputOf<C>> {
    await this.record(call, input);
    return this.rpc.ask(call, input, options);
  }

  async *stream<C extends Call>(call: C, input: InputOf<C>, options?: StreamOptions): AsyncGenerator<OutputOf<C>, void> {
    await this.record(call, input);
    yield* this.rpc.stream(call, input, options);
  }

  private async record(call: Call, input: unknown): Promise<void> {
    if (call.isRead) return;
    const { actor, ...fields } = input as { readonly actor?: Actor } & Record<string, unknown>;
    if (!actor?.impersonator) return;
    const target = TARGETS.map((name) => fields[name]).find((value) => typeof value === 'string') ?? actor.userId;
    await this.audit.report('impersonated_request', { actor, target: String(target), details: { call: call.name } });
  }
}

/** The fields of inputs that say what a call changes, the most specific first; without one of them it is the account. */
const TARGETS = [
  'itemId',
  'botCommandId',
  'commandId',
  'systemId',
  'sessionId',
  'notificationId',
  'checkoutId',
  'botId',
] as const;
