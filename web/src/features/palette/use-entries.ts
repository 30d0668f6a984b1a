import { useQuery } from '@apollo/client/react';
import { Compass, Keyboard, LogOut, Moon, Sun } from 'lucide-react';
import { useMemo } from 'react';
import { ALL_PAGES } from '../../lib/all-pages.js';
import { t } from '../../lib/i18n.js';
import { readItem, writeItem } from '../../lib/storage.js';
import { useThemeMode } from '../../lib/theme-mode.js';
import { useAuth } from '../../shared/auth.js';
import { showPalette } from '../../shared/palette-view.js';
import { useTour } from '../../shared/tour-state.js';
import { botEntries, pageEntries, type Entry, type Page } from './entries.js';
import { PALETTE_BOTS } from './palette.graphql.js';

/** All commands: pages, those of each bot, actions. */
export function useEntries(pages: readonly Page[]) {
  const { data, error } = useQuery(PALETTE_BOTS, { context: ALL_PAGES });
  const actions = useActions();
  const bots = data?.bots.bots;
  const entries = useMemo(() => [...pageEntries(pages), ...(bots ?? []).flatMap(botEntries), ...actions], [pages, bots, actions]);
  return { entries, isLoading: !data && !error, isMissing: error !== undefined && !data };
}

function useActions(): Entry[] {
  const { logout } = useAuth();
  const { start } = useTour();
  const [mode, setMode] = useThemeMode();
  return useMemo(() => {
    const action = (id: string, entry: Omit<Entry, 'id' | 'group' | 'does'>, run: () => void): Entry => ({
      ...entry,
      id: `action ${id}`,
      group: 'actions',
      does: { run },
    });
    const isDark = mode === 'dark';
    return [
      action(
        'theme',
        {
          label: t(isDark ? 'common.switchToLight' : 'common.switchToDark'),
          words: t('palette.action.themeWords'),
          icon: isDark ? Sun : Moon,
        },
        () => setMode(isDark ? 'light' : 'dark'),
      ),
      action('tour', { label: t('dashboard.startTour'), words: t('palette.action.tourWords'), icon: Compass }, start),
      action('shortcuts', { label: t('palette.keys.title'), words: t('palette.action.shortcutsWords'), icon: Keyboard }, () =>
        showPalette('shortcuts'),
      ),
      action(
        'logout',
        { label: t('palette.action.logout'), words: t('palette.action.logoutWords'), icon: LogOut },
        () => void logout().catch(() => undefined),
      ),
    ];
  }, [mode, setMode, start, logout]);
}

const MAX_RECENT = 6;
const keyOf = (userId: string): string => `kith.recent.${userId}`;

/** Ids of the commands that the user ran last in this browser, latest first. */
export function readRecent(userId: string): readonly string[] {
  try {
    const stored: unknown = JSON.parse(readItem('localStorage', keyOf(userId)) ?? '[]');
    return Array.isArray(stored) ? stored.filter((id) => typeof id === 'string').slice(0, MAX_RECENT) : [];
  } catch {
    return [];
  }
}

export function storeRecent(userId: string, id: string): void {
  const ids = [id, ...readRecent(userId).filter((other) => other !== id)].slice(0, MAX_RECENT);
  writeItem('localStorage', keyOf(userId), JSON.stringify(ids));
}
