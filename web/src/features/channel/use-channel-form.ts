import { useApolloClient, useMutation } from '@apollo/client/react';
import { Form } from 'antd';
import { useState } from 'react';
import { t } from '../../lib/i18n.js';
import { readError } from '../../lib/read-error.js';
import { toastError } from '../../lib/toast-error.js';
import { toast } from '../../lib/toast.js';
import { usePending } from '../../lib/use-pending.js';
import { changesBetween, complete, storedOf, type Changes, type ChannelValues, type Stored } from './channel-values.js';
import { BOT_CHANNEL, SAVE_CHANNEL_SETTINGS } from './channel.graphql.js';

/** State and actions of the form for channel settings; `onFieldErrors` receives the names of the fields that the server refused. */
export function useChannelForm(botId: string, initial: Stored, onFieldErrors: (names: readonly string[]) => void) {
  const [form] = Form.useForm<ChannelValues>();
  const [stored, setStored] = useState(initial);
  const watched = Form.useWatch((all: ChannelValues) => all, { form, preserve: true }) as Partial<ChannelValues> | undefined;
  const values: ChannelValues = { ...stored.settings, ...watched };
  const currentValues = (): ChannelValues => ({ ...stored.settings, ...(form.getFieldsValue(true) as Partial<ChannelValues>) });

  const apply = (now: Stored, settings: ChannelValues): void => {
    setStored(now);
    form.setFieldsValue(settings);
  };
  const showFieldErrors = (problems: FieldErrors): void => {
    const found = Object.entries(problems).filter(([name]) => name in initial.settings);
    form.setFields(found.map(([name, problem]) => ({ name: name as keyof ChannelValues, errors: [problem] })));
    onFieldErrors(found.map(([name]) => name));
  };
  const { save, loadLatest, ...state } = useChannelSettings(botId, stored.version, showFieldErrors);

  const submit = (): void => {
    const sent = complete(currentValues());
    const changes = changesBetween(stored.settings, sent);
    if (Object.keys(changes).length === 0) return;
    // Edits made while the request is running are kept.
    void save(changes, (now) => apply(now, { ...now.settings, ...changesBetween(sent, currentValues()) }));
  };
  const keepMine = (): void =>
    void loadLatest((now) => {
      apply(now, { ...now.settings, ...changesBetween(stored.settings, currentValues()) });
      toast.info(t('conflict.rebased'));
    });
  const discardMine = (): void => void loadLatest((now) => apply(now, now.settings));

  const isDirty = Object.keys(changesBetween(stored.settings, values)).length > 0;
  return { form, values, isDirty, submit, keepMine, discardMine, ...state };
}

/** Error messages by field name. */
type FieldErrors = Readonly<Record<string, string>>;

type OnStored = (now: Stored) => void;

/** Saves and loads the settings, one request at a time. A version conflict is left to the user. */
function useChannelSettings(botId: string, version: number, onRefused: (problems: FieldErrors) => void) {
  const client = useApolloClient();
  const [update] = useMutation(SAVE_CHANNEL_SETTINGS);
  const { run, isPending } = usePending();
  const [isConflict, setConflict] = useState(false);

  const save = (channelSettings: Changes, onStored: OnStored): Promise<void> =>
    run('save', async () => {
      try {
        const { data } = await update({ variables: { id: botId, input: { channelSettings, expectedVersion: version } } });
        if (!data) return;
        onStored(storedOf(data.updateBot.bot));
        setConflict(false);
        toast.success(t('channel.saved'), { text: t('channel.savedText') });
      } catch (error) {
        const { code, message, fields = {} } = readError(error);
        setConflict(code === 'VERSION_CONFLICT');
        onRefused(code === 'TRIGGER_TAKEN' && message !== undefined ? { customPrefix: message } : byName(fields));
        const text = message === undefined ? t('channel.failedText') : t('channel.failedBecause', { reason: message });
        toast.error(t('bot.updateFailed'), { text });
      }
    });

  const loadLatest = (onStored: OnStored): Promise<void> =>
    run('load', async () => {
      try {
        const { data } = await client.query({ query: BOT_CHANNEL, variables: { id: botId }, fetchPolicy: 'network-only' });
        if (!data?.bot) return;
        onStored(storedOf(data.bot));
        setConflict(false);
      } catch (error) {
        toastError(t('conflict.unreachable'), error);
      }
    });

  return { save, loadLatest, isConflict, isSaving: isPending('save'), isLoading: isPending('load') };
}

/** Maps error paths to fields: `channelSettings.customPrefix` to `customPrefix`, and what is in a list to its list. */
function byName(fields: FieldErrors): FieldErrors {
  return Object.fromEntries(
    Object.entries(fields).map(([path, problem]) => [path.replace(/^channelSettings\./, '').split('.')[0] ?? path, problem]),
  );
}
