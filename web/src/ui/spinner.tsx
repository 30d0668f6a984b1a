import { t } from '../lib/i18n.js';

/** A small one inside a control that says itself what is going on. */
export const Spinner = () => <span className="spinner" aria-hidden="true" />;

/** A page of its own while something loads; a label says for all to see what it is. */
export function PageSpinner({ label }: { readonly label?: string }) {
  return (
    <div className="page-center" role="status">
      <span className="spinner spinner-page" aria-hidden="true" />
      <span className={label ? 'muted' : 'sr-only'}>{label ?? t('common.loading')}</span>
    </div>
  );
}
