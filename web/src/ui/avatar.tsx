import { inkOn, PALETTES } from './theme.js';

interface AvatarProps {
  readonly name: string;
  readonly color?: string;
  readonly size?: number;
  /** Shows the dot when given. */
  readonly isOnline?: boolean;
}

/** The first two letters on the colour of the thing; pure decoration, the name stands beside it. */
export function Avatar({ name, color = PALETTES.light.primary, size = 44, isOnline }: AvatarProps) {
  const style = { width: size, height: size, fontSize: Math.round(size * 0.36), background: color, color: inkOn(color) };
  return (
    <span className="avatar" style={style} aria-hidden="true">
      {[...name.trim()].slice(0, 2).join('').toUpperCase()}
      {isOnline !== undefined && <span className="avatar-dot" data-online={isOnline} />}
    </span>
  );
}
