import { useState, type InputHTMLAttributes } from 'react';
import { timeZoneOptions } from '../../shared/time-zones.js';
import { SuggestInput } from '../../ui/suggest-input.js';

interface TimeZoneInputProps extends Omit<InputHTMLAttributes<HTMLInputElement>, 'value' | 'onChange' | 'onSelect' | 'list'> {
  /** Set by a form field. */
  readonly value?: string;
  readonly onChange?: (value: string) => void;
}

/** A time zone, found by typing a part of its name. */
export function TimeZoneInput({ value = '', ...rest }: TimeZoneInputProps) {
  const [options] = useState(() => timeZoneOptions('UTC'));
  return <SuggestInput spellCheck={false} {...rest} value={value} suggestions={options} />;
}
