import { CONFIG, LOGGER, type Config, type Logger } from '@kith/kit';
import { Inject, Injectable } from '@nestjs/common';
import type { VoiceLibrary } from './voice-player.js';

/** Of Node, for the voice library. */
const OLDEST_NODE = [22, 12] as const;

/** Whether this process can play in voice channels: the operator switched it on, because it needs UDP to Discord's voice servers. */
@Injectable()
export class VoiceSupport {
  private loading: Promise<VoiceLibrary | null> | null = null;

  constructor(
    @Inject(CONFIG) private readonly config: Config,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  get isSwitchedOn(): boolean {
    return this.config.DISCORD_VOICE;
  }

  /** Why nothing can be played, as people read it; null when it can. All replicas have the same configuration. */
  get problem(): string | null {
    if (!this.isSwitchedOn) return 'Voice is not switched on where this companion runs, so it cannot play music.';
    const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
    const isOldEnough = major > OLDEST_NODE[0] || (major === OLDEST_NODE[0] && minor >= OLDEST_NODE[1]);
    return isOldEnough ? null : 'This companion runs on a version of Node that cannot play music.';
  }

  /** Loaded by the first that plays, because it takes memory; null when it cannot be used here. */
  library(): Promise<VoiceLibrary | null> {
    if (this.problem !== null) return Promise.resolve(null);
    this.loading ??= import('@discordjs/voice').catch((error: unknown) => {
      this.logger.error({ err: error }, 'voice library not loaded');
      return null;
    });
    return this.loading;
  }
}
