import { Injectable } from '@nestjs/common';
import type { GatewayDispatchPayload } from 'discord-api-types/v10';
import { Interactions } from '../interactions/interactions.js';
import { ServerChanges } from '../servers/server-changes.js';
import type { ConnectedBot } from './connected-bot.js';
import { OutstandingMessages } from './outstanding-messages.js';
import { Systems } from '../systems/systems.js';
import { ThreadParents } from './thread-parents.js';

/** Events after which Discord may accept what it refused before. */
const CHANGES_OF_PERMISSIONS: ReadonlySet<string> = new Set(['CHANNEL_UPDATE', 'GUILD_ROLE_UPDATE', 'GUILD_MEMBER_UPDATE']);

/** Handles the events of Discord that are no messages. */
@Injectable()
export class OtherEvents {
  constructor(
    readonly threadParents: ThreadParents,
    private readonly interactions: Interactions,
    private readonly serverChanges: ServerChanges,
    private readonly outstanding: OutstandingMessages,
    private readonly systems: Systems,
  ) {}

  /** The promise resolves when the event is processed; null when there was nothing to do. */
  handle(connected: ConnectedBot, payload: GatewayDispatchPayload): Promise<void> | null {
    if (payload.t === 'INTERACTION_CREATE') return this.interactions.handle(connected, payload.d);
    void this.serverChanges.handle(connected, payload);
    if (CHANGES_OF_PERMISSIONS.has(payload.t))
      void this.outstanding.clearRefusedChannels(connected.bot.botId).catch(() => undefined);
    const bySystems = this.systems.handleEvent(connected, payload);
    const learned = this.threadParents.learn(connected.bot.applicationId, connected.threadParents, payload);
    return bySystems && learned ? Promise.all([bySystems, learned]).then(() => undefined) : (bySystems ?? learned);
  }
}
