import { Compass } from 'lucide-react';
import { addMessages, t } from '../lib/i18n.js';
import { notFoundMessages } from '../lib/messages/en-not-found.js';
import { paths } from '../lib/paths.js';
import { ButtonLink } from '../ui/button.js';
import { Wordmark } from '../ui/mark.js';
import { State } from '../ui/state.js';

addMessages(notFoundMessages);

export function NotFound() {
  return (
    <main className="page-center frameless">
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
