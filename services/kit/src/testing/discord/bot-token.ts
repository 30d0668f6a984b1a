import { randomBytes } from 'node:crypto';

/** A token in Discord's format: the application id in base64, then two random parts. */
export function newToken(applicationId: string): string {
  const random = (length: number): string => randomBytes(length).toString('base64url').slice(0, length);
  return `${Buffer.from(applicationId).toString('base64url')}.${random(6)}.${random(38)}`;
}

/** The application that a token in Discord's format names; undefined when it has another format. */
export function applicationIdInToken(token: string | undefined): string | undefined {
  const decoded = Buffer.from(token?.split('.')[0] ?? '', 'base64url').toString();
  return /^\d{17,20}$/.test(decoded) ? decoded : undefined;
}
