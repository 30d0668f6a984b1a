import { useApolloClient, useMutation } from '@apollo/client/react';
import { Form } from 'antd';
import { useState } from 'react';
import { t } from '../../lib/i18n.js';
import { readError } from '../../lib/read-error.js';
import { toast } from '../../lib/toast.js';
import { usePending } from '../../lib/use-pending.js';
import { changesBetween, complete, storedOf, type Changes, type ChannelValues, type Stored } from './channel-values.js';
import { BOT_CHANNEL, SAVE_CHANNEL_SETTINGS } from './channel.graphql.js';

/** The form of the settings beside what is stored of them; `onProblems` names the fields that the server refused. */
export function useChannelForm(botId: string, initial: Stored, onProblems: (names: readonly string[]) => void) {
  const [form] = Form.useForm<ChannelValues>();
  const [stored, setStored] = useState(initial);
  const watched = Form.useWatch((all: ChannelValues) => all, { form, preserve: true }) as Partial<ChannelValues> | undefined;
  const values: ChannelValues = { ...stored.settings, ...watched };
  const valuesNow = (): ChannelValues => ({ ...stored.settings, ...(form.getFieldsValue(true) as Partial<ChannelValues>) });

  const take = (now: Stored, settings: ChannelValues): void => {
    setStored(now);
    form.setFieldsValue(settings);
  };
  const showProblems = (problems: Problems): void => {
    const found = Object.entries(problems).filter(([name]) => name in initial.settings);
    form.setFields(found.map(([name, problem]) => ({ name: name as keyof ChannelValues, errors: [problem] })));
    onProblems(found.map(([name]) => name));
  };
  const { save, loadLatest, ...state } = useChannelSettings(botId, stored.version, showProblems);

  const submit = (): void => {
    const sent = complete(valuesNow());
    const changes = changesBetween(stored.settings, sent);
    if (Object.keys(changes).length === 0) return;
    // What is edited while the save is under way stays edited.
    void save(changes, (now) => take(now, { ...now.settings, ...changesBetween(sent, valuesNow()) }));
  };
  const keepMine = (): void =>
    void loadLatest((now) => {
      take(now, { ...now.settings, ...changesBetween(stored.settings, valuesNow()) });
      toast.info(t('conflict.rebased'));
    });
  const dropMine = (): void => void loadLatest((now) => take(now, now.settings));

  const isDirty = Object.keys(changesBetween(stored.settings, values)).length > 0;
  return { form, values, isDirty, submit, keepMine, dropMine, ...state };
}

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
