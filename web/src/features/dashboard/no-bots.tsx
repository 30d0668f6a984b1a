import { Plus, Sparkles } from 'lucide-react';
import { paths } from '../../app/paths.js';
import { t } from '../../lib/i18n.js';
import { ButtonLink } from '../../ui/button.js';
import { State } from '../../ui/state.js';

export const NoBots = ({ title, text }: { readonly title: string; readonly text: string }) => (
  <div className="card">
    <State icon={Sparkles} title={title} text={text} heading="h3">
      <ButtonLink to={paths.create} variant="primary">
        <Plus size={18} aria-hidden="true" />
        {t('dashboard.createFirst')}
      </ButtonLink>
    </State>
  </div>
);
