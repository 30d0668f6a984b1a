import { SearchX } from 'lucide-react';
import { t } from '../lib/i18n.js';
import { ButtonLink } from '../ui/button.js';
import { State } from '../ui/state.js';

interface BotNotFoundProps {
  readonly backPath: string;
  /** Where the specification words it differently; the words of a bot's own page when left out. */
  readonly words?: { readonly title?: string; readonly text?: string; readonly back?: string };
}

/** In the place of a page about a companion that is missing or somebody else's: the same for both. */
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
