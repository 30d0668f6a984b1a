import { Audit } from '@kith/kit';
import { AppError, type discordSignIn, type OutputOf, type ParsedInputOf } from '@kith/proto';
import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { Repository } from 'typeorm';
import { SessionsService } from '../sessions/sessions.service.js';
import { Throttle } from '../throttle.js';
import { UserEntity } from '../user.entity.js';
import type { DiscordAccount } from './discord-api.js';
import { DiscordConfirmations } from './discord-confirmations.service.js';
import { DiscordLinkEntity } from './discord-link.entity.js';
import { DiscordRegistration } from './discord-registration.service.js';

type Finish = ParsedInputOf<typeof discordSignIn.finish>;
type SignedIn = OutputOf<typeof discordSignIn.finish>;

/** Sign-in and registration with a Discord account. */
@Injectable()
export class DiscordSignInService {
  constructor(
    @InjectRepository(DiscordLinkEntity) private readonly links: Repository<DiscordLinkEntity>,
    private readonly confirmations: DiscordConfirmations,
    private readonly registration: DiscordRegistration,
    private readonly sessions: SessionsService,
    private readonly throttle: Throttle,
    private readonly audit: Audit,
  ) {}

  async start({ origin }: ParsedInputOf<typeof discordSignIn.start>): Promise<OutputOf<typeof discordSignIn.start>> {
    await this.throttle.beforeDiscord(origin.ip);
    return this.confirmations.open(null);
  }

  async finish(input: Finish): Promise<SignedIn> {
    const account = await this.confirmations.take(input, null);
    const known = await this.signIn(account, input.origin);
    if (known) return { ...known, isNew: false };
    await this.throttle.beforeRegistration(input.origin.ip);
    await this.registration.create(account);
    const created = await this.signIn(account, input.origin);
    // Only if the account was deleted at the same moment.
    if (!created) throw new AppError('DISCORD_SIGN_IN_INVALID');
    return { ...created, isNew: true };
  }

  /** Undefined when no user is linked to the account. */
  private async signIn({ id, name }: DiscordAccount, origin: Finish['origin']): Promise<Omit<SignedIn, 'isNew'> | undefined> {
    const link = await this.links.findOneBy({ discordId: id });
    const user = link && (await this.findWithHash(link.userId));
    if (!user) return undefined;
    if (link.discordName !== name) await this.links.update({ discordId: id }, { discordName: name });
    await this.throttle.rememberAddress(user.usernameKey, origin.ip);
    const signedIn = await this.sessions.signIn(user, origin);
    const actor = { userId: user.id, username: user.username };
    await this.audit.report('login', { actor, target: user.id, details: { method: 'discord' } });
    return signedIn;
  }

  private findWithHash(id: string): Promise<UserEntity | null> {
    const users = this.links.manager.createQueryBuilder(UserEntity, 'user');
    return users.addSelect('user.passwordHash').where({ id }).getOne();
  }
}
