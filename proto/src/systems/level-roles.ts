export const MAX_LEVEL = 1000;
export const MAX_LEVEL_ROLES = 20;

const LINE = /^(\d{1,4})\D+(\d{17,20})\W*$/;

/** A role that members get with a level. */
export interface LevelRole {
  readonly level: number;
  readonly roleId: string;
}

/** `5 123456789012345678`, also with other signs between level and id; null for a line without both. */
export function levelRoleIn(line: string): LevelRole | null {
  const [, level, roleId] = LINE.exec(line.trim()) ?? [];
  if (roleId === undefined || Number(level) < 1 || Number(level) > MAX_LEVEL) return null;
  return { level: Number(level), roleId };
}

/** What is wrong with the lines, in words for people; undefined when each is a level and a role, and there are not too many. */
export function levelRolesProblem(text: string): string | undefined {
  const lines = text.split('\n').filter((line) => line.trim() !== '');
  const wrong = lines.find((line) => levelRoleIn(line) === null);
  if (wrong !== undefined) return lineProblem([...wrong.trim()].slice(0, 50).join(''));
  return lines.length > MAX_LEVEL_ROLES ? `Must have at most ${MAX_LEVEL_ROLES} lines` : undefined;
}

const lineProblem = (line: string): string =>
  `“${line}” must be a level from 1 to ${MAX_LEVEL} and a role: the name of one in a server of this companion that no other role has, or its ID, such as “5 123456789012345678”. To copy IDs, switch on Developer Mode in Discord (User Settings, Advanced) and right-click the role in the settings of your server.`;
