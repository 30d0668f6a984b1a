import { useId, useState } from 'react';
import { t } from '../../lib/i18n.js';
import { paths } from '../../lib/paths.js';
import { toast } from '../../lib/toast.js';
import { useBotPower } from '../../shared/bot-power.js';
import { botPage } from '../../shared/developer-portal.js';
import { ENABLE_INTENT } from '../../shared/discord.graphql.js';
import { useDiscordConnection } from '../../shared/use-discord.js';
import { useToastMutation } from '../../shared/use-toast-mutation.js';
import { ExternalLink } from '../../shared/external-link.js';
import { Button, ButtonLink } from '../../ui/button.js';
import { Finding } from '../../ui/finding.js';
import type { FindingAction } from './finding-action.js';
import type { FindingRow } from './finding-text.js';
import { CHOOSE_PREFIX, type CheckedBot } from './health.graphql.js';

interface FindingItemProps {
  readonly row: FindingRow;
  readonly bot: CheckedBot;
  /** Looks again. */
  readonly onAgain: () => void;
}

/** One finding with the button that mends it. */
export function FindingItem({ row: { state, text, action }, bot, onAgain }: FindingItemProps) {
  const id = useId();
  return (
    <Finding id={id} state={state} label={t(`health.state.${state}`)} text={text}>
      {action && <Mend action={action} bot={bot} describedBy={id} onAgain={onAgain} />}
    </Finding>
  );
}

interface MendProps extends Pick<FindingItemProps, 'bot' | 'onAgain'> {
  readonly action: FindingAction;
  readonly describedBy: string;
}

function Mend({ action, bot, describedBy, onAgain }: MendProps) {
  /** Discord switches the intent of a large bot on its own page only; for Message Content the wizard links it. */
  const [isRefused, setIsRefused] = useState(false);
  const power = useBotPower(bot, paths.connect(bot.id));
  const { connection } = useDiscordConnection(bot.id, { isSkipped: !isRefused });
  const isMembers = action.kind === 'enableIntent' && action.intent === 'server_members';
  const enabling = useToastMutation(ENABLE_INTENT, {
    done: () => {
      toast.success(t(isMembers ? 'problems.intentEnabled' : 'health.enabled'));
      onAgain();
    },
    failed: t(isMembers ? 'problems.intentFailed' : 'health.enableFailed'),
    onFailed: () => setIsRefused(true),
  });
  const prefix = useToastMutation(CHOOSE_PREFIX, {
    done: () => {
      toast.success(t('health.prefixChanged'));
      onAgain();
    },
    failed: t('health.prefixFailed'),
  });
  if (action.kind === 'page') return <PageLink action={action} describedBy={describedBy} />;
  if (action.kind === 'enableIntent' && isRefused) {
    const mending = isMembers ? toBotPage(connection?.applicationId) : toWizard(bot.id);
    return <PageLink action={mending} describedBy={describedBy} />;
  }
  const work = {
    start: () => void power.start().then(onAgain),
    enableIntent: () => action.kind === 'enableIntent' && void enabling.send({ botId: bot.id, intent: action.intent }),
    prefix: () => action.kind === 'prefix' && void prefix.send({ id: bot.id, prefix: action.prefix }),
    again: onAgain,
  }[action.kind];
  const isBusy = power.isStarting || enabling.isBusy || prefix.isBusy;
  return (
    <Button size="sm" isBusy={isBusy} aria-describedby={describedBy} onClick={work}>
      {action.label}
    </Button>
  );
}

const toWizard = (botId: string) =>
  ({ kind: 'page', label: t('health.check.token.action'), to: paths.connect(botId), isOutside: false }) as const;

const toBotPage = (applicationId: string | null | undefined) =>
  ({ kind: 'page', label: t('problems.mend.intent'), to: botPage(applicationId), isOutside: true }) as const;

interface PageLinkProps {
  readonly action: Extract<FindingAction, { kind: 'page' }>;
  readonly describedBy: string;
}

function PageLink({ action: { label, to, isOutside }, describedBy }: PageLinkProps) {
  if (isOutside)
    return (
      <ExternalLink size="sm" to={to} describedBy={describedBy}>
        {label}
      </ExternalLink>
    );
  return (
    <ButtonLink size="sm" to={to} aria-describedby={describedBy}>
      {label}
    </ButtonLink>
  );
}
