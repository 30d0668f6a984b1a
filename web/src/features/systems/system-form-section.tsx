import { ChevronDown } from 'lucide-react';
import type { ReactNode } from 'react';

interface SystemFormSectionProps {
  readonly title: string;
  readonly description: string;
  readonly children: ReactNode;
}

/** A form of the page of a system, closed until its title is pressed. */
export function SystemFormSection({ title, description, children }: SystemFormSectionProps) {
  return (
    <details className="system-page-form">
      <summary>
        <span className="breakable grow">
          <strong>{title}</strong>
          <span className="note">{description}</span>
        </span>
        <ChevronDown size={18} aria-hidden="true" className="system-arrow" />
      </summary>
      {children}
    </details>
  );
}
