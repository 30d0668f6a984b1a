import type { ReactNode } from 'react';
import { t } from '../../lib/i18n.js';

/** Says what is made here; beside it stands the way to the other form. */
export const CreateHead = ({ children }: { readonly children: ReactNode }) => (
  <header className="page-head">
    <div>
      <h1>{t('create.heading')}</h1>
      <p>{t('create.lead')}</p>
    </div>
    {children}
  </header>
);
