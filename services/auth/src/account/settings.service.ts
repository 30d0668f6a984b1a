import { Audit, Keyring } from '@kith/kit';
import { AppError, refuseImpersonation, type Actor, type auth, type OutputOf, type ParsedInputOf } from '@kith/proto';
import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { IsNull, Repository } from 'typeorm';
import { User } from '../user.entity.js';
import { UserView } from './user-view.js';

type Seen = OutputOf<typeof auth.user>;
type KeyColumns = Pick<User, 'apiKey' | 'apiKeyHint'>;

const HINT_LENGTH = 4;
// Shorter than this the hint would give away too much of it; the keys of the providers have about 50 characters or more.
const SHORTEST_HINTED = 12;
const NO_KEY: KeyColumns = { apiKey: null, apiKeyHint: null };

@Injectable()
export class SettingsService {
  constructor(
    @InjectRepository(User) private readonly users: Repository<User>,
    private readonly keyring: Keyring,
    private readonly view: UserView,
    private readonly audit: Audit,
  ) {}

  changeNotifications({ actor, ...changes }: ParsedInputOf<typeof auth.notificationSettings>): Promise<Seen> {
    return this.save(actor, changes);
  }

  async changeApi(input: ParsedInputOf<typeof auth.apiSettings>): Promise<Seen> {
    const { actor, apiKey, clearApiKey, ...changes } = input;
    const keyColumns = clearApiKey ? NO_KEY : apiKey ? this.sealed(apiKey, actor.userId) : undefined;
    if (!keyColumns) return this.save(actor, changes);
    refuseImpersonation(actor);
    const seen = await this.save(actor, { ...changes, ...keyColumns });
    await this.audit.report('api_key_written', { actor, target: actor.userId, details: { removed: keyColumns === NO_KEY } });
    return seen;
  }

  private sealed(apiKey: string, userId: string): KeyColumns {
    return {
      apiKey: this.keyring.encrypt(apiKey, apiKeyPlace(userId)),
      apiKeyHint: apiKey.length < SHORTEST_HINTED ? null : apiKey.slice(-HINT_LENGTH),
    };
  }

  private async save({ userId, impersonator }: Actor, changes: Partial<User>): Promise<Seen> {
    const isChange = Object.values(changes).some((value) => value !== undefined);
    // Nothing is written into the row of a removed account: it has been wiped.
    if (isChange) await this.users.update({ id: userId, removedAt: IsNull() }, changes);
    const user = await this.users.findOneBy({ id: userId });
    if (!user) throw new AppError('UNAUTHENTICATED');
    return this.view.of(user, impersonator);
  }
}

/** What the cipher text is bound to: copied to another row it does not open. */
export const apiKeyPlace = (userId: string): string => `auth.user|api_key|${userId}|${userId}`;
