import { growingCache } from '@kith/kit';
import { createHash } from 'node:crypto';

const WINDOW_MS = 30_000;
const MAX_MEMBERS = 5000;
const MAX_MESSAGES = 20;

interface Written {
  readonly guildId: string;
  readonly memberId: string;
  readonly content: string;
  readonly sentAtMs: number;
}

/** How often members wrote the same within half a minute, in memory. Holds hashes, no texts. */
export class RepeatLog {
  private readonly members = growingCache<{ readonly hash: string; readonly atMs: number }[]>(MAX_MEMBERS);

  /** To be called once for each message, before `countOf`. */
  add({ guildId, memberId, content, sentAtMs }: Written): void {
    const hash = hashOf(content);
    if (hash === null) return;
    const key = `${guildId}:${memberId}`;
    const kept = (this.members.get(key) ?? []).filter(({ atMs }) => atMs > sentAtMs - WINDOW_MS);
    this.members.set(key, [...kept, { hash, atMs: sentAtMs }].slice(-MAX_MESSAGES));
  }

  /** How often the member wrote this within the last half minute, this message included. */
  countOf({ guildId, memberId, content, sentAtMs }: Written): number {
    const hash = hashOf(content);
    const sent = this.members.get(`${guildId}:${memberId}`) ?? [];
    return sent.filter((one) => one.hash === hash && one.atMs > sentAtMs - WINDOW_MS && one.atMs <= sentAtMs).length;
  }

  forgetMember(memberId: string): void {
    for (const key of this.members.keys()) if (key.endsWith(`:${memberId}`)) this.members.delete(key);
  }
}

/** Without regard to case and white space; null for a message without text. */
function hashOf(content: string): string | null {
  const text = content.toLowerCase().replaceAll(/\s+/gu, '');
  return text === '' ? null : createHash('sha256').update(text).digest('base64url').slice(0, 16);
}
