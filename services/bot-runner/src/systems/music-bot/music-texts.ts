import { escapedName } from '../../discord/markdown.js';
import type { MusicSession, QueuedTrack } from './session.js';
import { MAX_TITLE_CHARS } from './track-store.js';

/** Of the queue, in one answer. */
const SHOWN = 10;

export const TEXTS = {
  noVoiceChannel: 'Please join a voice channel first.',
  otherChannel: (channelId: string) => `I am in <#${channelId}> already. Please join me there.`,
  notWithMe: 'You have to be in my voice channel for that.',
  notDj: 'Only DJs may do that here.',
  unknown: 'I have no music with this title. The titles appear while you type.',
  queueFull: (max: number) => `The queue is full: it holds ${max}.`,
  nothingPlays: 'I am not playing anything. Begin with `/play`.',
  ownerPlaysEnough: 'My owner has too many companions playing at the moment. Please try again later.',
  mayNot: (permission: string) => `I need the permission “${permission}” in your voice channel.`,
  done: 'That is done already.',
  stopped: 'I stopped and emptied the queue.',
  paused: 'Paused. `/pause` goes on.',
  resumed: 'Going on.',
  volume: (percent: number) => `The volume is ${percent} % now.`,
  tooManyPlay: 'Too many companions are playing at the moment, so I cannot play now. Please try again later.',
  noConnection: 'I could not connect to the voice channel, so I stopped.',
  notOpened: (title: string) => `I could not play **${escapedName(title)}**.`,
  radioEnded: (name: string, why: string) => `📻 I stopped **${escapedName(name)}**. ${why}`,
  left: {
    alone: 'Nobody was listening any more, so I left the voice channel.',
    silent: 'Nothing was playing any more, so I left the voice channel.',
  },
} as const;

export const playingText = ({ title, durationMs }: QueuedTrack): string =>
  `${durationMs === null ? '📻' : '🎵'} Playing **${escapedName(title)}** (${lengthOf(durationMs)}).`;

/** `first`: what is played. */
export function queuedText({ title, durationMs }: QueuedTrack, place: number, first: QueuedTrack | undefined): string {
  const text = `Number ${place} in the queue: **${escapedName(title)}** (${lengthOf(durationMs)}).`;
  return first?.durationMs === null ? `${text} Radio has no end: \`/skip\` goes on to the next.` : text;
}

export const skippedText = ({ title }: QueuedTrack, next: QueuedTrack | undefined): string =>
  next ? `Skipped **${escapedName(title)}**. ${playingText(next)}` : `Skipped **${escapedName(title)}**. The queue is empty.`;

export function queueText({ queue, positionMs, isPaused }: Pick<MusicSession, 'queue' | 'positionMs' | 'isPaused'>): string {
  const [first, ...others] = queue;
  if (!first) return 'The queue is empty. Add something with `/play`.';
  const lines = others.slice(0, SHOWN).map((track, index) => `${index + 1}. ${lineOf(track)}`);
  const more = others.length > SHOWN ? [`… and ${others.length - SHOWN} more`] : [];
  const state = isPaused ? '⏸️' : first.durationMs === null ? '📻' : '🎵';
  const place = first.durationMs === null ? '' : ` – at ${timeOf(positionMs)}`;
  return [`${state} ${lineOf(first)}${place}`, ...lines, ...more].join('\n');
}

const lineOf = ({ title, durationMs, memberId }: QueuedTrack): string =>
  `**${escapedName(title)}** (${lengthOf(durationMs)})${memberId === null ? '' : `, for <@${memberId}>`}`;

/** What an owner typed, as members see it. */
export const titleOf = (typed: string): string =>
  [...typed.replaceAll(/[\p{Cc}\p{Cf}]/gu, '').trim()].slice(0, MAX_TITLE_CHARS).join('');

export const lengthOf = (durationMs: QueuedTrack['durationMs']): string => (durationMs === null ? 'radio' : timeOf(durationMs));

/** As minutes and seconds. */
export function timeOf(ms: number): string {
  const seconds = Math.floor(ms / 1000);
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
}
