import { Search } from 'lucide-react';
import { type SelectHTMLAttributes, useId, useState, type ReactNode } from 'react';
import { Button } from './button.js';
import { Field } from './field.js';
import './field.css';

interface SelectProps extends SelectHTMLAttributes<HTMLSelectElement> {
  readonly options: readonly { readonly value: string; readonly label: string; readonly disabled?: boolean }[];
}

/** Native select: antd's is 25 KB larger and worse on phones (README, "antd"). */
export const Select = ({ options, ...rest }: SelectProps) => (
  <select {...rest} className="field-input select">
    {options.map(({ value, label, disabled }) => (
      <option key={value} value={value} disabled={disabled}>
        {label}
      </option>
    ))}
  </select>
);

interface SliderProps {
  readonly label: string;
  /** 0 to 100. */
  readonly value: number;
  readonly onChange: (value: number) => void;
}

/** Native slider with its value shown. */
export function Slider({ label, value, onChange }: SliderProps) {
  const id = useId();
  return (
    <div className="slider">
      <label htmlFor={id}>{label}</label>
      <span className="slider-value" aria-hidden="true">
        {value}
      </span>
      <input id={id} type="range" min={0} max={100} value={value} onChange={(event) => onChange(event.target.valueAsNumber)} />
    </div>
  );
}

interface SearchBoxProps {
  readonly label: string;
  readonly value: string;
  readonly onChange: (value: string) => void;
}

/** Search field of a list; its label is its placeholder too. */
export const SearchBox = ({ label, value, onChange }: SearchBoxProps) => (
  <div className="search-box">
    <Search size={16} aria-hidden="true" />
    <input
      type="search"
      className="field-input"
      value={value}
      aria-label={label}
      placeholder={label}
      maxLength={100}
      onChange={(event) => onChange(event.target.value)}
    />
  </div>
);

interface ChipsProps<K extends string> {
  readonly label: string;
  readonly chips: readonly { readonly key: K; readonly label: string }[];
  readonly active: K;
  readonly onChange: (key: K) => void;
}

/** Filter with one choice of a few. */
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

interface AskFormProps {
  readonly label: string;
  readonly placeholder: string;
  readonly maxLength: number;
  /** Text of the button; its icon is replaced by a spinner while busy. */
  readonly action: string;
  readonly icon: ReactNode;
  readonly isBusy: boolean;
  /** Whether an empty text can be submitted. */
  readonly canBeEmpty?: boolean;
  readonly onAsk: (text: string) => void;
}

/** One text field with a submit button. The text stays after submitting. */
export function SingleFieldForm({
  label,
  placeholder,
  maxLength,
  action,
  icon,
  isBusy,
  canBeEmpty = false,
  onAsk,
}: AskFormProps) {
  const [text, setText] = useState('');
  const isReady = !isBusy && (canBeEmpty || text.trim() !== '');
  return (
    <form
      className="single-field-form"
      onSubmit={(event) => {
        event.preventDefault();
        if (isReady) onAsk(text);
      }}
    >
      <Field
        label={label}
        value={text}
        maxLength={maxLength}
        placeholder={placeholder}
        autoComplete="off"
        onChange={({ target }) => setText(target.value)}
      />
      <Button type="submit" isBusy={isBusy} disabled={!isReady}>
        {!isBusy && icon}
        {action}
      </Button>
    </form>
  );
}
