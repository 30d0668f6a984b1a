import { Compass, Lock, type LucideIcon } from 'lucide-react';
import { addMessages, t } from '../../lib/i18n.js';
import { notFoundMessages } from '../../lib/messages/en-not-found.js';
import { paths } from '../../lib/paths.js';
import { ButtonLink } from '../../ui/button.js';
import { Wordmark } from '../../ui/mark.js';
import { State } from '../../ui/state.js';

addMessages(notFoundMessages);

export const NotFound = () => <MessagePage page="notFound" icon={Compass} />;
export const UnauthorizedPage = () => <MessagePage page="unauthorized" icon={Lock} />;

const MessagePage = ({ page, icon }: { readonly page: 'notFound' | 'unauthorized'; readonly icon: LucideIcon }) => (
  <main className="page-center frameless">
    <title>{`${t(`message.${page}.title`)} · Kith`}</title>
    <Wordmark to={paths.landing} />
    <State icon={icon} heading="h1" title={t(`message.${page}.title`)} text={t(`message.${page}.text`)}>
      <ButtonLink to={paths.landing} variant="primary">
        {t('common.goHome')}
      </ButtonLink>
    </State>
  </main>
);
