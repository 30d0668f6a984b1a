import { useApolloClient, useMutation } from '@apollo/client/react';
import { useState } from 'react';
import { readError } from '../../lib/graphql-error.js';
import { t } from '../../lib/i18n.js';
import { usePending } from '../../lib/use-pending.js';
import { toast } from '../../ui/toast.js';
import { BOT_CHANNEL, SAVE_CHANNEL_SETTINGS } from './channel.graphql.js';
import { storedOf, type Changes, type Stored } from './channel-values.js';

/** What is wrong, by the name of the field. */
export type Problems = Readonly<Record<string, string>>;

/** What the server has now. */
type Take = (now: Stored) => void;

/** Saves what changed, once at a time, with the toasts of the specification (part 2, section 8); a conflict waits for a decision. */
export function useChannelSettings(botId: string, version: number, onRefused: (problems: Problems) => void) {
  const client = useApolloClient();
  const [update] = useMutation(SAVE_CHANNEL_SETTINGS);
  const { run, isPending } = usePending();
  const [isConflict, setConflict] = useState(false);

  const save = (channelSettings: Changes, take: Take): Promise<void> =>
    run('save', async () => {
      try {
        const { data } = await update({ variables: { id: botId, input: { channelSettings, expectedVersion: version } } });
        if (!data) return;
        take(storedOf(data.updateBot));
        setConflict(false);
        toast.success(t('channel.saved'), { text: t('channel.savedText') });
      } catch (error) {
        const { code, message, fields = {} } = readError(error);
        setConflict(code === 'VERSION_CONFLICT');
        onRefused(code === 'TRIGGER_TAKEN' && message !== undefined ? { customPrefix: message } : byName(fields));
        const text = message === undefined ? t('channel.failedText') : t('channel.failedBecause', { reason: message });
        toast.error(t('channel.failed'), { text });
      }
    });

  const loadLatest = (take: Take): Promise<void> =>
    run('load', async () => {
      try {
        const { data } = await client.query({ query: BOT_CHANNEL, variables: { id: botId }, fetchPolicy: 'network-only' });
        if (!data?.bot) return;
        take(storedOf(data.bot));
        setConflict(false);
      } catch (error) {
        toast.error(t('conflict.unreachable'), { text: readError(error).message ?? t('load.failedText') });
      }
    });

  return { save, loadLatest, isConflict, isSaving: isPending('save'), isLoading: isPending('load') };
}

/** `channelSettings.customPrefix` of a path is the field `customPrefix`; an entry of a list stands for its list. */
function byName(fields: Problems): Problems {
  return Object.fromEntries(
    Object.entries(fields).map(([path, problem]) => [path.split('.').findLast((part) => !/^\d+$/.test(part)) ?? path, problem]),
  );
}
