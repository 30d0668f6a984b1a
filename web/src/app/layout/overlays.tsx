import { Component, lazy, Suspense, useEffect, useMemo, type ReactNode } from 'react';
import { t } from '../../lib/i18n.js';
import { toast } from '../../lib/toast.js';
import { useUser } from '../../shared/auth.js';
import { notificationsView } from '../../shared/notifications-view.js';
import { paletteView, showPalette } from '../../shared/palette-view.js';
import { useTour } from '../../shared/tour-state.js';
import { navEntries } from './sidebar.js';

// Loaded when opened, not with the first page.
const Palette = lazy(async () => ({ default: (await import('../../features/palette/palette.js')).Palette }));
const NotificationsDialog = lazy(async () => ({
  default: (await import('../../features/notifications/notifications-dialog.js')).NotificationsDialog,
}));
const Tour = lazy(async () => ({ default: (await import('../../features/tour/tour.js')).Tour }));

/** The palette (Ctrl or ⌘ with K), the notifications and the tour, above any page. */
export function Overlays() {
  const view = paletteView.use();
  const areNotificationsOpen = notificationsView.use();
  const { step, close } = useTour();
  const user = useUser();
  const pages = useMemo(() => navEntries(user).map(({ label, ...page }) => ({ ...page, label: t(label) })), [user]);
  useShortcuts();
  return (
    <>
      {view && (
        <LazyBoundary onMissing={() => showPalette(null)}>
          <Palette view={view} pages={pages} />
        </LazyBoundary>
      )}
      {areNotificationsOpen && (
        <LazyBoundary onMissing={() => notificationsView.set(false)}>
          <NotificationsDialog />
        </LazyBoundary>
      )}
      {step !== null && (
        <LazyBoundary onMissing={close}>
          <Tour step={step} />
        </LazyBoundary>
      )}
    </>
  );
}

function useShortcuts(): void {
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent): void => {
      const next = event.ctrlKey || event.metaKey ? SHORTCUTS[event.key.toLowerCase()] : undefined;
      if (!next || event.defaultPrevented || event.altKey || event.shiftKey || event.repeat) return;
      // Not above another open dialog.
      const isBlocked = paletteView.get() === null && document.querySelector('dialog[open]') !== null;
      if (isBlocked) return;
      event.preventDefault();
      showPalette(paletteView.get() === next ? null : next);
    };
    addEventListener('keydown', onKeyDown);
    return () => {
      removeEventListener('keydown', onKeyDown);
      // Closed for the next user.
      showPalette(null);
    };
  }, []);
}

const SHORTCUTS: Readonly<Record<string, 'commands' | 'shortcuts'>> = { k: 'commands', '/': 'shortcuts' };

interface LazyBoundaryProps {
  readonly onMissing: () => void;
  readonly children: ReactNode;
}

/** When the chunk cannot be loaded (offline, or a new release), the page below stays as it is. */
class LazyBoundary extends Component<LazyBoundaryProps, { readonly isMissing: boolean }> {
  override state = { isMissing: false };

  static getDerivedStateFromError() {
    return { isMissing: true };
  }

  override componentDidCatch(): void {
    toast.error(t('load.failed'), { text: t('load.failedText') });
    this.props.onMissing();
  }

  override render() {
    return !this.state.isMissing && <Suspense fallback={null}>{this.props.children}</Suspense>;
  }
}
