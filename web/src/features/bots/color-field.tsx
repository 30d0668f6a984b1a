import { Plus } from 'lucide-react';
import { useId } from 'react';
import { t } from '../../lib/i18n.js';
import { Avatar } from '../../ui/avatar.js';

interface ColorFieldProps {
  readonly name: string;
  readonly colors: readonly string[];
  readonly value?: string;
  readonly onChange?: (color: string) => void;
}

/** The avatar with its colour: the choices of the specification, or any other through the browser's own picker. */
export function ColorField({ name, colors, value = '', onChange }: ColorFieldProps) {
  const id = useId();
  const choices = colors.includes(value) ? colors : [...colors, value];
  return (
    <div className="color-field">
      <Avatar name={name.trim() || '?'} color={value} size={52} />
      <div className="color-choices" role="radiogroup" aria-label={t('form.color')}>
        {choices.map((color) => (
          <label key={color} className="color-choice" style={{ background: color }}>
            <input
              type="radio"
              name={id}
              className="sr-only"
              checked={color === value}
              onChange={() => onChange?.(color)}
              aria-label={t('form.colorChoice', { color })}
            />
          </label>
        ))}
        <span className="color-own">
          <Plus size={16} aria-hidden="true" />
          <input
            type="color"
            value={value}
            aria-label={t('form.ownColor')}
            title={t('form.ownColor')}
            onChange={(event) => onChange?.(event.target.value)}
          />
        </span>
      </div>
    </div>
  );
}
