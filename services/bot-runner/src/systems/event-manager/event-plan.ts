import { HOUR_MS } from '@kith/proto';
import { isOver, timeIn } from '../../commands/reminder-time.js';
import { FieldProblem } from '../field-problem.js';

export const MAX_NAME_CHARS = 100;
export const MAX_DESCRIPTION_CHARS = 1000;
export const MAX_PLACE_CHARS = 100;
export const MAX_HOURS = 168;
const MAX_AHEAD_MS = 366 * 86_400_000;

/** What is asked for; `field` names are those of the form and of the command. */
export interface WrittenPlan {
  readonly name: string;
  readonly start: string;
  readonly hours: number;
  readonly place: string;
  /** The id of a voice or stage channel; null for another place. */
  readonly voiceChannelId: string | null;
  readonly description: string;
}

export interface EventPlan {
  readonly name: string;
  readonly startsAtMs: number;
  readonly endsAtMs: number;
  readonly place: string;
  readonly voiceChannelId: string | null;
  readonly description: string;
}

/** Throws FieldProblem for what Discord would refuse. Times of day are UTC. */
export function planOf(written: WrittenPlan, nowMs: number): EventPlan {
  const name = within('name', written.name, MAX_NAME_CHARS);
  if (name === '') throw new FieldProblem('name', 'Give the event a name.');
  const time = timeIn(written.start.trim(), nowMs, 'UTC');
  if (!time || time.rest.trim() !== '')
    throw new FieldProblem('start', 'When does it begin? For example: tomorrow 18:00, 2027-01-31 9:00 or in 3h.');
  if (time.dueAtMs <= nowMs) throw new FieldProblem('start', isOver('UTC'));
  if (time.dueAtMs > nowMs + MAX_AHEAD_MS) throw new FieldProblem('start', 'An event can be at most a year away.');
  const { hours } = written;
  if (!Number.isInteger(hours) || hours < 1 || hours > MAX_HOURS)
    throw new FieldProblem('hours', `An event takes 1 to ${MAX_HOURS} hours.`);
  return {
    name,
    // Discord keeps seconds.
    startsAtMs: Math.floor(time.dueAtMs / 1000) * 1000,
    endsAtMs: Math.floor(time.dueAtMs / 1000) * 1000 + hours * HOUR_MS,
    place: within('place', written.place, MAX_PLACE_CHARS) || 'In this server',
    voiceChannelId: written.voiceChannelId,
    description: within('description', written.description, MAX_DESCRIPTION_CHARS),
  };
}

function within(field: string, text: string, maxChars: number): string {
  const trimmed = text.trim();
  if ([...trimmed].length > maxChars) throw new FieldProblem(field, `At most ${maxChars} characters fit here.`);
  return trimmed;
}
