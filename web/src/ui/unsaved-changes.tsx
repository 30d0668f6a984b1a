import type { FormInstance } from 'antd';
import { useEffect, useRef, useState, useCallback } from 'react';
import { useBlocker } from 'react-router';
import { t } from '../lib/i18n.js';
import { Button } from './button.js';
import { ConfirmDialog } from './dialog.js';
import { Notice } from './state.js';

/** Guards unsaved changes; render `LeaveDialog` with it. */
export interface LeaveGuard {
  readonly isAsking: boolean;
  /** Runs `go` at once, or after confirmation while there are unsaved changes. For navigation within a page. */
  readonly leave: (go: () => void) => void;
  readonly stay: () => void;
  readonly discard: () => void;
  /** Lets the next navigation pass: everything is saved or handed over. */
  readonly release: () => void;
}

/** Asks before unsaved changes are lost: on navigation within the page, to another page, and when the tab is closed. */
export function useLeaveGuard(isDirty: boolean): LeaveGuard {
  const waiting = useRef<(() => void) | null>(null);
  // A ref, because the blocker reads it before the next render.
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

/** Called with the name of a form and whether it has unsaved changes. */
export type OnUnsavedChange = (name: string, isUnsaved: boolean) => void;

/** One guard for all forms of a page, because the router supports one blocker at a time. */
export function useUnsaved() {
  const [names, setNames] = useState<readonly string[]>([]);
  const note = useCallback<OnUnsavedChange>(
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
  /** Values of the form before editing. */
  readonly initial: object;
  readonly note: OnUnsavedChange;
}

/** Reports whether a form differs from its saved values. */
export function useUnsavedForm(form: FormInstance, { name, initial, note }: Unsaved) {
  const saved = useRef(initial);
  useEffect(() => () => note(name, false), [name, note]);
  const check = (): void => note(name, !isSame(form.getFieldsValue() as object, saved.current));
  /** Call after these values were saved. */
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

/** Asks whether to discard unsaved changes. */
export const LeaveDialog = ({ guard }: { readonly guard: LeaveGuard }) =>
  guard.isAsking && (
    <ConfirmDialog
      title={t('leave.title')}
      text={t('leave.text')}
      confirm={t('leave.confirm')}
      cancel={t('leave.cancel')}
      onConfirm={guard.discard}
      onCancel={guard.stay}
    />
  );

interface ConflictNoticeProps {
  readonly isBusy: boolean;
  readonly onRebase: () => void;
  readonly onReload: () => void;
}

/** Shown when somebody else has saved meanwhile: keep own changes or reload. */
export const ConflictNotice = ({ isBusy, onRebase, onReload }: ConflictNoticeProps) => (
  <Notice tone="warning" isAlert>
    <p>{t('conflict.text')}</p>
    <p className="row notice-actions">
      <Button size="sm" disabled={isBusy} onClick={onRebase}>
        {t('conflict.rebase')}
      </Button>
      <Button size="sm" disabled={isBusy} onClick={onReload}>
        {t('conflict.reload')}
      </Button>
    </p>
  </Notice>
);
