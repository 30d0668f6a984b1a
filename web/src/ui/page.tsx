import type { ReactNode } from 'react';
import { isolated } from '@kith/proto';
import { BackLink } from './button.js';

interface PageProps {
  /** Title of the browser tab, without the product's name. */
  readonly title: string;
  readonly isNarrow?: boolean;
  /** Link above the heading to the page this one belongs to. */
  readonly back?: { readonly to: string; readonly label: string };
  /** Leave it out when the page brings a header of its own. */
  readonly heading?: string;
  readonly lead?: string;
  /** Buttons and links beside the heading. */
  readonly actions?: ReactNode;
  readonly children: ReactNode;
}

/** Frame of a page of the signed-in part: title of the tab, way back, heading with actions, content. */
export const Page = ({ title, isNarrow = false, back, heading, lead, actions, children }: PageProps) => (
  <div className={isNarrow ? 'page page-narrow' : 'page'}>
    <title>{`${isolated(title)} · Kith`}</title>
    {back && <BackLink to={back.to}>{back.label}</BackLink>}
    {heading !== undefined && (
      <header className="page-head">
        <div>
          <h1>{heading}</h1>
          {lead !== undefined && <p>{lead}</p>}
        </div>
        {actions}
      </header>
    )}
    {children}
  </div>
);
