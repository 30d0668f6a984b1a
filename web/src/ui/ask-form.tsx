import { useState, type ReactNode } from 'react';
import { Button } from './button.js';
import { Field } from './field.js';

interface AskFormProps {
  readonly label: string;
  readonly placeholder: string;
  readonly maxLength: number;
  /** On the button; the icon makes room while it is busy. */
  readonly action: string;
  readonly icon: ReactNode;
  readonly isBusy: boolean;
  /** Whether there is something to ask when nothing is typed. */
  readonly canBeEmpty?: boolean;
  readonly onAsk: (text: string) => void;
}

/** One line of text, and the button that sends it. What was typed stays. */
export function AskForm({ label, placeholder, maxLength, action, icon, isBusy, canBeEmpty = false, onAsk }: AskFormProps) {
  const [text, setText] = useState('');
  const isReady = !isBusy && (canBeEmpty || text.trim() !== '');
  return (
    <form
      className="ask-form"
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
