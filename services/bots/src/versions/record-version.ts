import { isDeepStrictEqual } from 'node:util';
import { PreparedStatement } from '@kith/kit';
import { Character, CHARACTER_SETTINGS, MAX_BOT_VERSIONS, type Actor, type CharacterSetting } from '@kith/proto';
import type { EntityManager } from 'typeorm';

interface SavedCharacter {
  readonly actor: Actor;
  readonly botId: string;
  /** Of the bot after the save. */
  readonly version: number;
  readonly before: Character;
  readonly after: Character;
  readonly restoredFrom?: number | null;
}

/**
 * Keeps what a save made of the character of a bot, in the transaction of the save, and deletes the oldest version above the cap. A save that
 * changed nothing of the character has none.
 */
export async function recordVersion(manager: EntityManager, saved: SavedCharacter): Promise<void> {
  const { actor, botId, version, after, restoredFrom = null } = saved;
  const fields = changedSettings(saved.before, after);
  if (fields.length === 0) return;
  const isByAdministrator = actor.impersonator !== undefined;
  await INSERT.rowsWithin(manager, [botId, version, Character.parse(after), fields, isByAdministrator, restoredFrom]);
  // The first one has none before it.
  if (version > 1) await manager.query(DELETE_OLDEST, [botId, MAX_BOT_VERSIONS]);
}

const INSERT = new PreparedStatement(
  `insert into bots.bot_version (bot_id, version, character, fields, is_by_administrator, restored_from, saved_at)
   values ($1, $2, $3, $4, $5, $6, clock_timestamp())`,
);
const DELETE_OLDEST = `delete from bots.bot_version where bot_id = $1 and version <=
  (select version from bots.bot_version where bot_id = $1 order by version desc offset $2 limit 1)`;

const changedSettings = (before: Character, after: Character): CharacterSetting[] =>
  CHARACTER_SETTINGS.filter((setting) => !isDeepStrictEqual(before[setting], after[setting]));
