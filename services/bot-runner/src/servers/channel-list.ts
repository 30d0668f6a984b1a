import type { DiscordCategory, DiscordChannel, DiscordRole } from '@kith/proto';
import { ChannelType, type APIChannel, type APIRole } from 'discord-api-types/v10';

const KINDS: Readonly<Partial<Record<ChannelType, DiscordChannel['kind']>>> = {
  [ChannelType.GuildText]: 'text',
  [ChannelType.GuildAnnouncement]: 'announcement',
  [ChannelType.GuildForum]: 'threads',
  [ChannelType.GuildMedia]: 'threads',
  [ChannelType.GuildVoice]: 'voice',
  [ChannelType.GuildStageVoice]: 'voice',
};

/** Whether members can write in the channel, or in threads of it. */
export const isWrittenIn = ({ type }: APIChannel): boolean => KINDS[type] !== undefined;

interface Positioned {
  readonly position: number;
  readonly id: string;
}

/**
 * The channels in which members can write, as Discord lists them: those without a category first, then by category, text before voice, each
 * by its position.
 */
export function channelList(channels: readonly APIChannel[]): DiscordChannel[] {
  const categories = new Map(categoriesIn(channels).map((category) => [category.id, category]));
  const found = channels.flatMap((channel) => {
    const kind = KINDS[channel.type];
    if (kind === undefined || !('position' in channel)) return [];
    const category = categories.get(('parent_id' in channel && channel.parent_id) || '');
    return [{ id: channel.id, name: channel.name ?? '', kind, category, position: channel.position }];
  });
  const placeOf = (category: Positioned | undefined): Positioned => category ?? { position: -1, id: '0' };
  return found
    .toSorted(
      (one, other) =>
        compare(placeOf(one.category), placeOf(other.category)) ||
        Number(one.kind === 'voice') - Number(other.kind === 'voice') ||
        compare(one, other),
    )
    .map(({ id, name, kind, category }) => ({ id, name, kind, category: category?.name ?? null }));
}

/** The categories of a server in Discord's order. */
export const categoryList = (channels: readonly APIChannel[]): DiscordCategory[] =>
  categoriesIn(channels)
    .toSorted(compare)
    .map(({ id, name }) => ({ id, name }));

const categoriesIn = (channels: readonly APIChannel[]): (Positioned & DiscordCategory)[] =>
  channels.flatMap((channel) =>
    channel.type === ChannelType.GuildCategory ? [{ id: channel.id, name: channel.name, position: channel.position }] : [],
  );

/** The roles that a bot could give to members, the highest first. */
export const roleList = (roles: readonly APIRole[], serverId: string): DiscordRole[] =>
  roles
    .filter(({ id, managed }) => id !== serverId && !managed)
    .toSorted((one, other) => compare(other, one))
    .map(({ id, name }) => ({ id, name }));

/** Channels with the same position are ordered by their ids, as on Discord. */
function compare(one: Positioned, other: Positioned): number {
  if (one.position !== other.position) return one.position - other.position;
  const [first, second] = [BigInt(one.id), BigInt(other.id)];
  return first < second ? -1 : first > second ? 1 : 0;
}
