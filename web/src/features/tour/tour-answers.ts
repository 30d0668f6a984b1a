import { CreateBotInput } from '@kith/proto';
import { useState } from 'react';
import { useUser } from '../../shared/auth.js';
import { stopOf } from './stops.js';

export const TOUR_TRAITS = ['friendliness', 'humor', 'helpfulness', 'creativity', 'enthusiasm', 'emojis'] as const;
export type TourTrait = (typeof TOUR_TRAITS)[number];
export const TOUR_STYLES = ['friendly', 'professional', 'casual', 'enthusiastic'] as const;

/** What the questions of the tour have been answered with. */
export interface TourValues {
  readonly name: string;
  readonly description: string;
  readonly avatarColor: string;
  readonly discordToken: string;
  readonly serverId: string;
  readonly dedicatedChannelId: string;
  readonly instructions: string;
  readonly model: string;
  readonly responseStyle: string;
  readonly personality: Readonly<Record<TourTrait, boolean>>;
}
export type TourField = keyof TourValues;
export type TourProblems = Partial<Record<TourField, string>>;

/** The defaults of the specification (part 2, section 9). */
export const NEW_VALUES: TourValues = {
  name: '',
  description: '',
  avatarColor: '#FF6B9D',
  discordToken: '',
  serverId: '',
  dedicatedChannelId: '',
  instructions: '',
  model: 'gpt-4o',
  responseStyle: 'friendly',
  personality: { friendliness: true, humor: true, helpfulness: true, creativity: true, enthusiasm: true, emojis: true },
};

const CHECKED = ['name', 'description', 'instructions', 'discordToken', 'serverId', 'dedicatedChannelId'] as const;

/** What is wrong with what was typed, by the rules of the server. Nothing typed is nothing wrong: only the launch asks for a name. */
export function problemsOf(values: TourValues): TourProblems {
  const problems: TourProblems = {};
  for (const field of CHECKED) {
    const result = values[field].trim() ? CreateBotInput.shape[field].safeParse(values[field]) : undefined;
    if (result?.error) problems[field] = result.error.issues[0]?.message;
  }
  return problems;
}

/** The body of `POST /api/bots`: what is empty is sent as null (part 1, section 5). */
export function payloadOf(values: TourValues) {
  return {
    name: values.name.trim(),
    description: orNull(values.description),
    avatarColor: values.avatarColor,
    discordToken: orNull(values.discordToken),
    serverId: orNull(values.serverId),
    dedicatedChannelId: orNull(values.dedicatedChannelId),
    instructions: orNull(values.instructions),
    model: values.model,
    responseStyle: values.responseStyle,
    personality: values.personality,
  };
}

const orNull = (value: string): string | null => value.trim() || null;

const keyOf = (userId: string): string => `kith.tour.${userId}`;

/** What was answered before the tour was closed or the page reloaded; else the defaults. */
export function readDraft(userId: string): TourValues {
  try {
    const stored: unknown = JSON.parse(sessionStorage.getItem(keyOf(userId)) ?? 'null');
    return typeof stored === 'object' && stored !== null ? { ...NEW_VALUES, ...fitting(stored) } : NEW_VALUES;
  } catch {
    return NEW_VALUES;
  }
}

/** Keeps the answers, but never the token; with null, forgets them. */
export function keepDraft(userId: string, values: TourValues | null): void {
  try {
    if (values === null) sessionStorage.removeItem(keyOf(userId));
    else sessionStorage.setItem(keyOf(userId), JSON.stringify({ ...values, discordToken: '' }));
  } catch {
    // Storage is denied or full: the answers last as long as the tour is open.
    return;
  }
}

/** Only what has the form of an answer: storage is not ours alone. */
const fitting = (stored: object): Partial<TourValues> =>
  Object.fromEntries(
    Object.entries(stored).filter(([field, value]) =>
      field === 'personality' ? isFlags(value) : field in NEW_VALUES && typeof value === 'string',
    ),
  );

const isFlags = (value: unknown): boolean =>
  typeof value === 'object' &&
  value !== null &&
  Object.keys(NEW_VALUES.personality).every((trait) => typeof (value as Record<string, unknown>)[trait] === 'boolean');

/** The answers of the tour. They outlive its steps, its closing and a reload of the page. */
export function useAnswers(step: number) {
  const { id: userId } = useUser();
  const [values, setValues] = useState(() => readDraft(userId));
  const [refused, setRefused] = useState<TourProblems>({});
  const [tried, setTried] = useState<readonly number[]>([]);
  const found = problemsOf(values);
  const problems: TourProblems = { ...refused, ...onSteps(found, tried) };

  const onChange = <F extends TourField>(field: F, value: TourValues[F]): void => {
    const next = { ...values, [field]: value };
    setValues(next);
    keepDraft(userId, next);
    setRefused(({ [field]: _mended, ...others }) => others);
  };
  /** The field of this step that needs another look, if there is one. */
  const check = (): string | undefined => {
    setTried([...tried, step]);
    return Object.keys(onSteps(found, [step]))[0];
  };
  /** Takes what the server refused; answers the fields that are asked for in the tour. */
  const refuse = (fields: TourProblems): string[] => {
    const known = Object.entries(fields).filter(([field]) => stopOf(field) >= 0);
    setRefused(Object.fromEntries(known));
    return known.map(([field]) => field);
  };
  const forget = (): void => {
    setValues(NEW_VALUES);
    keepDraft(userId, null);
  };
  return { values, problems, onChange, check, refuse, forget };
}

const onSteps = (problems: TourProblems, steps: readonly number[]): TourProblems =>
  Object.fromEntries(Object.entries(problems).filter(([field]) => steps.includes(stopOf(field))));
