import { Eye, EyeOff } from 'lucide-react';
import { useId, useState, type InputHTMLAttributes } from 'react';
import { t } from '../lib/i18n.js';
import { Button } from './button.js';
import './field.css';

interface FieldProps extends InputHTMLAttributes<HTMLInputElement> {
  readonly label: string;
  readonly error?: string;
}

/** A labelled input; its error is announced and tied to it. A password can be shown. */
export function Field({ label, error, type = 'text', ...rest }: FieldProps) {
  const id = useId();
  const [isShown, setShown] = useState(false);
  const input = (
    <input
      {...rest}
      id={id}
      type={type === 'password' && isShown ? 'text' : type}
      className="field-input"
      aria-invalid={error !== undefined}
      aria-describedby={error === undefined ? undefined : `${id}-error`}
    />
  );
  return (
    <div className="field">
      <label htmlFor={id} className="field-label">
        {label}
      </label>
      {type === 'password' ? (
        <div className="field-reveal">
          {input}
          <Button
            variant="ghost"
            isIcon
            onClick={() => setShown(!isShown)}
            aria-label={t(isShown ? 'common.hidePassword' : 'common.showPassword')}
          >
            {isShown ? <EyeOff size={18} aria-hidden="true" /> : <Eye size={18} aria-hidden="true" />}
          </Button>
        </div>
      ) : (
        input
      )}
      {error !== undefined && (
        <p id={`${id}-error`} className="field-error" role="alert">
          {error}
        </p>
      )}
    </div>
  );
}
