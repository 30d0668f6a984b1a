import { AppError, type discordSignIn, type OutputOf, type ParsedInputOf } from '@kith/proto';
import { Injectable } from '@nestjs/common';
import { Throttle } from '../throttle.js';
import { DiscordApi, type DiscordAccount } from './discord-api.js';
import { DiscordRequests } from './discord-requests.js';

type Finish = ParsedInputOf<typeof discordSignIn.finish>;

/** Sends a browser to Discord, and takes what it brings back. */
@Injectable()
export class DiscordConfirmations {
  constructor(
    private readonly discord: DiscordApi,
    private readonly requests: DiscordRequests,
    private readonly throttle: Throttle,
  ) {}

  get isOffered(): boolean {
    return this.discord.isConfigured;
  }

  /** The page of Discord for a sign-in, or for linking the account of this user. NOT_CONFIGURED. */
  async open(userId: string | null): Promise<OutputOf<typeof discordSignIn.start>> {
    if (!this.isOffered) throw new AppError('NOT_CONFIGURED');
    const { state, verifier, browserSecret } = await this.requests.start(userId);
    return { url: this.discord.authorizeUrl(state, verifier), browserSecret };
  }

  /** The Discord account that a person has confirmed; each state and code is used once. */
  async take({ code, state, browserHash, origin }: Finish, userId: string | null): Promise<DiscordAccount> {
    if (!this.isOffered) throw new AppError('NOT_CONFIGURED');
    await this.throttle.beforeDiscord(origin.ip);
    const verifier = await this.requests.take(state, browserHash, userId);
    return this.discord.accountOf(code, verifier);
  }
}
