import type { ApolloCache } from '@apollo/client';
import { useApolloClient, useMutation } from '@apollo/client/react';
import { t } from '../../lib/i18n.js';
import { paths } from '../../lib/paths.js';
import { readError } from '../../lib/read-error.js';
import { toast } from '../../lib/toast.js';
import { usePending } from '../../lib/use-pending.js';
import { BRAIN, LEARN_COMMAND, UNLEARN_COMMAND, type BrainBot, type Learned } from './commands.graphql.js';

/** Adds and removes commands of a bot, with one request at a time per command, and shows toasts. */
export function useLearnedCommands(bot: BrainBot) {
  const client = useApolloClient();
  const [learnCommand] = useMutation(LEARN_COMMAND);
  const [unlearnCommand] = useMutation(UNLEARN_COMMAND);
  const { run, isPending } = usePending();
  const botId = bot.id;

  // The list may be outdated, for example after a change in another window.
  const fail = (title: string, error: unknown): void => {
    toast.error(title, { text: readError(error).message ?? t('commands.somethingWrong') });
    void client.refetchQueries({ include: [BRAIN] });
  };

  const learn = (commandId: string): Promise<void> =>
    run(commandId, async () => {
      try {
        const { data } = await learnCommand({
          variables: { botId, commandId },
          update: (cache, { data: answer }) =>
            answer &&
            changeLearned(cache, botId, (learned) => [...without(learned, answer.learnCommand.id), answer.learnCommand]),
        });
        if (data) showLearnedToast(bot.name, data.learnCommand);
      } catch (error) {
        fail(t('commands.addFailed'), error);
      }
    });

  const unlearn = ({ id, command }: Learned): Promise<void> =>
    run(id, async () => {
      try {
        await unlearnCommand({
          variables: { botId, botCommandId: id },
          update: (cache) => changeLearned(cache, botId, (learned) => without(learned, id)),
        });
        toast.success(t('commands.removed'), { text: t('commands.removedText', { bot: bot.name, name: command.name }) });
      } catch (error) {
        fail(t('commands.removeFailed'), error);
      }
    });

  return { learn, unlearn, isPending };
}

function showLearnedToast(bot: string, { isEnabled, command: { name } }: Learned): void {
  if (isEnabled) toast.success(t('commands.added'), { text: t('commands.addedText', { bot, name }) });
  else {
    const action = { label: t('customCommands.comparePlans'), to: paths.pricing };
    toast.success(t('commands.added'), { text: t('commands.addedLocked', { bot, name }), action });
  }
}

const without = (learned: readonly Learned[], id: string): Learned[] => learned.filter((command) => command.id !== id);

const changeLearned = (cache: ApolloCache, botId: string, change: (learned: readonly Learned[]) => Learned[]): void =>
  void cache.updateQuery({ query: BRAIN, variables: { botId } }, (brain) =>
    brain ? { ...brain, learnedCommands: change(brain.learnedCommands) } : undefined,
  );
