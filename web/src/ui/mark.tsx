import { Link } from 'react-router';
import { MARK } from './mark-path.js';

export function Mark({ size = 26 }: { readonly size?: number }) {
  return (
    <svg width={size} height={size} viewBox="0 0 32 32" aria-hidden="true">
      <path className="mark-primary" d={MARK.stem} />
      <path className="mark-primary" d={MARK.upper} />
      <path className="mark-accent" d={MARK.lower} />
    </svg>
  );
}

export function Wordmark({ to }: { readonly to: string }) {
  return (
    <Link to={to} className="wordmark">
      <Mark />
      Kith
    </Link>
  );
}
