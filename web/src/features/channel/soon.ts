import type { ChannelSettings } from '@kith/proto';

/** Settings that are kept and do not act on Discord yet, and say so; moderation mode stands for all of moderation. Whoever makes one act takes it out. */
export const SOON: readonly (keyof ChannelSettings)[] = [
  'moderationMode',
  'logMessages',
  'allowCommands',
  'allowFileUploads',
  'autoCreateThreads',
];
