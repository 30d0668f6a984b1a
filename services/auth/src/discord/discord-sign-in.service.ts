import { Audit, CONFIG, type Config } from '@kith/kit';
import { AppError, email as emailSchema, type discordSignIn, type OutputOf, type ParsedInputOf } from '@kith/proto';
import { Inject, Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { Repository, type FindOptionsWhere } from 'typeorm';
import { violatedConstraint } from '../account/registration.service.js';
import { SessionsService } from '../sessions/sessions.service.js';
import { Throttle } from '../throttle.js';
import { UserEntity } from '../user.entity.js';
import { nameKey } from '../usernames.js';
import { DiscordApi, type DiscordAccount } from './discord-api.js';
import { DiscordLinkEntity } from './discord-link.entity.js';
import { usernamesFor } from './discord-names.js';
import { DiscordRequests } from './discord-requests.js';

type Start = ParsedInputOf<typeof discordSignIn.start>;
type Finish = ParsedInputOf<typeof discordSignIn.finish>;
type Started = OutputOf<typeof discordSignIn.start>;
type SignedIn = OutputOf<typeof discordSignIn.finish>;

const ADDRESS_KNOWN =
  'A user with the e-mail address of your Discord account exists already. Sign in with the password, then link Discord under Settings → Security.';

/** Sign-in and registration with a Discord account. */
@Injectable()
export class DiscordSignInService {
  constructor(
    @InjectRepository(UserEntity) private readonly users: Repository<UserEntity>,
    @InjectRepository(DiscordLinkEntity) private readonly links: Repository<DiscordLinkEntity>,
    @Inject(CONFIG) private readonly config: Config,
    private readonly discord: DiscordApi,
    private readonly requests: DiscordRequests,
    private readonly sessions: SessionsService,
    private readonly throttle: Throttle,
    private readonly audit: Audit,
  ) {}

  async start({ origin }: Start): Promise<Started> {
    await this.throttle.beforeDiscord(origin.ip);
    return this.open(null);
  }

  /** The page of Discord for a sign-in, or for linking the account of this user. NOT_CONFIGURED. */
  async open(userId: string | null): Promise<Started> {
    if (!this.discord.isConfigured) throw new AppError('NOT_CONFIGURED');
    const { state, verifier, browserSecret } = await this.requests.start(userId);
    return { url: this.discord.authorizeUrl(state, verifier), browserSecret };
  }

  /** The Discord account that a person has confirmed; each state and code is used once. */
  async confirmed({ code, state, browserHash, origin }: Finish, userId: string | null): Promise<DiscordAccount> {
    if (!this.discord.isConfigured) throw new AppError('NOT_CONFIGURED');
    await this.throttle.beforeDiscord(origin.ip);
    const verifier = await this.requests.take(state, browserHash, userId);
    return this.discord.accountOf(code, verifier);
  }

  async finish(input: Finish): Promise<SignedIn> {
    const account = await this.confirmed(input, null);
    return (await this.signIn(account, input.origin)) ?? this.register(account, input.origin);
  }

  /** Undefined when no user is linked to the account. */
  private async signIn({ id, name }: DiscordAccount, origin: Finish['origin']): Promise<SignedIn | undefined> {
    const link = await this.links.findOneBy({ discordId: id });
    const user = link && (await this.findWithHash({ id: link.userId }));
    if (!user) return undefined;
    if (link.discordName !== name) await this.links.update({ discordId: id }, { discordName: name });
    await this.throttle.rememberAddress(user.usernameKey, origin.ip);
    const signedIn = await this.sessions.signIn(user, origin);
    const actor = { userId: user.id, username: user.username };
    await this.audit.report('login', { actor, target: user.id, details: { method: 'discord' } });
    return { ...signedIn, isNew: false };
  }

  private async register(account: DiscordAccount, origin: Finish['origin']): Promise<SignedIn> {
    await this.throttle.beforeRegistration(origin.ip);
    const email = emailSchema.safeParse(account.email).data ?? '';
    for (const username of usernamesFor(account.name, this.config.SUPER_ADMIN_USERNAME)) {
      try {
        const userId = await this.insert({ username, email }, account);
        await this.audit.report('registered', { actor: { userId, username }, target: userId, details: { method: 'discord' } });
        break;
      } catch (error) {
        const constraint = violatedConstraint(error);
        // An address is no proof: whoever has it must not get into the account of another user.
        if (constraint === 'user_email') throw new AppError('EMAIL_TAKEN', ADDRESS_KNOWN);
        // The same person in another tab was faster.
        if (constraint === 'discord_link_account') break;
        if (constraint !== 'user_username') throw error;
      }
    }
    const signedIn = await this.signIn(account, origin);
    if (!signedIn) throw new AppError('USERNAME_TAKEN');
    return { ...signedIn, isNew: true };
  }

  private insert(fields: { username: string; email: string }, { id: discordId, name }: DiscordAccount): Promise<string> {
    const usernameKey = nameKey(fields.username);
    return this.users.manager.transaction(async (manager) => {
      // Without a password: its empty hash matches none.
      const user = manager.create(UserEntity, { ...fields, usernameKey, role: 'user', passwordHash: '' });
      await manager.insert(UserEntity, user);
      await manager.insert(DiscordLinkEntity, { userId: user.id, discordId, discordName: name });
      return user.id;
    });
  }

  private findWithHash(where: FindOptionsWhere<UserEntity>): Promise<UserEntity | null> {
    return this.users.createQueryBuilder('user').addSelect('user.passwordHash').where(where).getOne();
  }
}
