import { waitFor, type DiscordBot } from '@kith/kit/testing';
import type { RunnerHarness } from '../runner-harness.js';

/** Discord's close code for wrong connection parameters, which another attempt cannot mend. */
const REFUSED_PARAMETERS = 4013;
const REPORT_TIMEOUT_MS = 60_000;

export interface FaultyBot {
  readonly bot: DiscordBot;
  readonly botId: string;
  readonly channels: readonly string[];
}

/** Bots that Discord refuses until their owners change something: nobody may ask again by themselves. */
export class RefusedBots {
  private readonly withoutToken = new Set<FaultyBot>();
  private readonly withWrongParameters = new Set<FaultyBot>();
  /** How many answers of Discord were or are to be refusals at least: one per bot, and one that closed its connection. */
  expected = 0;

  constructor(private readonly harness: RunnerHarness) {}

  has(bot: FaultyBot): boolean {
    return this.withoutToken.has(bot) || this.withWrongParameters.has(bot);
  }

  /** All tokens become invalid at once, as after a leak. Resolves when the owners read it. */
  async revokeTokens(bots: readonly FaultyBot[]): Promise<void> {
    for (const one of bots) {
      this.withoutToken.add(one);
      this.harness.discord.revokeToken(one.bot);
    }
    this.expected += bots.length;
    await Promise.all(bots.map((one) => this.isReported(one, 'TOKEN_INVALID')));
  }

  /** Resolves when the owner reads it. */
  async refuseParameters(one: FaultyBot): Promise<void> {
    this.withWrongParameters.add(one);
    this.harness.discord.interruptSession(one.bot, { code: REFUSED_PARAMETERS });
    await this.isReported(one, 'DISCORD_REFUSED');
  }

  /** The owners paste new tokens, or save their bots. Returns how many sessions begin because of that. */
  async repair(): Promise<number> {
    const all = [...this.withoutToken, ...this.withWrongParameters];
    for (const one of all) {
      await this.harness.allowIdentify(one.bot);
      const changes = this.withoutToken.has(one) ? { token: this.harness.discord.resetToken(one.bot) } : {};
      await this.harness.bots.change(one.botId, changes);
    }
    this.withoutToken.clear();
    this.withWrongParameters.clear();
    return all.length;
  }

  private async isReported({ botId }: FaultyBot, code: string): Promise<void> {
    await waitFor(`the report ${code}`, () => this.harness.bots.state(botId)?.code === code, REPORT_TIMEOUT_MS);
  }
}
