import { randomInt } from 'node:crypto';
import { username } from '@kith/proto';
import { checkUsername } from '../usernames.js';

const MAX_LENGTH = 32;
const ATTEMPTS = 20;

/** Usernames for a new user, to be tried in order: the name on Discord, then the name with a number. All are valid; none resembles `reserved`. */
export function* usernamesFor(discordName: string, reserved: string): Generator<string> {
  const isFit = (name: string): boolean => isValid(name, reserved);
  const own = discordName.slice(0, MAX_LENGTH).trim();
  if (isFit(own)) yield own;
  const base = isFit(`${own.slice(0, MAX_LENGTH - 7)}-000000`) ? own.slice(0, MAX_LENGTH - 7) : 'member';
  for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) yield `${base}-${String(randomInt(1_000_000)).padStart(6, '0')}`;
}

function isValid(name: string, reserved: string): boolean {
  if (!username.safeParse(name).success) return false;
  try {
    checkUsername(name, reserved);
    return true;
  } catch {
    return false;
  }
}
