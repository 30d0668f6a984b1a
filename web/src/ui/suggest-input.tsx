import { useEffect, useId, useState, type FocusEvent, type InputHTMLAttributes, type KeyboardEvent } from 'react';
import { withoutIsolates } from '@kith/proto';
import { t } from '../lib/i18n.js';
import './field.css';
import './suggest-input.css';

/** A value that can be picked by its name. */
export interface Suggestion {
  readonly value: string;
  readonly label: string;
  /** What tells it from others with the same label. */
  readonly detail?: string;
}

interface SuggestInputProps extends Omit<InputHTMLAttributes<HTMLInputElement>, 'value' | 'onChange' | 'list' | 'onSelect'> {
  /** Set by a form field. */
  readonly value?: string;
  readonly onChange?: (value: string) => void;
  /** What typing finds by label or detail; without any it is a plain text field. */
  readonly suggestions: readonly Suggestion[];
  /** Called with a picked value instead of `onChange`. */
  readonly onPick?: (value: string) => void;
}

/** More are found by typing on. */
const MAX_SHOWN = 50;

/** What a text stands for: the value of the suggestion that alone has it as its label, with or without `#` or `@`, in any case; itself, trimmed, else. */
export function meantValue(suggestions: readonly Suggestion[], text: string): string {
  const typed = text.trim();
  if (suggestions.some(({ value }) => value === typed)) return typed;
  const wanted = nameIn(typed);
  const [named, ...others] = suggestions.filter(({ label }) => nameIn(label) === wanted);
  return named && others.length === 0 ? named.value : typed;
}

const nameIn = (text: string): string => withoutIsolates(text).replace(/^[#@]/, '').normalize().toLocaleLowerCase();

/**
 * A text field whose value is typed, pasted, or picked from suggestions (the combobox pattern of the ARIA guide). Of a value with a suggestion
 * it shows the label: nobody knows a channel by its id. A typed label becomes its value once the field is left or Enter is pressed.
 */
export function SuggestInput({ value = '', onChange, suggestions, onPick, onKeyDown, onBlur, ...rest }: SuggestInputProps) {
  const id = useId();
  const list = useSuggestions(suggestions, value);
  const optionId = (at: number): string => `${id}-${at}`;
  const activeId = list.active < 0 ? undefined : optionId(list.active);
  useEffect(() => {
    if (activeId) document.getElementById(activeId)?.scrollIntoView?.({ block: 'nearest' });
  }, [activeId]);
  const pick = (picked: string): void => {
    (onPick ?? onChange)?.(picked);
    list.close();
  };
  const type = (typed: string): void => {
    onChange?.(typed);
    list.open();
  };
  /** Not where picking means something else than writing. */
  const settle = (): void => {
    const meant = meantValue(suggestions, value);
    if (!onPick && meant !== value) onChange?.(meant);
    list.close();
  };
  const keyDown = (event: KeyboardEvent<HTMLInputElement>): void => {
    if (list.handleKey(event, pick)) return;
    if (event.key === 'Enter' && !event.nativeEvent.isComposing) settle();
    onKeyDown?.(event);
  };
  const blur = (event: FocusEvent<HTMLInputElement>): void => {
    settle();
    onBlur?.(event);
  };
  const isCombobox = suggestions.length > 0;
  const isOpen = list.found.length > 0;
  return (
    <div className="suggest">
      <input
        autoComplete="off"
        {...rest}
        className="field-input"
        {...(isCombobox && { role: 'combobox', 'aria-autocomplete': 'list', 'aria-expanded': isOpen })}
        aria-controls={isOpen ? `${id}-list` : undefined}
        aria-activedescendant={activeId}
        value={suggestions.find((one) => one.value === value.trim())?.label ?? value}
        onChange={({ target }) => type(target.value)}
        onFocus={list.open}
        onClick={list.open}
        onBlur={blur}
        onKeyDown={keyDown}
      />
      {isOpen && <Options id={`${id}-list`} idOf={optionId} found={list.found} active={list.active} onPick={pick} />}
    </div>
  );
}

/** Which suggestions are shown, which of them the keyboard points at, and what its keys do. */
function useSuggestions(suggestions: readonly Suggestion[], value: string) {
  const [isOpen, setOpen] = useState(false);
  const [active, setActive] = useState(-1);
  const found = isOpen ? matching(suggestions, value) : [];
  const show = (isShown: boolean): void => {
    setOpen(isShown);
    setActive(-1);
  };
  /** False for a key that means nothing here. */
  const handleKey = (event: KeyboardEvent, pick: (value: string) => void): boolean => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    const current = found[active];
    if (step !== undefined && suggestions.length > 0) {
      if (!isOpen) show(true);
      else setActive((active + step + (active < 0 && step < 0 ? 1 : 0) + found.length) % Math.max(1, found.length));
    } else if (event.key === 'Enter' && current && !event.nativeEvent.isComposing) pick(current.value);
    else if (event.key === 'Escape' && found.length > 0) show(false);
    else return false;
    // Enter would submit the surrounding form, and Escape close a dialog.
    event.preventDefault();
    event.stopPropagation();
    return true;
  };
  return { found, active, handleKey, open: () => show(true), close: () => show(false) };
}

interface OptionsProps {
  readonly id: string;
  readonly idOf: (at: number) => string;
  readonly found: readonly Suggestion[];
  readonly active: number;
  readonly onPick: (value: string) => void;
}

const Options = ({ id, idOf, found, active, onPick }: OptionsProps) => (
  <div id={id} className="suggest-list" role="listbox" aria-label={t('suggest.list')}>
    {found.map(({ value, label, detail }, at) => (
      <div
        key={value}
        id={idOf(at)}
        role="option"
        aria-selected={at === active}
        className="suggest-option"
        // Not on click: the field would lose the focus first, and the list would be gone.
        onMouseDown={(event) => {
          event.preventDefault();
          onPick(value);
        }}
      >
        <span>{label}</span>
        {detail !== undefined && <span className="suggest-detail">{detail}</span>}
      </div>
    ))}
  </div>
);

/** The suggestions that contain each typed word. All of them when the text is the value of one, which was picked before. */
function matching(suggestions: readonly Suggestion[], typed: string): readonly Suggestion[] {
  const isPicked = suggestions.some(({ value }) => value === typed);
  const words = isPicked ? [] : withoutIsolates(typed).trim().replace(/^#/, '').toLocaleLowerCase().split(/\s+/).filter(Boolean);
  const found = suggestions.filter(({ label, detail = '', value }) => {
    const text = withoutIsolates(`${label} ${detail} ${value}`).toLocaleLowerCase();
    return words.every((word) => text.includes(word));
  });
  return found.slice(0, MAX_SHOWN);
}
