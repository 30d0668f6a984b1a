export const MAX_QUEUE = 50;
/** Events that are remembered, so that none changes a session twice. */
const REMEMBERED_EVENTS = 30;

/** Something in the queue of a server. */
export interface QueuedTrack {
  /** The event that put it there. */
  readonly id: string;
  /** Of the uploaded music, or of the radio station. */
  readonly trackId: string;
  readonly title: string;
  /** Null for a radio station, which has no end. */
  readonly durationMs: number | null;
  /** Who asked for it; null when they asked to be forgotten. */
  readonly memberId: string | null;
}

/** What is played in a server: nothing without a voice channel, otherwise the first of the queue, from `positionMs` on. */
export interface MusicSession {
  readonly botId: string;
  readonly ownerId: string;
  readonly guildId: string;
  readonly voiceChannelId: string | null;
  readonly textChannelId: string | null;
  readonly queue: readonly QueuedTrack[];
  readonly positionMs: number;
  readonly isPaused: boolean;
  /** In percent; null: that of the settings. */
  readonly volume: number | null;
  readonly applied: readonly string[];
}

export type SessionChange = Partial<
  Pick<MusicSession, 'voiceChannelId' | 'textChannelId' | 'queue' | 'positionMs' | 'isPaused' | 'volume'>
>;

export const isApplied = ({ applied }: MusicSession, eventId: string): boolean => applied.includes(eventId);

export const withEvent = ({ applied }: MusicSession, eventId: string): string[] =>
  [...applied, eventId].slice(-REMEMBERED_EVENTS);

/** Leaves the voice channel. The volume stays. */
export const STOPPED: SessionChange = { voiceChannelId: null, textChannelId: null, queue: [], positionMs: 0, isPaused: false };

/** The next in the queue, or silence; null when `id` is not played any more. */
export function afterTrack({ queue }: Pick<MusicSession, 'queue'>, id: string): SessionChange | null {
  return queue[0]?.id === id ? { queue: queue.slice(1), positionMs: 0, isPaused: false } : null;
}

/** Why a companion leaves its voice channel; null while it stays. Times in milliseconds since when, null when it is not so. */
export function leaveReason(
  { aloneForMs, silentForMs }: { readonly aloneForMs: number | null; readonly silentForMs: number | null },
  leaveAfterMinutes: number,
): 'alone' | 'silent' | null {
  const limitMs = leaveAfterMinutes * 60_000;
  if (aloneForMs !== null && aloneForMs >= limitMs) return 'alone';
  return silentForMs !== null && silentForMs >= limitMs ? 'silent' : null;
}
