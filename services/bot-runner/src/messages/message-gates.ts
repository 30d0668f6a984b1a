import { Injectable } from '@nestjs/common';
import type { APIInteractionGuildMember } from 'discord-api-types/v10';
import { Moderation } from '../moderation/moderation.js';
import { Systems } from '../systems/systems.js';
import { AgeGate } from './age-gate.js';
import type { ConnectedBot } from './connected-bot.js';
import { CrisisGate } from './crisis-gate.js';
import type { IncomingMessage } from './decide.js';
import { OwnRoles } from './own-roles.js';
import { Places } from './places.js';

/** A member as an interaction of Discord describes them. */
type PassingMember = Partial<Pick<APIInteractionGuildMember, 'permissions' | 'roles'>>;

/** What may keep a bot from acting on a message or an interaction, whatever its owner wants it to do. */
@Injectable()
export class MessageGates {
  constructor(
    readonly moderation: Moderation,
    readonly age: AgeGate,
    readonly places: Places,
    readonly ownRoles: OwnRoles,
    readonly crisis: CrisisGate,
    private readonly systems: Systems,
  ) {}

  /** Whether the bot must not repeat a text that a member passes to it, by the rules of moderation or of the systems that moderate. */
  forbids(connected: ConnectedBot, message: IncomingMessage, text: string, member: PassingMember | undefined): boolean {
    if (text === '') return false;
    const { permissions = '0', roles = [] } = member ?? {};
    const isForbidden = this.moderation.forbids(connected, message, text, BigInt(permissions));
    return isForbidden || this.systems.forbids(connected, message, text, { permissions: BigInt(permissions), roles });
  }
}
