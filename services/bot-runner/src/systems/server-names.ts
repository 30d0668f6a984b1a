import { Routes, type APIChannel, type APIRole } from 'discord-api-types/v10';
import type { RestClients } from '../discord/rest-clients.js';
import { isWrittenIn } from '../servers/channel-list.js';

/** A channel or a role of a server. */
export interface Named {
  readonly id: string;
  readonly name: string;
}

export interface ServerNames {
  /** Those in which members can write, without threads. */
  readonly channels: readonly Named[];
  /** All but @everyone. */
  readonly roles: readonly Named[];
}

const BY_ID = /^(?:<#|<@&)?(\d{16,20})>?$/;

/** Asks Discord for the channels and roles of a server. Throws what Discord answers. */
export async function namesIn(
  clients: RestClients,
  { botId, guildId }: { readonly botId: string; readonly guildId: string },
): Promise<ServerNames> {
  const [channels, roles] = (await Promise.all([
    clients.use(botId, (rest) => rest.get(Routes.guildChannels(guildId))),
    clients.use(botId, (rest) => rest.get(Routes.guildRoles(guildId))),
  ])) as [APIChannel[], APIRole[]];
  return {
    channels: channels.filter(isWrittenIn).map(({ id, name }) => ({ id, name: name ?? id })),
    roles: roles.filter(({ id }) => id !== guildId).map(({ id, name }) => ({ id, name })),
  };
}

/** The id in an id or a mention of a channel or role; undefined for another text. */
export const idIn = (written: string): string | undefined => BY_ID.exec(written.trim())?.[1];

/** What somebody means by an id, a mention or a name; several where names are the same. The case counts only where names differ by nothing else. */
export function meantBy<N extends Named>(written: string, known: readonly N[]): N[] {
  const id = idIn(written);
  if (id !== undefined) return known.filter((one) => one.id === id);
  const isName = (text: string, name: string): boolean => [name, `#${name}`, `@${name}`].includes(text);
  const text = written.trim();
  const exact = known.filter(({ name }) => isName(text, name));
  return exact.length > 0 ? exact : known.filter(({ name }) => isName(folded(text), folded(name)));
}

const folded = (text: string): string => text.normalize().toLowerCase();
