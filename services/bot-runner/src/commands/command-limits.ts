import { DiscordAPIError } from '@discordjs/rest';
import { Keyring, REDIS } from '@kith/kit';
import type { RunnableCommand } from '@kith/proto';
import { Inject, Injectable } from '@nestjs/common';
import type { Redis } from 'ioredis';
import { GuildAccess } from '../discord/guild-access.js';
import type { CallPlace, CommandCall } from './catalogue-command.js';

/** Between two calls of the same custom command by the same member, unless its owner set another time. */
const CUSTOM_COOLDOWN_S = 3;
/** From here on the member is told when the time is over. */
const LONG_COOLDOWN_MS = 10_000;

/** Not the time to wait after another call. */
const TAKE_BACK = `if redis.call('get', KEYS[1]) == ARGV[1] then redis.call('del', KEYS[1]) end`;

const COOLDOWN = 'You used this command just now. Give me a few seconds.';
const IN_SERVERS = 'This command works in servers only.';

type Limited = Pick<RunnableCommand, 'commandId' | 'custom' | 'limits'>;

/** Who may call a command, and how often (docs/decisions.md K8). */
@Injectable()
export class CommandCallLimits {
  constructor(
    private readonly access: GuildAccess,
    private readonly keyring: Keyring,
    @Inject(REDIS) private readonly redis: Redis,
  ) {}

  /** Why the member may not call the command now; null when they may, which counts as a call. In the test chat nothing is limited. */
  async refusalOf(command: Limited, { bot, place, use }: CommandCall): Promise<string | null> {
    if (!place) return null;
    const roleId = command.limits?.requiredRoleId ?? null;
    if (roleId !== null && place.guildId === null) return IN_SERVERS;
    if (roleId !== null && !(await this.hasRole(bot.botId, place, roleId))) return `You need the role <@&${roleId}> for this.`;
    // A button continues the call that posted it.
    if (use) return null;
    const waitMs = await this.waitMs(command, bot.botId, place);
    if (waitMs <= 0) return null;
    return waitMs < LONG_COOLDOWN_MS
      ? COOLDOWN
      : `You can use this command again <t:${Math.ceil((Date.now() + waitMs) / 1000)}:R>.`;
  }

  /** The call did not come about: the member need not wait after it. */
  async takeBack({ commandId }: Limited, { bot, place }: CommandCall): Promise<void> {
    if (place) await this.redis.eval(TAKE_BACK, 1, this.keyOf(commandId, bot.botId, place), place.messageId);
  }

  private async hasRole(botId: string, { guildId, memberId }: CallPlace, roleId: string): Promise<boolean> {
    try {
      const { roleIds } = await this.access.member({ botId, guildId: guildId ?? '' }, memberId);
      return roleIds.includes(roleId);
    } catch (error) {
      if (error instanceof DiscordAPIError && error.status === 404) return false;
      throw error;
    }
  }

  /** How long the member has to wait; 0 for one who need not, whose next call has to. A repeated attempt of the same call is no new one. */
  private async waitMs({ commandId, custom, limits }: Limited, botId: string, place: CallPlace): Promise<number> {
    const { messageId } = place;
    const cooldownS = limits?.cooldownS ?? (custom ? CUSTOM_COOLDOWN_S : 0);
    if (cooldownS === 0) return 0;
    const key = this.keyOf(commandId, botId, place);
    if ((await this.redis.set(key, messageId, 'EX', cooldownS, 'NX')) === 'OK') return 0;
    const [last, leftMs] = await Promise.all([this.redis.get(key), this.redis.pttl(key)]);
    return last === messageId ? 0 : Math.max(leftMs, 1);
  }

  private keyOf(commandId: string, botId: string, { memberId }: CallPlace): string {
    // By fingerprint, so that Redis holds no id of a member.
    const member = this.keyring.fingerprint(`cooldown ${botId} ${memberId}`);
    return `runner:cooldown:${botId}:${commandId}:${member}`;
  }
}
