import { useId, type ReactNode } from 'react';

interface SectionProps {
  readonly title: string;
  readonly lead?: string;
  /** Added to the classes, for example `card card-body`. */
  readonly className?: string;
  readonly isDanger?: boolean;
  readonly children: ReactNode;
}

/** A part of a page or form with a heading, which is its accessible name. */
export function Section({ title, lead, className = '', isDanger = false, children }: SectionProps) {
  const id = useId();
  return (
    <section className={`section stack ${className}`} aria-labelledby={id} data-danger={isDanger}>
      <header>
        <h2 id={id}>{title}</h2>
        {lead !== undefined && <p className="note">{lead}</p>}
      </header>
      {children}
    </section>
  );
}
