import { Events, LOGGER, RpcClient, type Logger } from '@kith/kit';
import { bots, events, type OutputOf, type RunnableBot } from '@kith/proto';
import { Inject, Injectable, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
import { Loop } from './loop.js';
import { DesiredBots } from './desired-bots.js';

const REFRESH_MS = 3000;

/** Keeps the desired list fresh: whole every few seconds, and one companion at once when somebody says that it changed. */
@Injectable()
export class DesiredBotsSource implements OnApplicationBootstrap, OnModuleDestroy {
  readonly bots = new DesiredBots();
  readonly #listeners: ((botId: string | null) => void)[] = [];
  readonly #refresh: Loop;
  #unsubscribe: (() => void) | undefined;

  constructor(
    private readonly rpc: RpcClient,
    private readonly events: Events,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {
    // The old list stays: "nobody answers" is not "nothing is desired".
    this.#refresh = new Loop(
      () => this.#readAll(),
      REFRESH_MS,
      (error) => this.logger.debug({ err: error }, 'desired list not available'),
    );
  }

  async onApplicationBootstrap(): Promise<void> {
    this.#unsubscribe = await this.events.subscribe(events.botChanged, ({ botId }) => void this.#readOne(botId));
    this.#refresh.wake();
  }

  async onModuleDestroy(): Promise<void> {
    this.#unsubscribe?.();
    await this.#refresh.stop();
  }

  /** Calls back after each change: with the companion's id, null for the whole list. */
  onChange(listener: (botId: string | null) => void): void {
    this.#listeners.push(listener);
  }

  async #readAll(): Promise<void> {
    const askedAt = this.bots.nextRequestNumber();
    const all: RunnableBot[] = [];
    let after: string | null = null;
    do {
      const page: OutputOf<typeof bots.listDesiredOnline> = await this.rpc.ask(bots.listDesiredOnline, { after });
      all.push(...page.bots);
      after = page.next;
    } while (after !== null);
    this.bots.replace(all, askedAt);
    for (const listener of this.#listeners) listener(null);
  }

  async #readOne(botId: string): Promise<void> {
    const askedAt = this.bots.nextRequestNumber();
    try {
      const { bot } = await this.rpc.ask(bots.getDesiredOnline, { botId });
      this.bots.change(botId, bot, askedAt);
      for (const listener of this.#listeners) listener(botId);
    } catch (error) {
      this.logger.warn(
        { botId, reason: error instanceof Error ? error.message : 'unknown' },
        'companion not read; the whole list follows',
      );
      this.#refresh.wake();
    }
  }
}
