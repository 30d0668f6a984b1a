import { CreateBotInput } from '@kith/proto';
import { useState } from 'react';
import { readItem, writeItem } from '../../lib/storage.js';
import { useUser } from '../../shared/auth.js';
import { stepOf } from './steps.js';

export const TOUR_TRAITS = ['friendliness', 'humor', 'helpfulness', 'creativity', 'enthusiasm', 'emojis'] as const;
export type TourTrait = (typeof TOUR_TRAITS)[number];
export const TOUR_STYLES = ['friendly', 'professional', 'casual', 'enthusiastic'] as const;

/** The answers of the tour. */
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

/** Defaults (docs/specification.md). */
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

/** Problems of the answers by the rules of the contract. Empty fields are fine: the launch step asks for the name. */
export function problemsOf(values: TourValues): TourProblems {
  const problems: TourProblems = {};
  for (const field of CHECKED) {
    const result = values[field].trim() ? CreateBotInput.shape[field].safeParse(values[field]) : undefined;
    if (result?.error) problems[field] = result.error.issues[0]?.message;
  }
  return problems;
}

/** Body of `POST /api/bots`; empty fields are sent as null. */
export function payloadOf(values: TourValues) {
  return {
    ...values,
    name: values.name.trim(),
    description: orNull(values.description),
    discordToken: orNull(values.discordToken),
    serverId: orNull(values.serverId),
    dedicatedChannelId: orNull(values.dedicatedChannelId),
    instructions: orNull(values.instructions),
  };
}

const orNull = (value: string): string | null => value.trim() || null;

const keyOf = (userId: string): string => `kith.tour.${userId}`;

/** The answers before the tour was closed or the page reloaded; the defaults when there are none. */
function readDraft(userId: string): TourValues {
  try {
    const stored: unknown = JSON.parse(readItem('sessionStorage', keyOf(userId)) ?? 'null');
    return typeof stored === 'object' && stored !== null ? { ...NEW_VALUES, ...validAnswers(stored) } : NEW_VALUES;
  } catch {
    return NEW_VALUES;
  }
}

/** Stores the answers without the Discord token; with null, removes them. */
const storeDraft = (userId: string, values: TourValues | null): void =>
  writeItem('sessionStorage', keyOf(userId), values && JSON.stringify({ ...values, discordToken: '' }));

/** The valid answers among stored values. */
const validAnswers = (stored: object): Partial<TourValues> =>
  Object.fromEntries(
    Object.entries(stored).filter(([field, value]) =>
      field === 'personality' ? isFlags(value) : field in NEW_VALUES && typeof value === 'string',
    ),
  );

const isFlags = (value: unknown): boolean =>
  typeof value === 'object' &&
  value !== null &&
  Object.keys(NEW_VALUES.personality).every((trait) => typeof (value as Record<string, unknown>)[trait] === 'boolean');

/** State of the answers; they survive closing the tour and reloading the page. */
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
    storeDraft(userId, next);
    setRefused(({ [field]: _changed, ...others }) => others);
  };
  /** The first invalid field of this step, if any. */
  const check = (): string | undefined => {
    setTried([...tried, step]);
    return Object.keys(onSteps(found, [step]))[0];
  };
  /** Takes the problems reported by the server and returns those of fields in the tour. */
  const refuse = (fields: TourProblems): string[] => {
    const known = Object.entries(fields).filter(([field]) => stepOf(field) >= 0);
    setRefused(Object.fromEntries(known));
    return known.map(([field]) => field);
  };
  const forget = (): void => {
    setValues(NEW_VALUES);
    storeDraft(userId, null);
  };
  return { values, problems, onChange, check, refuse, forget };
}

const onSteps = (problems: TourProblems, steps: readonly number[]): TourProblems =>
  Object.fromEntries(Object.entries(problems).filter(([field]) => steps.includes(stepOf(field))));
