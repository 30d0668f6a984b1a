import { callScope, Keyring, LOGGER, RpcClient, type Logger } from '@kith/kit';
import { AppError, billing, type Cap, type Persona } from '@kith/proto';
import { Inject, Injectable } from '@nestjs/common';

/** A message to be charged to the owner of the bot. */
interface Charge {
  readonly persona: Pick<Persona, 'id' | 'ownerId' | 'dailyCaps'>;
  readonly requestId: string;
  /** The Discord server and member; null in direct messages and in the test chat. */
  readonly guildId?: string | null;
  readonly memberId?: string | null;
}

/** Whether the message was denied by the daily limit or by a cap: nothing was reserved. */
export const isDenial = (error: unknown): error is AppError =>
  error instanceof AppError && (error.code === 'DAILY_LIMIT' || error.code === 'CAP_REACHED');

/** Charges messages to the owner: reserved before the model is called, settled or released afterwards (docs/decisions.md B8). */
@Injectable()
export class Charges {
  constructor(
    private readonly rpc: RpcClient,
    private readonly keyring: Keyring,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /**
   * Returns the number of the charge of this request. With the time of the reset: CAP_REACHED at a cap of the owner, DAILY_LIMIT without
   * messages and credits.
   */
  async reserve(charge: Charge): Promise<number> {
    const { id: botId, ownerId: userId } = charge.persona;
    const asked = { userId, requestId: charge.requestId, botId, caps: this.capsOf(charge) };
    const { source, charge: number, cap, resetsAt } = await this.rpc.ask(billing.reserve, asked);
    if (source !== 'denied') return number;
    throw cap ? new AppError('CAP_REACHED', undefined, { resetsAt, cap }) : new AppError('DAILY_LIMIT', undefined, { resetsAt });
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

  /** The caps that count this message. Billing learns a fingerprint of the member, not the id. */
  private capsOf({ persona: { id, dailyCaps }, guildId, memberId }: Charge): Cap[] {
    const { perBot, perServer, perMember } = dailyCaps;
    const caps: (Cap | null)[] = [
      perBot === null ? null : { scope: 'bot', key: `bot:${id}`, limit: perBot },
      perServer === null || !guildId ? null : { scope: 'server', key: `server:${id}:${guildId}`, limit: perServer },
      perMember === null || !memberId
        ? null
        : { scope: 'member', key: `member:${id}:${this.keyring.fingerprint(`capped member ${memberId}`)}`, limit: perMember },
    ];
    return caps.filter((cap) => cap !== null);
  }
}
