import type { ApolloCache } from '@apollo/client';
import { useApolloClient, useMutation } from '@apollo/client/react';
import { InstalledSystem, SYSTEMS, type System } from '@kith/proto';
import { t } from '../../lib/i18n.js';
import { readError } from '../../lib/read-error.js';
import { readItem, writeItem } from '../../lib/storage.js';
import { toastError } from '../../lib/toast-error.js';
import { toast } from '../../lib/toast.js';
import { DISCORD_CONNECTION } from '../../shared/discord.graphql.js';
import { useToastMutation } from '../../shared/use-toast-mutation.js';
import { BOT_SYSTEMS, CONFIGURE_SYSTEM, INSTALL_SYSTEM, REMOVE_SYSTEM, SYSTEM_PAGE, type Installed } from './systems.graphql.js';

export type Settings = Readonly<Record<string, unknown>>;

interface Listeners {
  readonly onInstalled: (systemId: string) => void;
  readonly onRemoved: (systemId: string) => void;
}

/** Installs and removes systems of a bot, with one request at a time per system, and shows toasts. */
export function useSystems(botId: string, installed: readonly Installed[], { onInstalled, onRemoved }: Listeners) {
  const client = useApolloClient();
  const nameOf = (systemId: string): string => SYSTEMS.find(({ id }) => id === systemId)?.name ?? systemId;
  const showDuplicateToast = (systemId: string): void =>
    toast.error(t('systems.duplicate'), { text: t('systems.duplicateText', { name: nameOf(systemId) }) });
  // The list may be outdated, for example after a change in another window.
  const refresh = (): void => void client.refetchQueries({ include: [BOT_SYSTEMS] });
  // Also loaded again: the page may be showing the systems stored in this tab, without a list in the cache to update.
  // And with other systems the companion needs other permissions.
  const common = { refetchQueries: [BOT_SYSTEMS, DISCORD_CONNECTION], otherwise: t('crash.title') };

  const installing = useToastMutation(INSTALL_SYSTEM, {
    ...common,
    optimisticResponse: ({ systemId }) => ({ installSystem: newlyInstalled(systemId) }),
    update: (cache, { data }) =>
      data && changeInstalled(cache, botId, (before) => [...without(before, data.installSystem.systemId), data.installSystem]),
    done: (_data, { systemId }) => {
      toast.success(t('systems.added'), { text: t('systems.addedText', { name: nameOf(systemId) }) });
      onInstalled(systemId);
    },
    failed: t('systems.installFailed'),
    onFailed: (error, _text, { systemId }) => {
      if (readError(error).code === 'ALREADY_INSTALLED') showDuplicateToast(systemId);
      refresh();
    },
  });
  const removing = useToastMutation(REMOVE_SYSTEM, {
    ...common,
    update: (cache, _result, { variables }) =>
      variables && changeInstalled(cache, botId, (before) => without(before, variables.systemId)),
    done: (_data, { systemId }) => {
      toast.success(t('systems.removed'), { text: t('systems.removedText', { name: nameOf(systemId) }) });
      onRemoved(systemId);
    },
    failed: t('systems.removeFailed'),
    onFailed: refresh,
  });

  const isPending = (id: string): boolean => installing.isPending(id) || removing.isPending(id);
  const install = (systemId: string): void => {
    if (!SYSTEMS.some(({ id }) => id === systemId) || isPending(systemId)) return;
    if (installed.some((system) => system.systemId === systemId)) return showDuplicateToast(systemId);
    void installing.send({ botId, systemId }, systemId);
  };
  return { install, remove: ({ id }: System): void => void removing.send({ botId, systemId: id }, id), isPending };
}

/** What the server will answer: the system with its default settings. */
function newlyInstalled(systemId: string) {
  const { settings = {} } = SYSTEMS.find(({ id }) => id === systemId) ?? {};
  const defaults = Object.fromEntries(Object.entries(settings).map(([name, setting]) => [name, setting.default]));
  return { __typename: 'InstalledSystem' as const, systemId, settings: defaults, installedAt: new Date().toISOString() };
}

/** Saves or resets the settings of one system; returns the stored settings, or null when the request failed. */
export function useConfiguration(botId: string, { id: systemId, name }: System) {
  const [configureSystem] = useMutation(CONFIGURE_SYSTEM, {
    // With other settings the companion needs other permissions, and what the system says of a server is different.
    refetchQueries: [DISCORD_CONNECTION, SYSTEM_PAGE],
    update: (cache, { data }) =>
      data &&
      changeInstalled(cache, botId, (before) =>
        before.map((system) => (system.systemId === systemId ? data.configureSystem : system)),
      ),
  });
  return async (change: { settings: Settings; reset?: boolean }): Promise<Settings | null> => {
    try {
      const { data } = await configureSystem({ variables: { botId, systemId, ...change } });
      if (change.reset) toast.success(t('systems.resetDone'), { text: t('systems.resetText', { name }) });
      else toast.success(t('systems.saved'), { text: t('systems.savedText', { name }) });
      return data ? settingsOf(data.configureSystem) : null;
    } catch (error) {
      toastError(t('bot.updateFailed'), error, t('crash.title'));
      return null;
    }
  };
}

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
    return Stored.parse(JSON.parse(readItem('sessionStorage', keyOf(userId, botId)) ?? 'null'));
  } catch {
    return null;
  }
}

/** Stores the systems for `readSystems`; null removes them. */
export const storeSystems = (userId: string, botId: string, systems: readonly Installed[] | null): void =>
  writeItem('sessionStorage', keyOf(userId, botId), systems && JSON.stringify(systems));
