import type { FormInstance } from 'antd';
import { useCallback, useEffect, useRef, useState } from 'react';
import { useLeaveGuard } from './use-leave-guard.js';

/** Hears of a form by its name whether it holds something unsaved. */
export type NoteUnsaved = (name: string, isUnsaved: boolean) => void;

/** One guard for all forms of a page: the router asks one at a time. */
export function useUnsaved() {
  const [names, setNames] = useState<readonly string[]>([]);
  const note = useCallback<NoteUnsaved>(
    (name, isUnsaved) =>
      setNames((before) => {
        if (before.includes(name) === isUnsaved) return before;
        return isUnsaved ? [...before, name] : before.filter((one) => one !== name);
      }),
    [],
  );
  return { guard: useLeaveGuard(names.length > 0), note };
}

interface Unsaved {
  readonly name: string;
  /** What the form holds before somebody types. */
  readonly initial: object;
  readonly note: NoteUnsaved;
}

/** Notes whether a form differs from what is saved of it. */
export function useUnsavedForm(form: FormInstance, { name, initial, note }: Unsaved) {
  const saved = useRef(initial);
  useEffect(() => () => note(name, false), [name, note]);
  const check = (): void => note(name, !isSame(form.getFieldsValue() as object, saved.current));
  /** These values are saved now. */
  const settle = (values: object): void => {
    saved.current = values;
    check();
  };
  return { check, settle };
}

function isSame(values: object, saved: object): boolean {
  const known = new Map<string, unknown>(Object.entries(saved));
  return Object.entries(values).every(([name, value]) => (value ?? '') === (known.get(name) ?? ''));
}
