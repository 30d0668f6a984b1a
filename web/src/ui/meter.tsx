interface MeterProps {
  readonly value: number;
  readonly max: number;
  readonly label: string;
}

export function Meter({ value, max, label }: MeterProps) {
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
      <div className="meter-fill" data-full={share >= 1} style={{ width: `${share * 100}%` }} />
    </div>
  );
}
