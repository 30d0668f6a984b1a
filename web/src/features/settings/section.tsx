import { useId, type ReactNode } from 'react';

interface SectionProps {
  readonly title: string;
  readonly lead?: string;
  readonly isDanger?: boolean;
  readonly children: ReactNode;
}

/** One card of the settings. */
export function Section({ title, lead, isDanger = false, children }: SectionProps) {
  const id = useId();
  return (
    <section className="card stack setting-card" aria-labelledby={id} data-danger={isDanger}>
      <header>
        <h2 id={id}>{title}</h2>
        {lead !== undefined && <p className="muted">{lead}</p>}
      </header>
      {children}
    </section>
  );
}
