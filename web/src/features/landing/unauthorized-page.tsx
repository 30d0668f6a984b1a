import { Lock } from 'lucide-react';
import { addMessages, t } from '../../lib/i18n.js';
import { nowhereMessages } from '../../lib/messages/en-nowhere.js';
import { paths } from '../../lib/paths.js';
import { ButtonLink } from '../../ui/button.js';
import { Wordmark } from '../../ui/mark.js';
import { State } from '../../ui/state.js';

addMessages(nowhereMessages);

export function UnauthorizedPage() {
  return (
    <main className="page-center nowhere">
      <title>{`${t('unauthorized.title')} · Kith`}</title>
      <Wordmark to={paths.landing} />
      <State icon={Lock} heading="h1" title={t('unauthorized.title')} text={t('unauthorized.text')}>
        <ButtonLink to={paths.landing} variant="primary">
          {t('common.goHome')}
        </ButtonLink>
      </State>
    </main>
  );
}
