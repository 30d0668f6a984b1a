import { Injectable } from '@nestjs/common';
import type { GatewayVoiceState, GatewayVoiceServerUpdateDispatchData } from 'discord-api-types/v10';
import type { ConnectedBot } from '../../messages/connected-bot.js';
import { Listeners } from './listeners.js';

/** What Discord tells of a server that concerns the voice connection of the bot there. */
export interface VoiceEvents {
  onServer(update: GatewayVoiceServerUpdateDispatchData): void;
  onOwnState(state: GatewayVoiceState): void;
}

/** The connections of this process, through which bots ask Discord for a voice channel, and what Discord answers. */
@Injectable()
export class VoiceLinks {
  readonly listeners = new Listeners();
  private readonly connections = new Map<string, Set<ConnectedBot>>();
  private readonly receivers = new Map<string, VoiceEvents>();

  /** A connection is ready. It is forgotten when it is closed. */
  open(connected: ConnectedBot): void {
    const { botId } = connected.bot;
    const open = this.connections.get(botId) ?? new Set();
    if (open.has(connected) || connected.closed.aborted) return;
    this.connections.set(botId, open.add(connected));
    connected.closed.addEventListener(
      'abort',
      () => {
        open.delete(connected);
        if (open.size === 0 && this.connections.get(botId) === open) this.connections.delete(botId);
        this.listeners.forgetUnless(botId, (guildId) => this.find(botId, guildId) !== null);
      },
      { once: true },
    );
  }

  /** The connection that has the server; null when another process holds it. */
  find(botId: string, guildId: string): ConnectedBot | null {
    for (const connected of this.connections.get(botId) ?? [])
      if (shardOf(guildId, connected.shard.count) === connected.shard.index) return connected;
    return null;
  }

  /** Passes the events of a server to a receiver, until the returned function is called. */
  receive(botId: string, guildId: string, events: VoiceEvents): () => void {
    const key = `${botId}:${guildId}`;
    this.receivers.set(key, events);
    return () => void (this.receivers.get(key) === events && this.receivers.delete(key));
  }

  receiverOf(botId: string, guildId: string): VoiceEvents | undefined {
    return this.receivers.get(`${botId}:${guildId}`);
  }
}

/** As Discord distributes servers over connections. */
const shardOf = (guildId: string, count: number): number => Number((BigInt(guildId) >> 22n) % BigInt(count));
