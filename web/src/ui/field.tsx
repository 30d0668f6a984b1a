import { Eye, EyeOff } from 'lucide-react';
import { useId, type InputHTMLAttributes, type ReactNode, useState } from 'react';
import { t } from '../lib/i18n.js';
import { IconButton } from './button.js';
import './field.css';

interface FieldProps extends InputHTMLAttributes<HTMLInputElement> {
  readonly label: string;
  readonly error?: string;
}

/** A labelled input whose error is announced and referenced by the input. */
export function Field({ label, error, type = 'text', ...rest }: FieldProps) {
  return (
    <Labelled label={label} error={error}>
      {(aria) =>
        type === 'password' ? (
          <PasswordInput {...rest} {...aria} />
        ) : (
          <input {...rest} {...aria} type={type} className="field-input" />
        )
      }
    </Labelled>
  );
}

interface LabelledProps {
  readonly label: string;
  readonly error?: string;
  /** Renders the input with these attributes. */
  readonly children: (aria: { id: string; 'aria-invalid': boolean; 'aria-describedby': string | undefined }) => ReactNode;
}

/** Label and error of an input. */
export function Labelled({ label, error, children }: LabelledProps) {
  const id = useId();
  const isInvalid = error !== undefined;
  return (
    <div className="field">
      <label htmlFor={id} className="field-label">
        {label}
      </label>
      {children({ id, 'aria-invalid': isInvalid, 'aria-describedby': isInvalid ? `${id}-error` : undefined })}
      {error !== undefined && (
        <p id={`${id}-error`} className="field-error" role="alert">
          {error}
        </p>
      )}
    </div>
  );
}

interface PasswordInputProps extends Omit<InputHTMLAttributes<HTMLInputElement>, 'type'> {
  /** Labels of the show/hide button of a secret that is no password, which password managers leave alone. */
  readonly words?: { readonly show: string; readonly hide: string };
}

const NOT_A_PASSWORD = { autoComplete: 'off', 'data-1p-ignore': true, spellCheck: false };

/** A masked input with a button to show the value. */
export function PasswordInput({ words, ...rest }: PasswordInputProps) {
  const [isShown, setShown] = useState(false);
  const Icon = isShown ? EyeOff : Eye;
  const label = isShown ? (words?.hide ?? t('common.hidePassword')) : (words?.show ?? t('common.showPassword'));
  return (
    <div className="field-reveal">
      <input {...(words && NOT_A_PASSWORD)} {...rest} type={isShown ? 'text' : 'password'} className="field-input" />
      <IconButton icon={Icon} size="md" onClick={() => setShown(!isShown)} label={label} />
    </div>
  );
}
