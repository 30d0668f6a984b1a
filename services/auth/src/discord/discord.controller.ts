import { Handle } from '@kith/kit';
import { auth, discordSignIn, type ParsedInputOf } from '@kith/proto';
import { Controller } from '@nestjs/common';
import { SignInOptions } from '../sign-in-options.service.js';
import { DiscordLinksService } from './discord-links.service.js';
import { DiscordSignInService } from './discord-sign-in.service.js';

@Controller()
export class DiscordController {
  constructor(
    private readonly signIns: DiscordSignInService,
    private readonly links: DiscordLinksService,
    private readonly options: SignInOptions,
  ) {}

  @Handle(auth.signInOptions)
  signInOptions() {
    return this.options.read();
  }

  @Handle(discordSignIn.start)
  start(input: ParsedInputOf<typeof discordSignIn.start>) {
    return this.signIns.start(input);
  }

  @Handle(discordSignIn.finish)
  finish(input: ParsedInputOf<typeof discordSignIn.finish>) {
    return this.signIns.finish(input);
  }

  @Handle(discordSignIn.startLink)
  startLink(input: ParsedInputOf<typeof discordSignIn.startLink>) {
    return this.links.startLink(input);
  }

  @Handle(discordSignIn.finishLink)
  finishLink(input: ParsedInputOf<typeof discordSignIn.finishLink>) {
    return this.links.finishLink(input);
  }

  @Handle(discordSignIn.unlink)
  unlink(input: ParsedInputOf<typeof discordSignIn.unlink>) {
    return this.links.unlink(input);
  }

  @Handle(discordSignIn.methods)
  methods({ actor }: ParsedInputOf<typeof discordSignIn.methods>) {
    return this.links.methods(actor);
  }
}
