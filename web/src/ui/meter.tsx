interface MeterProps {
  readonly value: number;
  readonly max: number;
  readonly label: string;
  /** Full means used up, and is shown in red. */
  readonly isLimit?: boolean;
}

export function Meter({ value, max, label, isLimit = false }: MeterProps) {
  const share = max > 0 ? Math.min(1, value / max) : 0;
  return (
    <div
      className="meter"
      role="meter"
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={max}
      aria-valuenow={Math.min(value, max)}
    >
      <div className="meter-fill" data-full={isLimit && share >= 1} style={{ width: `${share * 100}%` }} />
    </div>
  );
}
