import { isolated } from '@kith/proto';
import { t } from '../lib/i18n.js';
import type { Suggestion } from '../ui/suggest-input.js';
import type { Server } from './discord.graphql.js';
import type { KnownCategory, KnownChannel, KnownRole } from './use-discord.js';

/** Channels by their names, with server and category. */
export const channelSuggestions = (channels: readonly KnownChannel[]): Suggestion[] =>
  channels.map((channel) => ({ value: channel.id, label: `#${channel.name}`, detail: placeOf(channel) }));

/** Categories by their names, with their server. */
export const categorySuggestions = (categories: readonly KnownCategory[]): Suggestion[] =>
  categories.map(({ id, name, server }) => ({ value: id, label: t('form.category', { name }), detail: server.name }));

/** `Lounge (category) · Elm Street` for a known category; undefined for another id. */
export function categoryName(categories: readonly KnownCategory[], id: string): string | undefined {
  const category = categories.find((one) => one.id === id);
  return category && `${t('form.category', { name: category.name })} · ${isolated(category.server.name)}`;
}

/** Roles by their names, with their server. */
export const roleSuggestions = (roles: readonly KnownRole[]): Suggestion[] =>
  roles.map(({ id, name, server }) => ({ value: id, label: `@${name}`, detail: server.name }));

/** Servers by their names. */
export const serverSuggestions = (servers: readonly Pick<Server, 'id' | 'name'>[]): Suggestion[] =>
  servers.map(({ id, name }) => ({ value: id, label: name, detail: id }));

/** `#general · Elm Street` for a known channel; undefined for another id. */
export function channelName(channels: readonly KnownChannel[], id: string): string | undefined {
  const channel = channels.find((one) => one.id === id);
  return channel && `#${isolated(channel.name)} · ${isolated(channel.server.name)}`;
}

/** The name of a server that the bot is in; its id else. */
export const serverName = (servers: readonly Pick<Server, 'id' | 'name'>[], id: string): string =>
  servers.find((one) => one.id === id)?.name ?? id;

const placeOf = ({ category, server }: KnownChannel): string =>
  category === null ? server.name : `${isolated(server.name)} · ${isolated(category)}`;
