import { Injectable } from '@nestjs/common';
import { CaseStore } from '../moderation/case-store.js';
import { ModerationMessages } from '../moderation/moderation-messages.js';
import { Punishments } from '../moderation/punishments.js';

/** What commands of moderation work with. */
@Injectable()
export class ModerationTools {
  constructor(
    readonly cases: CaseStore,
    readonly punishments: Punishments,
    readonly messages: ModerationMessages,
  ) {}
}
