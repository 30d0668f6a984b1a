import { createHash } from 'node:crypto';
import { levelRoleIn, MAX_LEVEL, MAX_LEVEL_ROLES, type LevelRole } from '@kith/proto';

const MIN_GAIN = 15;
const GAINS = 11;

/** The experience with which a level is reached: each takes more than the one before, the first 100. */
export const experienceFor = (level: number): number =>
  (5 * (level - 1) * level * (2 * level - 1)) / 6 + 25 * level * (level - 1) + 100 * level;

export const MAX_EXPERIENCE = experienceFor(MAX_LEVEL);

export function levelOf(experience: number): number {
  let level = 0;
  while (level < MAX_LEVEL && experienceFor(level + 1) <= experience) level++;
  return level;
}

/** How far a member is from one level to the next. */
export function progressOf(experience: number): { readonly level: number; readonly gained: number; readonly needed: number } {
  const level = levelOf(experience);
  const from = experienceFor(level);
  return { level, gained: experience - from, needed: experienceFor(level + 1) - from };
}

/** The experience for a message: 15 to 25, by chance for its author, and the same for each attempt at its job. */
export const gainOf = (messageId: string): number =>
  MIN_GAIN + ((createHash('sha256').update(messageId).digest()[0] ?? 0) % GAINS);

/** The lines of the setting, lowest level first; those that name no level and role, as older settings may have, are left out. */
export const levelRoles = (lines: readonly string[]): LevelRole[] =>
  lines
    .flatMap((line) => levelRoleIn(line) ?? [])
    .slice(0, MAX_LEVEL_ROLES)
    .toSorted((a, b) => a.level - b.level);

/** Which roles a member with the level has, and which not; of the roles of lower levels only the last one unless they are kept. */
export function rolesAt(
  level: number,
  roles: readonly LevelRole[],
  keepsEarlier: boolean,
): { readonly given: readonly string[]; readonly taken: readonly string[] } {
  const reached = roles.filter((role) => role.level <= level);
  const highest = reached.at(-1)?.level;
  const given = new Set(reached.filter((role) => keepsEarlier || role.level === highest).map(({ roleId }) => roleId));
  return { given: [...given], taken: [...new Set(roles.map(({ roleId }) => roleId))].filter((roleId) => !given.has(roleId)) };
}
