import { Eye, EyeOff } from 'lucide-react';
import { useState, type InputHTMLAttributes } from 'react';
import { t } from '../lib/i18n.js';
import { Button } from './button.js';
import './field.css';

interface PasswordInputProps extends Omit<InputHTMLAttributes<HTMLInputElement>, 'type'> {
  /** What the button that shows it says; the words for a password when left out. */
  readonly words?: { readonly show: string; readonly hide: string };
}

/** A secret that is masked until somebody asks to see what they type. */
export function PasswordInput({ words, ...rest }: PasswordInputProps) {
  const [isShown, setShown] = useState(false);
  const Icon = isShown ? EyeOff : Eye;
  const label = isShown ? (words?.hide ?? t('common.hidePassword')) : (words?.show ?? t('common.showPassword'));
  return (
    <div className="field-reveal">
      <input {...rest} type={isShown ? 'text' : 'password'} className="field-input" />
      <Button variant="ghost" isIcon onClick={() => setShown(!isShown)} aria-label={label}>
        <Icon size={18} aria-hidden="true" />
      </Button>
    </div>
  );
}
