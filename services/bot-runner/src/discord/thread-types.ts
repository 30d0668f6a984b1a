import { ChannelType } from 'discord-api-types/v10';

const THREAD_TYPES: ReadonlySet<ChannelType> = new Set([
  ChannelType.AnnouncementThread,
  ChannelType.PublicThread,
  ChannelType.PrivateThread,
]);

/** Whether a channel of this type is a thread. */
export const isThreadType = (type: ChannelType): boolean => THREAD_TYPES.has(type);
