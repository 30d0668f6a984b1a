import { callScope, LOGGER, RpcClient, type Logger } from '@kith/kit';
import { AppError, billing } from '@kith/proto';
import { Inject, Injectable } from '@nestjs/common';

/** One message of the owner's day or credits: reserved before the model is asked, settled or released after (decision B8). */
@Injectable()
export class Charges {
  constructor(
    private readonly rpc: RpcClient,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /** Answers which charge of the id it is. DAILY_LIMIT, with the time of the reset, when neither messages nor credits are left. */
  async reserve(userId: string, requestId: string): Promise<number> {
    const { source, charge, resetsAt } = await this.rpc.ask(billing.reserve, { userId, requestId });
    if (source === 'denied') throw new AppError('DAILY_LIMIT', undefined, { resetsAt });
    return charge;
  }

  async settle(requestId: string): Promise<void> {
    await this.rpc.ask(billing.settle, { requestId });
  }

  /** With the `charge` a release that comes late leaves the charge of a later attempt alone. */
  async release(requestId: string, charge?: number): Promise<void> {
    await this.rpc.ask(billing.release, { requestId, charge });
  }

  /** Settles or releases for a caller that may be gone, and for whom it is too late to fail: billing releases what nobody settles. */
  async close(outcome: 'settle' | 'release', requestId: string, charge?: number): Promise<void> {
    try {
      // Outside of the call that ends here: its cancellation and its deadline must not reach billing.
      await callScope.run({ meta: callScope.getStore()?.meta ?? {} }, () => this[outcome](requestId, charge));
    } catch (error) {
      this.logger.warn({ outcome, err: error }, 'a charge was left open');
    }
  }
}
