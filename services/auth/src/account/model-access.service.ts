import { Events, Keyring, Queues } from '@kith/kit';
import {
  AppError,
  catalogueProviderOf,
  events,
  isUnusable,
  queues,
  type auth,
  type ModelAccess,
  type ParsedInputOf,
  type PersonalKey,
} from '@kith/proto';
import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { Not, Repository } from 'typeorm';
import { UserEntity } from '../user.entity.js';
import { apiKeyBinding } from './api-key.js';

/** Gives the chat service the users' own keys, and takes what their use showed. */
@Injectable()
export class ModelAccessService {
  constructor(
    @InjectRepository(UserEntity) private readonly users: Repository<UserEntity>,
    private readonly keyring: Keyring,
    private readonly queues: Queues,
    private readonly events: Events,
  ) {}

  async of({ userId }: ParsedInputOf<typeof auth.modelAccess>): Promise<ModelAccess> {
    const user = await this.users.findOneBy({ id: userId });
    if (!user) throw new AppError('NOT_FOUND');
    return { provider: catalogueProviderOf(user.defaultModelProvider), model: user.ownModel, key: this.keyOf(user) };
  }

  async report({ userId, keyId, state }: ParsedInputOf<typeof auth.reportApiKey>): Promise<Record<string, never>> {
    const user = await this.users.findOneBy({ id: userId, apiKeyId: keyId, apiKeyState: Not(state) });
    const { affected } = await this.users.update(
      { id: userId, apiKeyId: keyId, apiKeyState: Not(state) },
      { apiKeyState: state },
    );
    if (!affected) return {};
    // Replicas of the chat service keep what they were told for seconds.
    await this.events.publish(events.actorDropped, { userId });
    if (user?.apiKeyProvider && isUnusable(state)) {
      // One notification a day about the same trouble, also when the key works now and then.
      const jobId = `api-key-${keyId}-${state}-${new Date().toISOString().slice(0, 10)}`;
      await this.queues.add(queues.notices, jobId, { kind: 'api-key-failed', userId, provider: user.apiKeyProvider, state });
    }
    return {};
  }

  private keyOf({
    id: userId,
    apiKey,
    apiKeyId,
    apiKeyProvider,
    apiKeyState,
    defaultModelProvider,
  }: UserEntity): PersonalKey | null {
    if (apiKey === null || apiKeyId === null || apiKeyProvider === null || apiKeyState === null) return null;
    if (apiKeyProvider !== defaultModelProvider) return null;
    const value = this.keyring.decrypt(apiKey, apiKeyBinding(userId));
    return { id: apiKeyId, provider: apiKeyProvider, value, state: apiKeyState };
  }
}
