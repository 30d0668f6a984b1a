import { LOCALES } from '../../lib/format.js';

export interface HourOfDay {
  /** 0-23, UTC. */
  readonly hour: number;
  readonly messages: number;
}
export interface LocalHour {
  /** When the hour began. */
  readonly start: Date;
  readonly messages: number;
}

const HOUR_MS = 3_600_000;

/** The hours of the server (UTC, the oldest first) as moments; the last is the one that ran when it answered, an hour ago at most by `now`. */
export function localHours(activity: readonly HourOfDay[], now: number): LocalHour[] {
  const last = activity.at(-1);
  if (!last) return [];
  const running = new Date(now - (now % HOUR_MS));
  const age = (running.getUTCHours() - last.hour + 24) % 24;
  return activity.map(({ messages }, at) => ({
    start: new Date(running.getTime() - (age + activity.length - 1 - at) * HOUR_MS),
    messages,
  }));
}

const hours = new Intl.DateTimeFormat(LOCALES, { hour: 'numeric' });
const minutes = new Intl.DateTimeFormat(LOCALES, { hour: 'numeric', minute: '2-digit' });
const weekdays = new Intl.DateTimeFormat(LOCALES, { weekday: 'short', hour: 'numeric', minute: '2-digit' });

/** '2 PM'; '2:30 PM' where the clock is half an hour beside UTC. */
export const shortHour = (start: Date): string => (start.getMinutes() === 0 ? hours : minutes).format(start);
/** 'Tue 2:00 PM': two days meet in 24 hours. */
export const fullHour = (start: Date): string => weekdays.format(start);
export const clock = (time: Date): string => minutes.format(time);
