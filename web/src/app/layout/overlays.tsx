import { Component, lazy, Suspense, useEffect, useMemo, useSyncExternalStore, type ReactNode } from 'react';
import { t } from '../../lib/i18n.js';
import { toast } from '../../lib/toast.js';
import { useUser } from '../../shared/auth.js';
import { onPaletteView, paletteView, showPalette } from '../../shared/palette-view.js';
import { useTour } from '../../shared/tour-state.js';
import { entriesOf } from './sidebar.js';

// Both come when they are asked for, not with the first page.
const Palette = lazy(async () => ({ default: (await import('../../features/palette/palette.js')).Palette }));
const Tour = lazy(async () => ({ default: (await import('../../features/tour/tour.js')).Tour }));

/** What may lie above any page: the palette (Ctrl or ⌘ with K) and the tour. */
export function Overlays() {
  const view = useSyncExternalStore(onPaletteView, paletteView);
  const { step, close } = useTour();
  const user = useUser();
  const pages = useMemo(() => entriesOf(user).map(({ label, ...page }) => ({ ...page, label: t(label) })), [user]);
  useShortcuts();
  return (
    <>
      {view && (
        <Fetched onMissing={() => showPalette(null)}>
          <Palette view={view} pages={pages} />
        </Fetched>
      )}
      {step !== null && (
        <Fetched onMissing={close}>
          <Tour step={step} />
        </Fetched>
      )}
    </>
  );
}

function useShortcuts(): void {
  useEffect(() => {
    const heard = (event: KeyboardEvent): void => {
      const next = event.ctrlKey || event.metaKey ? SHORTCUTS[event.key.toLowerCase()] : undefined;
      if (!next || event.defaultPrevented || event.altKey || event.shiftKey || event.repeat) return;
      // Another window on the screen wants an answer first.
      const isBlocked = paletteView() === null && document.querySelector('dialog[open]') !== null;
      if (isBlocked) return;
      event.preventDefault();
      showPalette(paletteView() === next ? null : next);
    };
    addEventListener('keydown', heard);
    return () => {
      removeEventListener('keydown', heard);
      // Whoever signs in next begins without it.
      showPalette(null);
    };
  }, []);
}

const SHORTCUTS: Readonly<Record<string, 'commands' | 'shortcuts'>> = { k: 'commands', '/': 'shortcuts' };

interface FetchedProps {
  readonly onMissing: () => void;
  readonly children: ReactNode;
}

/** Without its chunk (offline, or a release since) the page below stays as it is. */
class Fetched extends Component<FetchedProps, { readonly isMissing: boolean }> {
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
