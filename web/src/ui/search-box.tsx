import { Search } from 'lucide-react';
import './field.css';
import './search-box.css';

interface SearchBoxProps {
  readonly label: string;
  readonly value: string;
  readonly onChange: (value: string) => void;
}

/** Narrows down a list while it is typed; its label is its placeholder too. */
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
