import type { ApolloCache } from '@apollo/client';
import { useApolloClient, useMutation } from '@apollo/client/react';
import { InstalledSystem, SYSTEMS, type System } from '@kith/proto';
import { t } from '../../lib/i18n.js';
import { readError } from '../../lib/read-error.js';
import { toast } from '../../lib/toast.js';
import { usePending } from '../../lib/use-pending.js';
import { BOT_SYSTEMS, CONFIGURE_SYSTEM, INSTALL_SYSTEM, REMOVE_SYSTEM, type Installed } from './systems.graphql.js';

export type Settings = Readonly<Record<string, unknown>>;

interface Listeners {
  readonly onInstalled: (systemId: string) => void;
  readonly onRemoved: (systemId: string) => void;
}

/** Installs and removes systems of a bot, with one request at a time per system, and shows toasts. */
export function useSystems(botId: string, installed: readonly Installed[], { onInstalled, onRemoved }: Listeners) {
  const client = useApolloClient();
  const requests = useRequests(botId);
  const { run, isPending } = usePending();

  const showDuplicateToast = ({ name }: System): void =>
    toast.error(t('systems.duplicate'), { text: t('systems.duplicateText', { name }) });
  // The list may be outdated, for example after a change in another window.
  const refresh = (): void => void client.refetchQueries({ include: [BOT_SYSTEMS] });

  const install = async (systemId: string): Promise<void> => {
    const system = SYSTEMS.find(({ id }) => id === systemId);
    if (!system) return;
    if (installed.some((system) => system.systemId === systemId)) return showDuplicateToast(system);
    await run(systemId, async () => {
      try {
        await requests.install(systemId);
        toast.success(t('systems.added'), { text: t('systems.addedText', { name: system.name }) });
        onInstalled(systemId);
      } catch (error) {
        if (readError(error).code === 'ALREADY_INSTALLED') showDuplicateToast(system);
        else toast.error(t('systems.installFailed'), { text: errorText(error) });
        refresh();
      }
    });
  };

  const remove = ({ id: systemId, name }: System): Promise<void> =>
    run(systemId, async () => {
      try {
        await requests.remove(systemId);
        toast.success(t('systems.removed'), { text: t('systems.removedText', { name }) });
        onRemoved(systemId);
      } catch (error) {
        toast.error(t('systems.removeFailed'), { text: errorText(error) });
        refresh();
      }
    });

  return { install, remove, isPending };
}

/** The two mutations with their cache updates. */
function useRequests(botId: string) {
  // Also loaded again: the page may be showing the systems stored in this tab, without a list in the cache to update.
  const refetchQueries = [BOT_SYSTEMS];
  const [installSystem] = useMutation(INSTALL_SYSTEM, { refetchQueries });
  const [removeSystem] = useMutation(REMOVE_SYSTEM, { refetchQueries });
  return {
    install: (systemId: string) =>
      installSystem({
        variables: { botId, systemId },
        update: (cache, { data }) =>
          data && changeInstalled(cache, botId, (before) => [...without(before, systemId), data.installSystem]),
      }),
    remove: (systemId: string) =>
      removeSystem({
        variables: { botId, systemId },
        update: (cache) => changeInstalled(cache, botId, (before) => without(before, systemId)),
      }),
  };
}

/** Saves or resets the settings of one system; returns the stored settings, or null when the request failed. */
export function useConfiguration(botId: string, { id: systemId, name }: System) {
  const [configureSystem] = useMutation(CONFIGURE_SYSTEM, {
    update: (cache, { data }) =>
      data &&
      changeInstalled(cache, botId, (before) =>
        before.map((system) => (system.systemId === systemId ? data.configureSystem : system)),
      ),
  });
  const configure = async (change: { settings?: Settings; reset?: boolean }): Promise<Settings | null> => {
    try {
      const { data } = await configureSystem({ variables: { botId, systemId, ...change } });
      if (change.reset) toast.success(t('systems.resetDone'), { text: t('systems.resetText', { name }) });
      else toast.success(t('systems.saved'), { text: t('systems.savedText', { name }) });
      return data ? settingsOf(data.configureSystem) : null;
    } catch (error) {
      toast.error(t('systems.saveFailed'), { text: errorText(error) });
      return null;
    }
  };
  return {
    save: (settings: Settings) => configure({ settings }),
    reset: () => configure({ settings: {}, reset: true }),
  };
}

const errorText = (error: unknown): string => readError(error).message ?? t('systems.somethingWrong');

/** The settings of a system; empty when the value is not an object. */
export const settingsOf = ({ settings }: Installed): Settings =>
  typeof settings === 'object' && settings !== null ? { ...settings } : {};

const without = (installed: readonly Installed[], systemId: string): Installed[] =>
  installed.filter((system) => system.systemId !== systemId);

const changeInstalled = (cache: ApolloCache, botId: string, change: (installed: readonly Installed[]) => Installed[]): void =>
  void cache.updateQuery({ query: BOT_SYSTEMS, variables: { botId } }, (brain) =>
    brain ? { ...brain, systems: change(brain.systems) } : undefined,
  );

const keyOf = (userId: string, botId: string): string => `kith:systems:${userId}:${botId}`;
const Stored = InstalledSystem.array();

/** The systems this tab showed last, until the server has answered (docs/decisions.md X1); null when there are none. */
export function readSystems(userId: string, botId: string): Installed[] | null {
  try {
    return Stored.parse(JSON.parse(sessionStorage.getItem(keyOf(userId, botId)) ?? 'null'));
  } catch {
    return null;
  }
}

/** Stores the systems for `readSystems`; null removes them. */
export function storeSystems(userId: string, botId: string, systems: readonly Installed[] | null): void {
  try {
    if (systems === null) sessionStorage.removeItem(keyOf(userId, botId));
    else sessionStorage.setItem(keyOf(userId, botId), JSON.stringify(systems));
  } catch {
    // Storage is denied or full; the server has the systems too.
    return;
  }
}
