/** One message, for the count. */
export interface CountedMessage {
  readonly guildId: string;
  readonly memberId: string;
  readonly content: string;
  /** When Discord accepted it, in Unix milliseconds. */
  readonly atMs: number;
}

const BURST = { messages: 5, windowMs: 5000 } as const;
const REPETITION = { messages: 3, windowMs: 30_000 } as const;
const FNV_OFFSET = 2_166_136_261;
const FNV_PRIME = 16_777_619;
const MAX_MEMBERS = 2000;
/** More messages of one member than this within a window do not change the result. */
const MAX_MESSAGES = 10;

interface Sent {
  readonly atMs: number;
  /** 0 for a message without text. */
  readonly hash: number;
}

interface MemberLog {
  readonly sent: Sent[];
  /** When the member was last found to spam. */
  spamAtMs: number;
}

/**
 * The last messages of each member of one bot's servers, in memory. Counted by the times of Discord, so that messages that arrive late, after
 * an outage, are judged as if they had arrived in time. Holds hashes, no texts.
 */
export class SpamLog {
  private readonly members = new Map<string, MemberLog>();

  /**
   * Counts a message (docs/decisions.md C9). `spam` for the first one that is too much, `repeated` for those after it: the member is warned
   * once for a burst.
   */
  count({ guildId, memberId, content, atMs }: CountedMessage): 'spam' | 'repeated' | null {
    const key = `${guildId}:${memberId}`;
    const log: MemberLog = this.members.get(key) ?? { sent: [], spamAtMs: Number.NEGATIVE_INFINITY };
    // Moved to the end: the members who wrote longest ago are forgotten first.
    this.members.delete(key);
    this.members.set(key, log);
    this.forgetOldest();
    const hash = hashOf(content);
    log.sent.push({ atMs, hash });
    while (log.sent.length > MAX_MESSAGES) log.sent.shift();
    let inBurst = 0;
    let repetitions = 0;
    for (const one of log.sent) {
      if (one.atMs > atMs) continue;
      if (one.atMs > atMs - BURST.windowMs) inBurst += 1;
      if (one.hash === hash && one.atMs > atMs - REPETITION.windowMs) repetitions += 1;
    }
    const isBurst = inBurst >= BURST.messages;
    const isRepetition = hash !== 0 && repetitions >= REPETITION.messages;
    if (!isBurst && !isRepetition) return null;
    const isRepeated = atMs - log.spamAtMs < REPETITION.windowMs;
    log.spamAtMs = Math.max(log.spamAtMs, atMs);
    return isRepeated ? 'repeated' : 'spam';
  }

  forgetMember(memberId: string): void {
    for (const key of this.members.keys()) if (key.endsWith(`:${memberId}`)) this.members.delete(key);
  }

  private forgetOldest(): void {
    if (this.members.size <= MAX_MEMBERS) return;
    const [oldest] = this.members.keys();
    if (oldest !== undefined) this.members.delete(oldest);
  }
}

/** FNV-1a of the text without regard to case and white space; 0 for an empty one. */
function hashOf(content: string): number {
  let hash = FNV_OFFSET;
  let isEmpty = true;
  for (let at = 0; at < content.length; at += 1) {
    const code = content.charCodeAt(at);
    if (code > 127) return hashOfUnicode(content.toLowerCase());
    if (code === 32 || (code >= 9 && code <= 13)) continue;
    isEmpty = false;
    hash = Math.imul(hash ^ (code >= 65 && code <= 90 ? code + 32 : code), FNV_PRIME);
  }
  return isEmpty ? 0 : hash >>> 0 || 1;
}

function hashOfUnicode(text: string): number {
  let hash = FNV_OFFSET;
  let isEmpty = true;
  for (let at = 0; at < text.length; at += 1) {
    const code = text.codePointAt(at) ?? 0;
    if (code > 0xffff) at += 1;
    if (code < 128 ? code === 32 || (code >= 9 && code <= 13) : isSpace(code)) continue;
    isEmpty = false;
    hash = Math.imul(hash ^ code, FNV_PRIME);
  }
  return isEmpty ? 0 : hash >>> 0 || 1;
}

/** No white space beyond these codes is known to `trim`. */
const isSpace = (code: number): boolean =>
  (code === 0xa0 || code === 0x1680 || (code >= 0x2000 && code <= 0x3000) || code === 0xfeff) &&
  String.fromCharCode(code).trim() === '';
