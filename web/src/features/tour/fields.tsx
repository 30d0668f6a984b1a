import { AVATAR_COLORS } from '@kith/proto';
import { useId, type ReactNode, type TextareaHTMLAttributes } from 'react';
import { t } from '../../lib/i18n.js';
import '../../ui/field.css';

interface TextProps extends TextareaHTMLAttributes<HTMLTextAreaElement> {
  readonly label: string;
  readonly error?: string;
}

export function LongText({ label, error, ...rest }: TextProps) {
  const id = useId();
  return (
    <Labelled id={id} label={label}>
      <textarea
        {...rest}
        id={id}
        className="field-input tour-long"
        aria-invalid={error !== undefined}
        aria-describedby={error === undefined ? undefined : `${id}-error`}
      />
      {error !== undefined && (
        <p id={`${id}-error`} className="field-error" role="alert">
          {error}
        </p>
      )}
    </Labelled>
  );
}

export const Labelled = ({
  id,
  label,
  children,
}: {
  readonly id: string;
  readonly label: string;
  readonly children: ReactNode;
}) => (
  <div className="field">
    <label htmlFor={id} className="field-label">
      {label}
    </label>
    {children}
  </div>
);

/** The twelve colours of an avatar (decision M6). */
export function Swatches({ value, onChange }: { readonly value: string; readonly onChange: (color: string) => void }) {
  const name = useId();
  return (
    <fieldset className="tour-swatches">
      <legend className="field-label">{t('tour.basics.color')}</legend>
      <div>
        {AVATAR_COLORS.map((color) => (
          <label key={color} className="tour-swatch" style={{ background: color }}>
            <input
              type="radio"
              className="sr-only"
              name={name}
              checked={color === value}
              aria-label={t('tour.basics.colorChoice', { color })}
              onChange={() => onChange(color)}
            />
          </label>
        ))}
      </div>
    </fieldset>
  );
}
