import type { GatewayOptions } from './gateway-protocol.js';

export interface DiscordOptions extends Partial<GatewayOptions> {
  /** Default 0: a free port. */
  readonly port?: number;
  /** Default 127.0.0.1. */
  readonly host?: string;
  /** False: only what `limitChannels` and `limitBots` set is limited. Default true: Discord's limits. */
  readonly isRateLimited?: boolean;
}
