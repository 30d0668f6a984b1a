import type { CSSProperties } from 'react';
import { inkOn } from './contrast.js';

interface AvatarProps {
  readonly name: string;
  /** A colour that a user picked (#rrggbb); overrides the tone. */
  readonly color?: string;
  readonly tone?: 'primary' | 'accent' | 'neutral';
  readonly size?: number;
  /** Shows a status dot when given. */
  readonly isOnline?: boolean;
}

/** The first two letters of a name on a colour. Decorative: the name is shown beside it. */
export function Avatar({ name, color, tone = 'primary', size = 44, isOnline }: AvatarProps) {
  const style: CSSProperties = { width: size, height: size, fontSize: Math.round(size * 0.36) };
  const picked: CSSProperties = color === undefined ? {} : { background: color, color: `var(--ink-${inkOn(color)})` };
  return (
    <span className={`avatar avatar-${tone}`} style={{ ...style, ...picked }} aria-hidden="true">
      {[...name.trim()].slice(0, 2).join('').toUpperCase()}
      {isOnline !== undefined && <span className="avatar-dot" data-online={isOnline} />}
    </span>
  );
}
