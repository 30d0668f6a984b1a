import { RpcClient } from '@kith/kit';
import { billing, bots, CreditMovement, type Actor, type InputOf } from '@kith/proto';
import { Injectable } from '@nestjs/common';
import { z } from 'zod';
import type { Credential } from '../http/credentials.js';
import { csvLine } from '../http/csv.js';
import { ExportPages } from '../http/export-pages.js';
import { SessionCache } from '../http/session-cache.js';

const PAGE_SIZE = 200;
const COLUMNS = ['date', 'reason', 'companion', 'change', 'balance'];
const DELETED = '(deleted)';

/** One posting of a user's credits with the name of the bot. */
export const CreditEntry = CreditMovement.extend({
  botName: z.string().nullable().describe('Null without a bot, and for one that was deleted.'),
});
export type CreditEntry = z.infer<typeof CreditEntry>;
export const CreditHistoryPage = z.object({
  movements: z.array(CreditEntry),
  total: z.number().int(),
  next: z.string().nullable().describe('The `before` of the next page; null on the last one.'),
});
export type CreditHistoryPage = z.infer<typeof CreditHistoryPage>;

/** The postings of a user's credits, with the names of the bots, which another service knows. */
@Injectable()
export class CreditHistory {
  constructor(
    private readonly rpc: RpcClient,
    private readonly sessions: SessionCache,
    private readonly exportPages: ExportPages,
  ) {}

  async page(input: InputOf<typeof billing.history>): Promise<CreditHistoryPage> {
    const page = await this.rpc.ask(billing.history, input);
    const botIds = [...new Set(page.movements.flatMap(({ botId }) => botId ?? []))];
    const { names } = botIds.length > 0 ? await this.rpc.ask(bots.names, { actor: input.actor, botIds }) : { names: {} };
    const nameOf = new Map(Object.entries(names));
    return {
      ...page,
      movements: page.movements.map((movement) => ({ ...movement, botName: nameOf.get(movement.botId ?? '') ?? null })),
    };
  }

  /** All postings, latest first, line by line. Throws before the first line, and in the middle when the session ends. */
  async csv(actor: Actor, credential: Credential): Promise<AsyncGenerator<string, void>> {
    const first = await this.exportPages.next(actor.userId, () => this.page({ actor, limit: PAGE_SIZE }));
    return this.lines(actor.userId, credential, first);
  }

  private async *lines(userId: string, credential: Credential, first: CreditHistoryPage): AsyncGenerator<string, void> {
    yield csvLine(COLUMNS);
    for (let page: CreditHistoryPage | undefined = first; page;) {
      yield page.movements.map(lineOf).join('');
      const before: string | null = page.next;
      page =
        before === null
          ? undefined
          : await this.exportPages.next(userId, async () =>
              this.page({ actor: await this.sessions.resolve(credential), limit: PAGE_SIZE, before }),
            );
    }
  }
}

const lineOf = ({ at, description, botId, botName, credits, balanceAfter }: CreditEntry): string =>
  csvLine([at, description, botName ?? (botId === null ? '' : DELETED), credits, balanceAfter]);
