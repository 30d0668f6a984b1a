import { Check, Info, TriangleAlert, X } from 'lucide-react';
import { useEffect, useState, useSyncExternalStore } from 'react';
import { Link } from 'react-router';
import { t } from '../lib/i18n.js';
import { Button } from './button.js';
import { currentToast, dismissToast, onToast, TOAST_MS, type Toast } from './toast.js';
import './toast.css';

const ICONS = { success: Check, error: TriangleAlert, info: Info } as const;

/** Shows the newest toast for five seconds, longer while the pointer or the focus rests on it. */
export function Toaster() {
  const current = useSyncExternalStore(onToast, currentToast);
  const isUrgent = current?.tone === 'error';
  // Both regions are always there: a screen reader announces only what changes inside one that it already knows.
  return (
    <section className="toaster" aria-label={t('common.notifications')}>
      <div role="alert">{current && isUrgent && <ToastCard key={current.id} toast={current} />}</div>
      <div role="status">{current && !isUrgent && <ToastCard key={current.id} toast={current} />}</div>
    </section>
  );
}

function ToastCard({ toast }: { readonly toast: Toast }) {
  const [isHeld, setHeld] = useState(false);
  useEffect(() => {
    if (isHeld) return;
    const timer = setTimeout(dismissToast, TOAST_MS);
    return () => clearTimeout(timer);
  }, [isHeld]);
  const Icon = ICONS[toast.tone];
  return (
    <div
      className={`toast toast-${toast.tone}`}
      onPointerEnter={() => setHeld(true)}
      onPointerLeave={() => setHeld(false)}
      onFocus={() => setHeld(true)}
      onBlur={() => setHeld(false)}
    >
      <span className="toast-icon" aria-hidden="true">
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
      <Button variant="ghost" size="sm" isIcon aria-label={t('common.dismiss')} onClick={dismissToast}>
        <X size={16} aria-hidden="true" />
      </Button>
    </div>
  );
}
