import { callScope, LOGGER, RpcClient, type Logger } from '@kith/kit';
import { AppError, billing } from '@kith/proto';
import { Inject, Injectable } from '@nestjs/common';

/** Charges messages to the owner: reserved before the model is called, settled or released afterwards (docs/decisions.md B8). */
@Injectable()
export class Charges {
  constructor(
    private readonly rpc: RpcClient,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /** Returns the number of the charge of this request. DAILY_LIMIT, with the time of the reset, without messages and credits. */
  async reserve(userId: string, requestId: string): Promise<number> {
    const { source, charge, resetsAt } = await this.rpc.ask(billing.reserve, { userId, requestId });
    if (source === 'denied') throw new AppError('DAILY_LIMIT', undefined, { resetsAt });
    return charge;
  }

  async settle(requestId: string): Promise<void> {
    await this.rpc.ask(billing.settle, { requestId });
  }

  /** With `charge`, a late release does not undo the charge of a later attempt. */
  async release(requestId: string, charge?: number): Promise<void> {
    await this.rpc.ask(billing.release, { requestId, charge });
  }

  /**
   * Settles or releases although the call that reserved may be cancelled already. An error is only logged: billing releases reservations
   * that stay open.
   */
  async close(outcome: 'settle' | 'release', requestId: string, charge?: number): Promise<void> {
    try {
      // In a new call scope, so that the cancellation and deadline of the current call do not apply to billing.
      await callScope.run({ meta: callScope.getStore()?.meta ?? {} }, () => this[outcome](requestId, charge));
    } catch (error) {
      this.logger.warn({ outcome, err: error }, 'charge could not be closed');
    }
  }
}
