import { Injectable } from '@nestjs/common';
import type { GatewayDispatchPayload } from 'discord-api-types/v10';
import { Interactions } from '../interactions/interactions.js';
import { ProactiveMessages } from '../proactive/proactive-messages.service.js';
import { ServerChanges } from '../servers/server-changes.js';
import type { ConnectedBot } from './connected-bot.js';
import { Places } from './places.js';
import { QuestionChanges } from './question-changes.js';
import { Systems } from '../systems/systems.js';

/** Handles the events of Discord that are no new messages. */
@Injectable()
export class OtherEvents {
  constructor(
    private readonly places: Places,
    private readonly interactions: Interactions,
    private readonly serverChanges: ServerChanges,
    readonly proactive: ProactiveMessages,
    readonly systems: Systems,
    readonly changes: QuestionChanges,
  ) {}

  /** The promise resolves when the event is processed; null when there was nothing to do. */
  handle(connected: ConnectedBot, payload: GatewayDispatchPayload): Promise<void> | null {
    if (payload.t === 'INTERACTION_CREATE') return this.interactions.handle(connected, payload.d);
    void this.serverChanges.handle(connected, payload);
    if (payload.t === 'GUILD_MEMBER_ADD') this.proactive.joined(connected.bot, payload.d.guild_id, payload.d.user);
    const bySystems = this.systems.handleEvent(connected, payload);
    const learned = this.places.learn(connected, payload);
    const works = [bySystems, learned, this.deletion(connected, payload)].filter((work) => work !== null);
    return works.length > 1 ? Promise.all(works).then(() => undefined) : (works[0] ?? null);
  }

  private deletion(connected: ConnectedBot, payload: GatewayDispatchPayload): Promise<void> | null {
    if (payload.t === 'MESSAGE_DELETE') return this.changes.deleted(connected, { ...payload.d, ids: [payload.d.id] });
    return payload.t === 'MESSAGE_DELETE_BULK' ? this.changes.deleted(connected, payload.d) : null;
  }
}
