import { dateFormat } from '@kith/kit';
import { DAY_MS, HOUR_MS, MINUTE_MS, sentAtMs, type ProactiveMessage } from '@kith/proto';
import { MessageFlags, MessageType, type APIMessage } from 'discord-api-types/v10';

const DAY_MINUTES = 1440;
const WEEK_MINUTES = 7 * DAY_MINUTES;
/** A message of the week that could not be posted for so long is left out. */
const LATEST_AFTER_MINUTES = 60;
const WEEKDAYS = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun'];
const WRITTEN_BY_PEOPLE: readonly MessageType[] = [MessageType.Default, MessageType.Reply];

/**
 * An id of the event after which a message may be due now, the same in every process; null when there is none. A quiet channel is looked at once an
 * hour, each channel at another minute. New members are no matter of time.
 */
export function dueEvent(message: ProactiveMessage, nowMs: number): string | null {
  switch (message.event) {
    case 'quiet':
      return `quiet-${Math.floor((nowMs - (sentAtMs(message.channelId) % HOUR_MS)) / HOUR_MS)}`;
    case 'weekly': {
      const since = minutesSince(message, nowMs);
      return since < LATEST_AFTER_MINUTES ? `weekly-${Math.floor(nowMs / MINUTE_MS) - since}` : null;
    }
    default:
      return null;
  }
}

/** Minutes since the last time of the week that the message names, on the clocks of its time zone. */
function minutesSince({ weekday, time, timeZone }: ProactiveMessage, nowMs: number): number {
  const parts = clockOf(timeZone).formatToParts(nowMs);
  const part = (wanted: Intl.DateTimeFormatPartTypes): string => parts.find(({ type }) => type === wanted)?.value ?? '';
  const now = WEEKDAYS.indexOf(part('weekday')) * DAY_MINUTES + Number(part('hour')) * 60 + Number(part('minute'));
  const [hour, minute] = time.split(':').map(Number);
  const wanted = (weekday - 1) * DAY_MINUTES + (hour ?? 0) * 60 + (minute ?? 0);
  return (now - wanted + WEEK_MINUTES) % WEEK_MINUTES;
}

const clockOf = (timeZone: string): Intl.DateTimeFormat =>
  dateFormat('en-US', { timeZone, weekday: 'short', hour: '2-digit', minute: '2-digit', hourCycle: 'h23' });

type Message = Pick<APIMessage, 'id' | 'type' | 'content' | 'webhook_id' | 'flags'> & {
  readonly author: Pick<APIMessage['author'], 'id' | 'bot'>;
};

/** Of messages that a model wrote: nobody is notified of them, and this tells them from replies. */
export const WRITTEN_FLAGS = MessageFlags.SuppressNotifications;

interface Context {
  readonly nowMs: number;
  readonly applicationId: string;
}

/**
 * When a person last wrote, in Unix ms, if the message may be posted now; null if not: it was said today (UTC), nobody has written since it was said
 * last, or, for a quiet channel, somebody has within the days. `last` are the last messages of the channel, in any order.
 */
export function lastWrittenBefore(
  { event, quietDays, text }: ProactiveMessage,
  last: readonly Message[],
  { nowMs, applicationId }: Context,
): number | null {
  const newest = (messages: readonly Message[]): number => Math.max(0, ...messages.map(({ id }) => sentAtMs(id)));
  const isByBot = ({ author, webhook_id: webhookId }: Message): boolean => author.bot === true || webhookId !== undefined;
  const writtenAtMs = newest(last.filter((one) => !isByBot(one) && WRITTEN_BY_PEOPLE.includes(one.type)));
  // Also when what was noted about the last one is lost.
  const isOwn = ({ author, flags }: Message): boolean =>
    author.id === applicationId && (Number(flags ?? 0) & WRITTEN_FLAGS) !== 0;
  const saidAtMs = newest(last.filter((one) => isOwn(one) || (isByBot(one) && text !== '' && one.content === text)));
  if (writtenAtMs <= saidAtMs || Math.floor(saidAtMs / DAY_MS) === Math.floor(nowMs / DAY_MS)) return null;
  return event === 'quiet' && nowMs - writtenAtMs < quietDays * DAY_MS ? null : writtenAtMs;
}
