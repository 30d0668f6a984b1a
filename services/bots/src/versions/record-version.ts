import { isDeepStrictEqual } from 'node:util';
import { Character, CHARACTER_SETTINGS, MAX_BOT_VERSIONS, type Actor, type CharacterSetting } from '@kith/proto';
import type { EntityManager } from 'typeorm';
import { BotVersionEntity } from './bot-version.entity.js';

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
  await manager.insert(BotVersionEntity, {
    botId,
    version,
    character: Character.parse(after),
    fields,
    isByAdministrator: actor.impersonator !== undefined,
    restoredFrom,
    savedAt: new Date(),
  });
  await manager.query(
    `delete from bots.bot_version where bot_id = $1 and version <=
       (select version from bots.bot_version where bot_id = $1 order by version desc offset $2 limit 1)`,
    [botId, MAX_BOT_VERSIONS],
  );
}

const changedSettings = (before: Character, after: Character): CharacterSetting[] =>
  CHARACTER_SETTINGS.filter((setting) => !isDeepStrictEqual(before[setting], after[setting]));
