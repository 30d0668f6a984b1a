import { Injectable } from '@nestjs/common';
import { CaseStore } from '../moderation/case-store.js';
import { Punishments } from '../moderation/punishments.js';

/** What commands of moderation work with. */
@Injectable()
export class ModerationTools {
  constructor(
    readonly cases: CaseStore,
    readonly punishments: Punishments,
  ) {}
}
