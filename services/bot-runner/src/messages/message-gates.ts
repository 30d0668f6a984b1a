import { Injectable } from '@nestjs/common';
import { Moderation } from '../moderation/moderation.js';
import { AgeGate } from './age-gate.js';
import { CrisisGate } from './crisis-gate.js';
import { OwnRoles } from './own-roles.js';
import { Places } from './places.js';

/** What may keep a bot from acting on a message or an interaction, whatever its owner wants it to do. */
@Injectable()
export class MessageGates {
  constructor(
    readonly moderation: Moderation,
    readonly age: AgeGate,
    readonly places: Places,
    readonly ownRoles: OwnRoles,
    readonly crisis: CrisisGate,
  ) {}
}
