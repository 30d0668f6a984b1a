import { Audit, RpcClient } from '@kith/kit';
import { admin, type Actor, type AdminUser } from '@kith/proto';
import { Injectable } from '@nestjs/common';
import type { Credential } from '../http/credentials.js';
import { csvLine } from '../http/csv.js';
import { ExportPages } from '../http/export-pages.js';
import { SessionCache } from '../http/session-cache.js';
import { AdminStatistics } from './admin-statistics.js';

const PAGE_SIZE = 200;
const USER_COLUMNS = [
  'id',
  'username',
  'email',
  'role',
  'subscriptionPlan',
  'subscriptionStatus',
  'messageCredits',
  'createdAt',
] as const satisfies readonly (keyof AdminUser)[];

/** Exports for administrators, generated line by line while they are sent. */
@Injectable()
export class CsvExports {
  constructor(
    private readonly rpc: RpcClient,
    private readonly statistics: AdminStatistics,
    private readonly audit: Audit,
    private readonly sessions: SessionCache,
    private readonly exportPages: ExportPages,
  ) {}

  /**
   * All users; recorded in the audit log. Throws FORBIDDEN before the first line, and in the middle when the administrator loses the
   * role.
   */
  async users(actor: Actor, credential: Credential): Promise<AsyncGenerator<string, void>> {
    const first = await this.exportPages.next(actor.userId, () => this.page(actor));
    await this.audit.report('users_exported', { actor, details: { users: first.total } });
    return this.userLines(actor.userId, credential, first.users);
  }

  /** The numbers of `AdminStatistics`, one per line. */
  async analytics(actor: Actor): Promise<AsyncGenerator<string, void>> {
    const { users, bots, messages, careAnswers } = await this.statistics.of(actor);
    return statisticLines([
      ...Object.entries(users).map(([name, value]) => [`users.${name}`, value] as const),
      ...Object.entries(bots).map(([name, value]) => [`bots.${name}`, value] as const),
      ['messages', messages],
      ['careAnswers', careAnswers],
    ]);
  }

  private async *userLines(userId: string, credential: Credential, first: readonly AdminUser[]): AsyncGenerator<string, void> {
    yield csvLine(USER_COLUMNS);
    for (let users = first; users.length > 0;) {
      yield users.map((user) => csvLine(USER_COLUMNS.map((column) => user[column]))).join('');
      const last = users.length < PAGE_SIZE ? undefined : users.at(-1);
      // Resolved again for each page: the role may have been revoked since the download began (docs/security.md S16).
      const next = async () => (await this.page(await this.sessions.resolve(credential), last?.username)).users;
      users = last ? await this.exportPages.next(userId, next) : [];
    }
  }

  /** Keyset paging by username: with an offset, a registration during the export would shift the pages. */
  private page(actor: Actor, after?: string) {
    return this.rpc.ask(admin.users, { actor, limit: PAGE_SIZE, ...(after !== undefined && { after }) });
  }
}

async function* statisticLines(rows: readonly (readonly [name: string, value: number])[]): AsyncGenerator<string, void> {
  yield csvLine(['measure', 'value']);
  for (const row of rows) yield csvLine(row);
}
