import { Moon, Sun } from 'lucide-react';
import { t } from '../lib/i18n.js';
import { useThemeMode } from '../lib/theme-mode.js';
import { IconButton } from './button.js';

export function ThemeSwitch() {
  const [mode, setMode] = useThemeMode();
  const isDark = mode === 'dark';
  const Icon = isDark ? Sun : Moon;
  return (
    <IconButton
      icon={Icon}
      size="md"
      label={t(isDark ? 'common.switchToLight' : 'common.switchToDark')}
      onClick={() => setMode(isDark ? 'light' : 'dark')}
    />
  );
}
