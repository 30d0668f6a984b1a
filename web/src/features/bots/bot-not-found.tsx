import { SearchX } from 'lucide-react';
import { paths } from '../../app/paths.js';
import { t } from '../../lib/i18n.js';
import { ButtonLink } from '../../ui/button.js';
import { State } from '../../ui/state.js';

export function BotNotFound() {
  return (
    <div className="page-center">
      <title>{`${t('bot.notFound')} · Kith`}</title>
      <State icon={SearchX} heading="h1" title={t('bot.notFound')} text={t('bot.notFoundText')}>
        <ButtonLink to={paths.dashboard} variant="primary">
          {t('bot.backToDashboard')}
        </ButtonLink>
      </State>
    </div>
  );
}
