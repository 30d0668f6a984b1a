import './chips.css';

interface ChipsProps<K extends string> {
  readonly label: string;
  readonly chips: readonly { readonly key: K; readonly label: string }[];
  readonly active: K;
  readonly onChange: (key: K) => void;
}

/** One of a few, to narrow down a list. */
export function Chips<K extends string>({ label, chips, active, onChange }: ChipsProps<K>) {
  return (
    <div className="chips" role="group" aria-label={label}>
      {chips.map((chip) => (
        <button
          key={chip.key}
          type="button"
          className="chip"
          aria-pressed={chip.key === active}
          onClick={() => onChange(chip.key)}
        >
          {chip.label}
        </button>
      ))}
    </div>
  );
}
