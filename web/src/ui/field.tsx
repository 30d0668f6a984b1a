import { useId, type InputHTMLAttributes } from 'react';
import { PasswordInput } from './password-input.js';
import './field.css';

interface FieldProps extends InputHTMLAttributes<HTMLInputElement> {
  readonly label: string;
  readonly error?: string;
}

/** A labelled input; its error is announced and tied to it. A password can be shown. */
export function Field({ label, error, type = 'text', ...rest }: FieldProps) {
  const id = useId();
  const input = {
    ...rest,
    id,
    'aria-invalid': error !== undefined,
    'aria-describedby': error === undefined ? undefined : `${id}-error`,
  };
  return (
    <div className="field">
      <label htmlFor={id} className="field-label">
        {label}
      </label>
      {type === 'password' ? <PasswordInput {...input} /> : <input {...input} type={type} className="field-input" />}
      {error !== undefined && (
        <p id={`${id}-error`} className="field-error" role="alert">
          {error}
        </p>
      )}
    </div>
  );
}
