import type { FormInstance } from 'antd';
import { useEffect, useRef, useState, useCallback } from 'react';
import { useBlocker } from 'react-router';
import { t } from '../lib/i18n.js';
import { Button } from './button.js';
import { Question } from './dialog.js';
import { Notice } from './state.js';

/** What guards unsaved work; `ui/leave-question.tsx` asks for it. */
export interface LeaveGuard {
  readonly isAsking: boolean;
  /** Goes on at once, or after a question while something is unsaved: for another thing on the same page. */
  readonly leave: (go: () => void) => void;
  readonly stay: () => void;
  readonly discard: () => void;
  /** All is saved or carried along: the next page is not asked about. */
  readonly release: () => void;
}

/** Asks before unsaved work is left: for another thing on this page, for another page, or for good. */
export function useLeaveGuard(isDirty: boolean): LeaveGuard {
  const waiting = useRef<(() => void) | null>(null);
  // Read while navigating, which comes before the next rendering.
  const isReleased = useRef(false);
  const [isAsking, setAsking] = useState(false);
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) => isDirty && !isReleased.current && currentLocation.pathname !== nextLocation.pathname,
  );
  useEffect(() => {
    if (!isDirty) return;
    const warn = (event: BeforeUnloadEvent): void => event.preventDefault();
    addEventListener('beforeunload', warn);
    return () => removeEventListener('beforeunload', warn);
  }, [isDirty]);

  return {
    isAsking: isAsking || blocker.state === 'blocked',
    leave: (go) => {
      if (!isDirty) return go();
      waiting.current = go;
      setAsking(true);
    },
    stay: () => {
      setAsking(false);
      blocker.reset?.();
    },
    discard: () => {
      setAsking(false);
      if (blocker.state === 'blocked') return blocker.proceed();
      waiting.current?.();
    },
    release: () => {
      isReleased.current = true;
    },
  };
}

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

/** Appears when unsaved work is about to be left. */
export const LeaveQuestion = ({ guard }: { readonly guard: LeaveGuard }) =>
  guard.isAsking && (
    <Question
      title={t('leave.title')}
      text={t('leave.text')}
      confirm={t('leave.confirm')}
      cancel={t('leave.cancel')}
      onConfirm={guard.discard}
      onCancel={guard.stay}
    />
  );

interface ConflictProps {
  readonly isBusy: boolean;
  readonly onRebase: () => void;
  readonly onReload: () => void;
}

/** Somebody else saved meanwhile: the two ways on. */
export const Conflict = ({ isBusy, onRebase, onReload }: ConflictProps) => (
  <div role="alert">
    <Notice tone="warning">
      <p>{t('conflict.text')}</p>
      <p className="notice-actions">
        <Button size="sm" disabled={isBusy} onClick={onRebase}>
          {t('conflict.rebase')}
        </Button>
        <Button size="sm" disabled={isBusy} onClick={onReload}>
          {t('conflict.reload')}
        </Button>
      </p>
    </Notice>
  </div>
);
