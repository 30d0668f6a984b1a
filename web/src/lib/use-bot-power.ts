import { useMutation } from '@apollo/client/react';
import { toast } from '../ui/toast.js';
import { START_BOT, STOP_BOT } from './bot-power.graphql.js';
import { readError } from './graphql-error.js';
import { t } from './i18n.js';

interface Powered {
  readonly id: string;
  readonly name: string;
  readonly hasDiscordToken: boolean;
  readonly runtimeState: string;
}

/** True while the companion is on Discord or on its way there: it can be stopped. */
export const isRunning = (bot: Pick<Powered, 'runtimeState'>): boolean =>
  ['starting', 'online', 'reconnecting'].includes(bot.runtimeState);

/** Start and stop of one companion, with the toasts of the specification (part 1, sections 4, 5 and 8). */
export function useBotPower(bot: Powered, editPath: string) {
  const refetchQueries = 'active' as const;
  // Shown at once and taken back when the server refuses. On Discord it is only when the server says so (decision M8).
  const soon = { __typename: 'Bot', id: bot.id, name: bot.name, status: 'offline', statusReason: null };
  const [startBot, starting] = useMutation(START_BOT, {
    variables: { id: bot.id },
    refetchQueries,
    optimisticResponse: { startBot: { ...soon, runtimeState: 'starting' } },
  });
  const [stopBot, stopping] = useMutation(STOP_BOT, {
    variables: { id: bot.id },
    refetchQueries,
    optimisticResponse: { stopBot: { ...soon, runtimeState: 'stopped' } },
  });

  const askForToken = (): void =>
    toast.error(t('power.tokenRequired'), {
      text: t('power.tokenRequiredText'),
      action: { label: t('power.openEdit'), to: editPath },
    });

  const start = async (): Promise<void> => {
    if (!bot.hasDiscordToken) return askForToken();
    try {
      const { data } = await startBot();
      if (data?.startBot.status === 'online')
        toast.success(t('power.started'), { text: t('power.startedText', { name: bot.name }) });
      else toast.info(t('power.starting', { name: bot.name }), { text: data?.startBot.statusReason ?? t('power.startingText') });
    } catch (error) {
      const { code, message } = readError(error);
      if (code === 'TOKEN_MISSING') return askForToken();
      toast.error(t('power.startFailed'), { text: message ?? t('power.startFailedText') });
    }
  };

  const stop = async (): Promise<void> => {
    try {
      await stopBot();
      toast.success(t('power.stopped'), { text: t('power.stoppedText', { name: bot.name }) });
    } catch (error) {
      toast.error(t('power.stopFailed'), { text: readError(error).message ?? t('power.stopFailedText') });
    }
  };

  return { start, stop, isStarting: starting.loading, isStopping: stopping.loading };
}
