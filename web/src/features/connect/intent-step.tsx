import { useMutation } from '@apollo/client/react';
import { useState } from 'react';
import { t } from '../../lib/i18n.js';
import { readError } from '../../lib/read-error.js';
import { usePending } from '../../lib/use-pending.js';
import { Button } from '../../ui/button.js';
import { Notice } from '../../ui/state.js';
import { ENABLE_INTENT } from '../../shared/discord.graphql.js';
import { ExternalLink } from '../../shared/external-link.js';
import { botPage } from '../../shared/developer-portal.js';

interface EnableContentProps {
  readonly botId: string;
  readonly applicationId: string | null;
  readonly onEnabled: () => void;
  /** Without it there is no way around. */
  readonly onSkip?: () => void;
}

/** Switches Message Content on with one click; where Discord refuses that, its page is linked. */
export function EnableContent({ botId, applicationId, onEnabled, onSkip }: EnableContentProps) {
  const [problem, setProblem] = useState<string>();
  const { run, isPending } = usePending();
  const [enableContent] = useMutation(ENABLE_INTENT);
  const enable = (): Promise<void> =>
    run('enable', async () => {
      setProblem(undefined);
      try {
        await enableContent({ variables: { botId, intent: 'message_content' } });
        onEnabled();
      } catch (error) {
        setProblem(readError(error).message ?? t('connect.intent.failed'));
      }
    });
  return (
    <>
      {problem !== undefined && (
        <Notice tone="danger" isAlert>
          {problem}
        </Notice>
      )}
      <div className="row">
        <Button variant="primary" isBusy={isPending('enable')} onClick={() => void enable()}>
          {t('connect.intent.enable')}
        </Button>
        <ExternalLink to={botPage(applicationId)}>{t('connect.openBotPage')}</ExternalLink>
        {onSkip && (
          <Button variant="ghost" onClick={onSkip}>
            {t('connect.intent.skip')}
          </Button>
        )}
      </div>
    </>
  );
}
