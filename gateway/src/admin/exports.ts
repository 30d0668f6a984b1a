import { Audit, RpcClient } from '@kith/kit';
import { admin, type Actor, type AdminUser } from '@kith/proto';
import { Injectable } from '@nestjs/common';
import { Actors } from '../http/actors.js';
import type { Credential } from '../http/credentials.js';
import { Statistics } from './admin-stats.js';
import { csvLine } from './csv.js';

const PAGE = 200;
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

/** Tables to take away. */
@Injectable()
export class Exports {
  constructor(
    private readonly rpc: RpcClient,
    private readonly statistics: Statistics,
    private readonly audit: Audit,
    private readonly actors: Actors,
  ) {}

  /** All users, a page at a time; written into the audit log. Refused before the first line, and broken off when the right is taken away. */
  async users(actor: Actor, credential: Credential): Promise<AsyncGenerator<string, void>> {
    const first = await this.page(actor);
    await this.audit.report('users_exported', { actor, details: { users: first.total } });
    return this.userLines(credential, first.users);
  }

  /** What `Statistics` says, one number a line. */
  async analytics(actor: Actor): Promise<AsyncGenerator<string, void>> {
    const { users, bots, messages } = await this.statistics.of(actor);
    return statisticLines([
      ...Object.entries(users).map(([name, value]) => [`users.${name}`, value] as const),
      ...Object.entries(bots).map(([name, value]) => [`bots.${name}`, value] as const),
      ['messages', messages],
    ]);
  }

  private async *userLines(credential: Credential, first: readonly AdminUser[]): AsyncGenerator<string, void> {
    yield csvLine(USER_COLUMNS);
    for (let users = first; users.length > 0;) {
      yield users.map((user) => csvLine(USER_COLUMNS.map((column) => user[column]))).join('');
      const last = users.length < PAGE ? undefined : users.at(-1);
      // Whoever reads slowly may have been an administrator when they began (S16).
      users = last ? (await this.page(await this.actors.of(credential), last.username)).users : [];
    }
  }

  /** By name: a number of lines to leave out would be wrong as soon as somebody registers. */
  private page(actor: Actor, after?: string) {
    return this.rpc.ask(admin.users, { actor, limit: PAGE, ...(after !== undefined && { after }) });
  }
}

async function* statisticLines(facts: readonly (readonly [name: string, value: number])[]): AsyncGenerator<string, void> {
  yield csvLine(['measure', 'value']);
  for (const fact of facts) yield csvLine(fact);
}
