import { SearchX } from 'lucide-react';
import { t } from '../lib/i18n.js';
import { ButtonLink } from '../ui/button.js';
import { State } from '../ui/state.js';

interface BotNotFoundProps {
  readonly backPath: string;
  /** Texts where the specification has others than on the bot's own page. */
  readonly words?: { readonly title?: string; readonly text?: string; readonly back?: string };
}

/** Shown instead of a bot's page when the bot is missing or belongs to another user. The two must look alike. */
export function BotNotFound({ backPath, words }: BotNotFoundProps) {
  const title = words?.title ?? t('bot.notFound');
  return (
    <div className="page-center">
      <title>{`${title} · Kith`}</title>
      <State icon={SearchX} heading="h1" title={title} text={words?.text ?? t('bot.notFoundText')}>
        <ButtonLink to={backPath} variant="primary">
          {words?.back ?? t('bot.backToDashboard')}
        </ButtonLink>
      </State>
    </div>
  );
}
