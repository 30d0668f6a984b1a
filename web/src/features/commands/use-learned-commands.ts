import type { ApolloCache } from '@apollo/client';
import { useApolloClient } from '@apollo/client/react';
import { t } from '../../lib/i18n.js';
import { paths } from '../../lib/paths.js';
import { toast } from '../../lib/toast.js';
import { useToastMutation } from '../../shared/use-toast-mutation.js';
import { BRAIN, LEARN_COMMAND, UNLEARN_COMMAND, type BrainBot } from './commands.graphql.js';
import type { Learned } from './learned-list.js';

/** Adds and removes commands of a bot, with one request at a time per command, and shows toasts. */
export function useLearnedCommands({ id: botId, name: bot }: BrainBot, learned: readonly Learned[]) {
  const client = useApolloClient();
  // The list may be outdated, for example after a change in another window.
  const onFailed = (): void => void client.refetchQueries({ include: [BRAIN] });
  const otherwise = t('crash.title');
  const learning = useToastMutation(LEARN_COMMAND, {
    update: (cache, { data }) =>
      data && changeLearned(cache, botId, (before) => [...without(before, data.learnCommand.id), data.learnCommand]),
    done: ({ learnCommand }) => showLearnedToast(bot, learnCommand),
    failed: t('commands.addFailed'),
    otherwise,
    onFailed,
  });
  const unlearning = useToastMutation(UNLEARN_COMMAND, {
    update: (cache, _result, { variables }) =>
      variables && changeLearned(cache, botId, (before) => without(before, variables.botCommandId)),
    done: (_data, { botCommandId }) => {
      const name = learned.find(({ id }) => id === botCommandId)?.command.name;
      toast.success(t('commands.removed'), { text: t('commands.removedText', { bot, name }) });
    },
    failed: t('commands.removeFailed'),
    otherwise,
    onFailed,
  });
  return {
    learn: (commandId: string): void => void learning.send({ botId, commandId }, commandId),
    unlearn: ({ id }: Learned): void => void unlearning.send({ botId, botCommandId: id }, id),
    isPending: (id: string): boolean => learning.isPending(id) || unlearning.isPending(id),
  };
}

function showLearnedToast(bot: string, { isEnabled, command: { name } }: Learned): void {
  if (isEnabled) toast.success(t('commands.added'), { text: t('commands.addedText', { bot, name }) });
  else {
    const action = { label: t('bot.comparePlans'), to: paths.pricing };
    toast.success(t('commands.added'), { text: t('commands.addedLocked', { bot, name }), action });
  }
}

const without = (learned: readonly Learned[], id: string): Learned[] => learned.filter((command) => command.id !== id);

const changeLearned = (cache: ApolloCache, botId: string, change: (learned: readonly Learned[]) => Learned[]): void =>
  void cache.updateQuery({ query: BRAIN, variables: { botId } }, (brain) =>
    brain ? { ...brain, learnedCommands: change(brain.learnedCommands) } : undefined,
  );
