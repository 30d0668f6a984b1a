import { Check, Info, TriangleAlert, X } from 'lucide-react';
import { useEffect, useEffectEvent, useLayoutEffect, useRef, useState, type RefObject } from 'react';
import { createPortal } from 'react-dom';
import { Link } from 'react-router';
import { t } from '../lib/i18n.js';
import { currentToast, dismissToast, TOAST_MS, type Toast } from '../lib/toast.js';
import { IconButton } from './button.js';
import './toast.css';

const ICONS = { success: Check, error: TriangleAlert, info: Info } as const;

/** Shows the newest toast for five seconds, or longer while it has the pointer or the focus. */
export function Toaster() {
  const current = currentToast.use();
  const isUrgent = current?.tone === 'error';
  // Both regions are always rendered: screen readers announce only changes inside a live region that exists already.
  return createPortal(
    <section aria-label={t('common.notifications')}>
      <div role="alert">{current && isUrgent && <ToastCard key={current.id} toast={current} />}</div>
      <div role="status">{current && !isUrgent && <ToastCard key={current.id} toast={current} />}</div>
    </section>,
    useTopLayer(current),
  );
}

/**
 * The element that holds toasts, in the top layer. Everything outside an open modal dialog is inert, so the element moves into the dialog
 * and out again before the dialog is removed.
 */
function useTopLayer(current: Toast | null): HTMLElement {
  const [place] = useState(() => Object.assign(document.createElement('div'), { className: 'toaster', popover: 'manual' }));
  useLayoutEffect(() => {
    const move = (): void => {
      // Browsers without popovers have no layer above a dialog; there the element stays in the body.
      const windows = 'showPopover' in place ? document.querySelectorAll('dialog[open]') : [];
      const parent = windows[windows.length - 1] ?? document.body;
      if (place.parentNode === parent) return;
      parent.append(place);
      if ('showPopover' in place) place.showPopover();
    };
    move();
    const observer = new MutationObserver(move);
    observer.observe(document.body, { subtree: true, attributeFilter: ['open'] });
    return () => observer.disconnect();
  }, [place, current]);
  useEffect(() => () => place.remove(), [place]);
  return place;
}

function ToastCard({ toast }: { readonly toast: Toast }) {
  const [isHeld, setHeld] = useState(false);
  const card = useRef<HTMLDivElement>(null);
  const previousFocus = useRef<EventTarget | null>(null);
  useEffect(() => {
    if (isHeld) return;
    const timer = setTimeout(dismissToast, TOAST_MS);
    return () => clearTimeout(timer);
  }, [isHeld]);
  const dismiss = (): void => {
    dismissToast();
    if (previousFocus.current instanceof HTMLElement) previousFocus.current.focus();
  };
  useEscape(card, dismiss);
  const Icon = ICONS[toast.tone];
  return (
    <div
      ref={card}
      className={`toast toast-${toast.tone}`}
      onPointerEnter={() => setHeld(true)}
      onPointerLeave={() => setHeld(false)}
      onFocus={({ relatedTarget, currentTarget }) => {
        if (!currentTarget.contains(relatedTarget)) previousFocus.current = relatedTarget;
        setHeld(true);
      }}
      onBlur={() => setHeld(false)}
    >
      <span className="icon-box toast-icon" aria-hidden="true">
        <Icon size={16} />
      </span>
      <div>
        <p className="toast-title">{toast.title}</p>
        {toast.text !== undefined && <p className="toast-text">{toast.text}</p>}
        {toast.action && (
          <Link className="toast-action" to={toast.action.to} onClick={dismissToast}>
            {toast.action.label}
          </Link>
        )}
      </div>
      <IconButton icon={X} label={t('common.dismiss')} onClick={dismiss} />
    </div>
  );
}

/** Escape dismisses the toast, wherever the focus is. An open dialog comes first unless the focus is in the toast. */
function useEscape(card: RefObject<HTMLElement | null>, dismiss: () => void): void {
  const onKeyDown = useEffectEvent((event: KeyboardEvent): void => {
    if (event.key !== 'Escape' || event.defaultPrevented) return;
    const isInside = card.current?.contains(document.activeElement);
    if (!isInside && document.querySelector('dialog[open]')) return;
    event.preventDefault();
    dismiss();
  });
  useEffect(() => {
    const listener = (event: KeyboardEvent): void => onKeyDown(event);
    addEventListener('keydown', listener);
    return () => removeEventListener('keydown', listener);
  }, []);
}
