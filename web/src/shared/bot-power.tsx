import type { TypedDocumentNode } from '@apollo/client';
import { useApolloClient } from '@apollo/client/react';
import { KeyRound, Play, Square } from 'lucide-react';
import { graphql } from '../gql/index.js';
import type { BotStateFragment } from '../gql/graphql.js';
import { t } from '../lib/i18n.js';
import { readError } from '../lib/read-error.js';
import { toast } from '../lib/toast.js';
import { usePending } from '../lib/use-pending.js';
import { Button, ButtonLink } from '../ui/button.js';
import { Badge } from '../ui/indicators.js';
import { START_BOT, STOP_BOT } from './bot-power.graphql.js';
import { stateActionOf } from './state-action.js';

graphql(`
  fragment BotState on Bot {
    id
    name
    status
    runtimeState
    statusReason
  }
`);

type Powered = Pick<BotStateFragment, 'id' | 'name' | 'runtimeState'> & { readonly hasDiscordToken: boolean };

interface PowerButtonProps {
  readonly bot: Powered;
  readonly editPath: string;
  /** Id of the element that names the bot, where a page has several of these buttons. */
  readonly describedBy?: string;
}

/**
 * 'Stop Bot' while the bot runs, 'Start Bot' while it does not, 'Setup Required' without a Discord token, 'Compare plans' while the plan has no
 * room for it. Nothing for a bot that was taken down: its owner can do nothing about that here.
 */
export function PowerButton({ bot, editPath, describedBy }: PowerButtonProps) {
  const { start, stop, isStarting, isStopping } = useBotPower(bot, editPath);
  const action = stateActionOf(bot.runtimeState);
  if (isStopping || (action.kind === 'stop' && !isStarting)) {
    return (
      <Button icon={Square} isBusy={isStopping} aria-describedby={describedBy} onClick={() => void stop()}>
        {t(isStopping ? 'power.stoppingNow' : 'power.stop')}
      </Button>
    );
  }
  if (action.kind === 'readTerms') return null;
  if (action.kind === 'comparePlans') {
    return (
      <ButtonLink to={action.to} aria-describedby={describedBy}>
        {t('bot.comparePlans')}
      </ButtonLink>
    );
  }
  if (!bot.hasDiscordToken) {
    return (
      <Button icon={KeyRound} aria-describedby={describedBy} onClick={() => void start()}>
        {t('power.setupRequired')}
      </Button>
    );
  }
  return (
    <Button icon={Play} variant="primary" isBusy={isStarting} aria-describedby={describedBy} onClick={() => void start()}>
      {t(isStarting ? 'power.startingNow' : 'power.start')}
    </Button>
  );
}

/** Whether a start may succeed: its plan has room for the bot, and no administrator has taken it down. */
export const canStart = ({ runtimeState }: Pick<Powered, 'runtimeState'>): boolean =>
  ['start', 'stop'].includes(stateActionOf(runtimeState).kind);

/** Whether the bot is on Discord or about to be, and can be stopped. */
export const isRunning = ({ runtimeState }: Pick<Powered, 'runtimeState'>): boolean =>
  stateActionOf(runtimeState).kind === 'stop';

/** Starts and stops one bot, with the specified toasts (docs/specification.md). */
export function useBotPower(bot: Powered, editPath: string) {
  const { mutate } = useApolloClient();
  const { run, isPending } = usePending();
  // Optimistic answer. It never says `online`: only the server knows that (docs/decisions.md M8).
  const optimistic = { __typename: 'Bot', id: bot.id, name: bot.name, status: 'offline', statusReason: null } as const;
  const ask = async <Data,>(mutation: TypedDocumentNode<Data, { id: string }>, optimisticResponse: Data) => {
    // Writing the optimistic answer makes Apollo re-read every list. With hundreds of bots that would delay the click's own feedback.
    await afterPaint();
    return (await mutate({ mutation, optimisticResponse, variables: { id: bot.id }, refetchQueries: 'active' })).data;
  };

  const askForToken = (): void =>
    toast.error(t('power.tokenRequired'), {
      text: t('power.tokenRequiredText'),
      action: { label: t('power.openEdit'), to: editPath },
    });

  const start = async (): Promise<void> => {
    if (!bot.hasDiscordToken) return askForToken();
    try {
      const started = (await ask(START_BOT, { startBot: { ...optimistic, runtimeState: 'starting' } }))?.startBot;
      if (started?.status === 'online') toast.success(t('power.started'), { text: t('power.startedText', { name: bot.name }) });
      else toast.info(t('power.starting', { name: bot.name }), { text: started?.statusReason ?? t('power.startingText') });
    } catch (error) {
      const { code, message } = readError(error);
      if (code === 'TOKEN_MISSING') return askForToken();
      toast.error(t('power.startFailed'), { text: message ?? t('power.startFailedText') });
    }
  };

  const stop = async (): Promise<void> => {
    try {
      await ask(STOP_BOT, { stopBot: { ...optimistic, runtimeState: 'stopped' } });
      toast.success(t('power.stopped'), { text: t('power.stoppedText', { name: bot.name }) });
    } catch (error) {
      toast.error(t('power.stopFailed'), { text: readError(error).message ?? t('power.stopFailedText') });
    }
  };

  return {
    start: () => run('start', start),
    stop: () => run('stop', stop),
    isStarting: isPending('start'),
    isStopping: isPending('stop'),
  };
}

// Hidden tabs do not paint.
const PAINT_TIMEOUT_MS = 100;

/** Resolves when the browser has painted the pending changes. */
const afterPaint = (): Promise<void> =>
  new Promise((resolve) => {
    setTimeout(resolve, PAINT_TIMEOUT_MS);
    requestAnimationFrame(() => setTimeout(resolve));
  });

interface StatusBadgeProps {
  readonly status: string;
  readonly runtimeState: string;
}

/** 'Online' or 'Offline' as specified, 'Starting' and 'Reconnecting' in between. */
export function StatusBadge({ status, runtimeState }: StatusBadgeProps) {
  const isConnecting = runtimeState === 'starting' || runtimeState === 'reconnecting';
  const tone = status === 'online' ? 'success' : isConnecting ? 'warning' : 'neutral';
  const label = status === 'online' ? 'online' : isConnecting ? runtimeState : 'offline';
  return (
    <Badge tone={tone} hasDot>
      {t(`status.${label}`)}
    </Badge>
  );
}
