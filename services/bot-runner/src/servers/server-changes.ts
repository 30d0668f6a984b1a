import { Events } from '@kith/kit';
import { events, type ServersChange } from '@kith/proto';
import { Injectable } from '@nestjs/common';
import type { GatewayDispatchPayload } from 'discord-api-types/v10';
import type { ConnectedBot, KnownServers } from '../messages/connected-bot.js';
import { OutstandingMessages } from '../messages/outstanding-messages.js';

/** After a RESUME in another process the list of READY is not known: then a server that was joined so recently is a new one. */
const RECENTLY_MS = 120_000;
/** Events after which Discord may accept what it refused before. */
const CHANGES_OF_PERMISSIONS: ReadonlySet<string> = new Set(['CHANNEL_UPDATE', 'GUILD_ROLE_UPDATE', 'GUILD_MEMBER_UPDATE']);

/** Announces that a bot joined or left a server, for the page of its owner, and lets it try again where permissions changed. */
@Injectable()
export class ServerChanges {
  constructor(
    private readonly events: Events,
    private readonly outstanding: OutstandingMessages,
  ) {}

  /** Null when the event is about something else. Never rejects: an event that is lost is no loss, because the page asks again. */
  handle({ bot, servers }: ConnectedBot, payload: GatewayDispatchPayload): Promise<void> | null {
    if (CHANGES_OF_PERMISSIONS.has(payload.t)) void this.outstanding.clearRefusedChannels(bot.botId).catch(() => undefined);
    const change = serverChangeIn(payload, servers);
    return change && this.events.publish(events.serversChanged, { botId: bot.botId, userId: bot.ownerId, ...change });
  }
}

/** What the event changes, after updating `known`; null when nothing. Discord also sends both events for outages of a server. */
export function serverChangeIn(
  payload: GatewayDispatchPayload,
  known: KnownServers,
  nowMs = Date.now(),
): Omit<ServersChange, 'botId'> | null {
  if (payload.t === 'READY') {
    known.ids.clear();
    for (const { id } of payload.d.guilds ?? []) known.ids.add(id);
    known.isComplete = true;
    return null;
  }
  if (payload.t === 'GUILD_CREATE') {
    const { id, name, joined_at: joinedAt } = payload.d as { id: string; name?: string; joined_at?: string };
    if (known.ids.has(id)) return null;
    known.ids.add(id);
    const isNew = known.isComplete || nowMs - Date.parse(joinedAt ?? '') < RECENTLY_MS;
    return isNew && typeof name === 'string' ? { change: 'joined', serverId: id, serverName: name } : null;
  }
  if (payload.t !== 'GUILD_DELETE' || payload.d.unavailable) return null;
  known.ids.delete(payload.d.id);
  return { change: 'left', serverId: payload.d.id, serverName: null };
}
