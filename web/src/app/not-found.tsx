import { Compass } from 'lucide-react';
import { addMessages, t } from '../lib/i18n.js';
import { nowhereMessages } from '../lib/messages/en-nowhere.js';
import { paths } from '../lib/paths.js';
import { ButtonLink } from '../ui/button.js';
import { Wordmark } from '../ui/mark.js';
import { State } from '../ui/state.js';

addMessages(nowhereMessages);

export function NotFound() {
  return (
    <main className="page-center nowhere">
      <title>{`${t('notFound.title')} · Kith`}</title>
      <Wordmark to={paths.landing} />
      <State icon={Compass} heading="h1" title={t('notFound.title')} text={t('notFound.text')}>
        <ButtonLink to={paths.landing} variant="primary">
          {t('common.goHome')}
        </ButtonLink>
      </State>
    </main>
  );
}
