import { Audit, Events, Keyring } from '@kith/kit';
import { AppError, events, refuseImpersonation, type Actor, type auth, type OutputOf, type ParsedInputOf } from '@kith/proto';
import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { IsNull, Repository } from 'typeorm';
import { UserEntity } from '../user.entity.js';
import { ApiKeyTest } from './api-key-test.js';
import { keyColumns, NO_KEY, type KeyColumns } from './api-key.js';
import { UserView } from './user-view.js';

type View = OutputOf<typeof auth.user>;
type ApiChanges = ParsedInputOf<typeof auth.apiSettings>;

@Injectable()
export class SettingsService {
  constructor(
    @InjectRepository(UserEntity) private readonly users: Repository<UserEntity>,
    private readonly keyring: Keyring,
    private readonly keyTest: ApiKeyTest,
    private readonly view: UserView,
    private readonly events: Events,
    private readonly audit: Audit,
  ) {}

  changeNotifications({ actor, ...changes }: ParsedInputOf<typeof auth.notificationSettings>): Promise<View> {
    return this.save(actor, changes);
  }

  async changeApi({ actor, apiKey, clearApiKey, ...changes }: ApiChanges): Promise<View> {
    const isKeyWritten = Boolean(clearApiKey || apiKey);
    if (isKeyWritten) refuseImpersonation(actor);
    const columns = clearApiKey ? NO_KEY : apiKey ? await this.columnsOf(apiKey, actor, changes) : {};
    // A model belongs to the key that may run it.
    const ownModel = clearApiKey ? null : apiKey ? (changes.ownModel ?? null) : changes.ownModel;
    const view = await this.save(actor, { ...columns, ...changes, ownModel });
    // The chat service keeps key, provider and model for seconds.
    await this.events.publish(events.actorDropped, { userId: actor.userId });
    if (isKeyWritten)
      await this.audit.report('api_key_written', { actor, target: actor.userId, details: { removed: columns === NO_KEY } });
    return view;
  }

  /** Tests the key at the provider that is chosen with it, or was before. */
  private async columnsOf(
    value: string,
    { userId }: Actor,
    { defaultModelProvider }: Pick<ApiChanges, 'defaultModelProvider'>,
  ): Promise<KeyColumns> {
    const provider = defaultModelProvider ?? (await this.find(userId)).defaultModelProvider;
    const tested = await this.keyTest.run(userId, value, provider);
    return keyColumns(this.keyring, userId, { value, ...tested });
  }

  private async save({ userId, impersonator }: Actor, changes: Partial<UserEntity>): Promise<View> {
    const hasChanges = Object.values(changes).some((value) => value !== undefined);
    // The row of a removed account was erased and must stay empty.
    if (hasChanges) await this.users.update({ id: userId, removedAt: IsNull() }, changes);
    return this.view.of(await this.find(userId), impersonator);
  }

  private async find(userId: string): Promise<UserEntity> {
    const user = await this.users.findOneBy({ id: userId });
    if (!user) throw new AppError('UNAUTHENTICATED');
    return user;
  }
}
