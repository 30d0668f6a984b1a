import { ExternalLink as Icon } from 'lucide-react';
import { t } from '../../lib/i18n.js';

interface ExternalLinkProps {
  readonly to: string;
  readonly isPrimary?: boolean;
  readonly children: string;
}

/** A page of Discord, in a new tab: the owner comes back to this one. */
export const ExternalLink = ({ to, isPrimary = false, children }: ExternalLinkProps) => (
  <a className={`button button-${isPrimary ? 'primary' : 'secondary'} button-md`} href={to} target="_blank" rel="noreferrer">
    {children}
    <Icon size={16} aria-hidden="true" />
    <span className="sr-only">({t('connect.newTab')})</span>
  </a>
);
