import { Bot, Cpu, MessagesSquare, ShieldCheck, SlidersHorizontal, Zap } from 'lucide-react';
import { t } from '../../lib/i18n.js';

const FEATURES = [
  { key: 'personalities', icon: SlidersHorizontal },
  { key: 'security', icon: ShieldCheck },
  { key: 'conversations', icon: MessagesSquare },
  { key: 'multiple', icon: Bot },
  { key: 'models', icon: Cpu },
  { key: 'setup', icon: Zap },
] as const;

export function Features() {
  return (
    <ul className="features">
      {FEATURES.map(({ key, icon: Icon }) => (
        <li key={key} className="feature">
          <span className="feature-icon" aria-hidden="true">
            <Icon size={20} />
          </span>
          <h3>{t(`landing.${key}`)}</h3>
          <p className="muted">{t(`landing.${key}Text`)}</p>
        </li>
      ))}
    </ul>
  );
}
