import { Events, LOGGER, RpcClient, UserCache, type Logger } from '@kith/kit';
import { AppError, auth, type ModelAccess } from '@kith/proto';
import { Inject, Injectable, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';

const TIMEOUT_MS = 3000;
const FALLBACK_MS = 30_000;

/** How owners want their replies written, kept for 30 seconds: own keys are nowhere else in this process, and a changed one is dropped at once. */
@Injectable()
export class ModelAccessCache implements OnApplicationBootstrap, OnModuleDestroy {
  private readonly access: UserCache<ModelAccess>;

  constructor(rpc: RpcClient, events: Events, @Inject(LOGGER) logger: Logger) {
    this.access = new UserCache<ModelAccess>(events, {
      ask: (userId) => rpc.ask(auth.modelAccess, { userId }, { timeoutMs: TIMEOUT_MS }),
      fallback: (error, last) => {
        const isDown = !(error instanceof AppError) || error.status >= 500;
        if (!isDown || !last || last.key) throw error;
        logger.warn({ err: error }, 'model access not fetched: auth is unavailable');
        return last;
      },
      fallbackMs: FALLBACK_MS,
      isSecret: ({ key }) => key !== null,
    });
  }

  onApplicationBootstrap(): Promise<void> {
    return this.access.start();
  }

  onModuleDestroy(): void {
    this.access.stop();
  }

  /**
   * While auth is unavailable what was known last, if it holds no key. Else UNAVAILABLE: using the operator's models instead would charge an owner
   * who brings a key, without saying so.
   */
  of(ownerId: string): Promise<ModelAccess> {
    return this.access.of(ownerId);
  }
}
