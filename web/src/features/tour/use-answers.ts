import { useState } from 'react';
import { useUser } from '../../shared/auth.js';
import { stopOf } from './stops.js';
import { keepDraft, readDraft } from './tour-draft.js';
import { NEW_VALUES, problemsOf, type TourField, type TourProblems, type TourValues } from './tour-values.js';

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
