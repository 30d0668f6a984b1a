import { Injectable } from '@nestjs/common';
import type { GatewayDispatchPayload } from 'discord-api-types/v10';
import { Interactions } from '../interactions/interactions.js';
import { ServerChanges } from '../servers/server-changes.js';
import type { ConnectedBot } from './connected-bot.js';
import { OutstandingMessages } from './outstanding-messages.js';
import { QuestionChanges } from './question-changes.js';
import { Systems } from '../systems/systems.js';
import { ThreadParents } from './thread-parents.js';

/** Events after which Discord may accept what it refused before. */
const CHANGES_OF_PERMISSIONS: ReadonlySet<string> = new Set(['CHANNEL_UPDATE', 'GUILD_ROLE_UPDATE', 'GUILD_MEMBER_UPDATE']);

/** Handles the events of Discord that are no new messages. */
@Injectable()
export class OtherEvents {
  constructor(
    readonly threadParents: ThreadParents,
    private readonly interactions: Interactions,
    private readonly serverChanges: ServerChanges,
    private readonly outstanding: OutstandingMessages,
    readonly systems: Systems,
    readonly changes: QuestionChanges,
  ) {}

  /** The promise resolves when the event is processed; null when there was nothing to do. */
  handle(connected: ConnectedBot, payload: GatewayDispatchPayload): Promise<void> | null {
    if (payload.t === 'INTERACTION_CREATE') return this.interactions.handle(connected, payload.d);
    void this.serverChanges.handle(connected, payload);
    if (CHANGES_OF_PERMISSIONS.has(payload.t))
      void this.outstanding.clearRefusedChannels(connected.bot.botId).catch(() => undefined);
    const bySystems = this.systems.handleEvent(connected, payload);
    const learned = this.threadParents.learn(connected.bot.applicationId, connected.threadParents, payload);
    const works = [bySystems, learned, this.deletion(connected, payload)].filter((work) => work !== null);
    return works.length > 1 ? Promise.all(works).then(() => undefined) : (works[0] ?? null);
  }

  private deletion(connected: ConnectedBot, payload: GatewayDispatchPayload): Promise<void> | null {
    if (payload.t === 'MESSAGE_DELETE') return this.changes.deleted(connected, { ...payload.d, ids: [payload.d.id] });
    return payload.t === 'MESSAGE_DELETE_BULK' ? this.changes.deleted(connected, payload.d) : null;
  }
}
