import type { auth, OutputOf } from '@kith/proto';
import { Injectable } from '@nestjs/common';
import { DiscordConfirmations } from './discord/discord-confirmations.service.js';
import { Mailer } from './mail/mailer.js';

/** What the sign-in page can offer. */
@Injectable()
export class SignInOptions {
  constructor(
    private readonly mailer: Mailer,
    private readonly discord: DiscordConfirmations,
  ) {}

  read(): OutputOf<typeof auth.signInOptions> {
    const sendsMail = this.mailer.isConfigured;
    return { passwordReset: sendsMail, discord: this.discord.isOffered, sendsMail };
  }
}
