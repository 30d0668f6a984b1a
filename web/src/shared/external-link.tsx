import { ExternalLink as Icon } from 'lucide-react';
import { t } from '../lib/i18n.js';

interface ExternalLinkProps {
  readonly to: string;
  readonly isPrimary?: boolean;
  readonly size?: 'sm' | 'md';
  /** Id of the text that tells what it mends, where a page has several of the same name. */
  readonly describedBy?: string;
  readonly children: string;
}

/** A page of Discord, in a new tab: the owner comes back to this one. */
export const ExternalLink = ({ to, isPrimary = false, size = 'md', describedBy, children }: ExternalLinkProps) => (
  <a
    className={`button button-${isPrimary ? 'primary' : 'secondary'} button-${size}`}
    href={to}
    target="_blank"
    rel="noreferrer"
    aria-describedby={describedBy}
  >
    {children}
    <Icon size={16} aria-hidden="true" />
    <span className="sr-only">({t('workspace.newTab')})</span>
  </a>
);
