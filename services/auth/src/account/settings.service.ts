import { Audit, Keyring } from '@kith/kit';
import { AppError, refuseImpersonation, type Actor, type auth, type OutputOf, type ParsedInputOf } from '@kith/proto';
import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { IsNull, Repository } from 'typeorm';
import { UserEntity } from '../user.entity.js';
import { UserView } from './user-view.js';

type View = OutputOf<typeof auth.user>;
type KeyColumns = Pick<UserEntity, 'apiKey' | 'apiKeyHint'>;

const HINT_LENGTH = 4;
// The hint would reveal too large a part of a shorter key; the keys of the providers have about 50 characters or more.
const MIN_LENGTH_FOR_HINT = 12;
const NO_KEY: KeyColumns = { apiKey: null, apiKeyHint: null };

@Injectable()
export class SettingsService {
  constructor(
    @InjectRepository(UserEntity) private readonly users: Repository<UserEntity>,
    private readonly keyring: Keyring,
    private readonly view: UserView,
    private readonly audit: Audit,
  ) {}

  changeNotifications({ actor, ...changes }: ParsedInputOf<typeof auth.notificationSettings>): Promise<View> {
    return this.save(actor, changes);
  }

  async changeApi(input: ParsedInputOf<typeof auth.apiSettings>): Promise<View> {
    const { actor, apiKey, clearApiKey, ...changes } = input;
    const keyColumns = clearApiKey ? NO_KEY : apiKey ? this.encrypted(apiKey, actor.userId) : undefined;
    if (!keyColumns) return this.save(actor, changes);
    refuseImpersonation(actor);
    const view = await this.save(actor, { ...changes, ...keyColumns });
    await this.audit.report('api_key_written', { actor, target: actor.userId, details: { removed: keyColumns === NO_KEY } });
    return view;
  }

  private encrypted(apiKey: string, userId: string): KeyColumns {
    return {
      apiKey: this.keyring.encrypt(apiKey, apiKeyBinding(userId)),
      apiKeyHint: apiKey.length < MIN_LENGTH_FOR_HINT ? null : apiKey.slice(-HINT_LENGTH),
    };
  }

  private async save({ userId, impersonator }: Actor, changes: Partial<UserEntity>): Promise<View> {
    const hasChanges = Object.values(changes).some((value) => value !== undefined);
    // The row of a removed account was erased and must stay empty.
    if (hasChanges) await this.users.update({ id: userId, removedAt: IsNull() }, changes);
    const user = await this.users.findOneBy({ id: userId });
    if (!user) throw new AppError('UNAUTHENTICATED');
    return this.view.of(user, impersonator);
  }
}

/** The authenticated context of the encryption: a ciphertext copied to another row cannot be decrypted. */
export const apiKeyBinding = (userId: string): string => `auth.user|api_key|${userId}|${userId}`;
