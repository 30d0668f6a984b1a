import { Audit, Queues } from '@kith/kit';
import { AppError, refuseImpersonation, type Actor, type discordSignIn, type OutputOf, type ParsedInputOf } from '@kith/proto';
import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { violatedConstraint } from '../account/registration.service.js';
import { tellAccessChanged } from '../notifications/access-changed.js';
import { PasswordService } from '../passwords/password.service.js';
import { lockUser } from '../user-locks.js';
import { UserEntity } from '../user.entity.js';
import { DiscordConfirmations } from './discord-confirmations.service.js';
import { DiscordLinkEntity } from './discord-link.entity.js';

const ALREADY_LINKED = 'Your account is linked to a Discord account already. Please unlink it first.';

/** The Discord account of a signed-in user. */
@Injectable()
export class DiscordLinksService {
  constructor(
    private readonly database: DataSource,
    private readonly confirmations: DiscordConfirmations,
    private readonly passwords: PasswordService,
    private readonly queues: Queues,
    private readonly audit: Audit,
  ) {}

  async methods({ userId }: Actor): Promise<OutputOf<typeof discordSignIn.methods>> {
    const [hasPassword, link] = await Promise.all([
      this.passwords.isSet(userId),
      this.database.manager.findOneBy(DiscordLinkEntity, { userId }),
    ]);
    return { hasPassword, discordName: link?.discordName ?? null, isDiscordOffered: this.confirmations.isOffered };
  }

  /** A stolen session must not add a way to sign in that outlives it, so the password is asked for. */
  async startLink(input: ParsedInputOf<typeof discordSignIn.startLink>): Promise<OutputOf<typeof discordSignIn.startLink>> {
    const { actor, currentPassword } = input;
    refuseImpersonation(actor);
    const { userId } = actor;
    if (await this.database.manager.existsBy(DiscordLinkEntity, { userId })) throw new AppError('DISCORD_TAKEN', ALREADY_LINKED);
    await this.passwords.verifyOwn(actor, currentPassword);
    return this.confirmations.open(userId);
  }

  async finishLink(input: ParsedInputOf<typeof discordSignIn.finishLink>): Promise<OutputOf<typeof discordSignIn.finishLink>> {
    const { actor, ...finish } = input;
    refuseImpersonation(actor);
    const { userId } = actor;
    const { id: discordId, name } = await this.confirmations.take(finish, userId);
    await this.database
      .transaction(async (manager) => {
        await lockUser(manager, userId);
        await manager.insert(DiscordLinkEntity, { userId, discordId, discordName: name });
        await tellAccessChanged(this.queues, userId, 'discord');
      })
      .catch((error: unknown) => {
        const constraint = violatedConstraint(error);
        if (constraint === 'discord_link_pkey') throw new AppError('DISCORD_TAKEN', ALREADY_LINKED);
        throw constraint === 'discord_link_account' ? new AppError('DISCORD_TAKEN') : error;
      });
    await this.audit.report('discord_linked', { actor, target: userId, details: { discordId } });
    return { message: `Your account is linked to ${name} on Discord.` };
  }

  async unlink({ actor }: ParsedInputOf<typeof discordSignIn.unlink>): Promise<OutputOf<typeof discordSignIn.unlink>> {
    refuseImpersonation(actor);
    const { userId } = actor;
    const affected = await this.database.transaction(async (manager) => {
      await lockUser(manager, userId);
      if (await manager.existsBy(UserEntity, { id: userId, passwordHash: '' })) throw new AppError('PASSWORD_MISSING');
      return (await manager.delete(DiscordLinkEntity, { userId })).affected;
    });
    if (affected) await this.audit.report('discord_unlinked', { actor, target: userId });
    return { message: 'Your Discord account is no longer linked.' };
  }
}
