import { t } from '../../lib/i18n.js';
import { modifierKey } from '../../shared/palette-view.js';
import { Dialog } from '../../ui/dialog.js';

const KEYS = [
  { does: 'palette', keys: ['K'], isModified: true },
  { does: 'list', keys: ['/'], isModified: true },
  { does: 'question', keys: ['?'] },
  { does: 'move', keys: ['↑', '↓'] },
  { does: 'open', keys: ['Enter'] },
  { does: 'newLine', keys: ['Shift', 'Enter'] },
  { does: 'tabs', keys: ['←', '→'] },
  { does: 'escape', keys: ['Esc'] },
] as const;

/** What the keyboard can do. None of it is a single letter that would get in the way of speech input. */
export const Shortcuts = ({ onClose }: { readonly onClose: () => void }) => (
  <Dialog title={t('palette.keys.title')} onClose={onClose}>
    <dl className="shortcuts">
      {KEYS.map(({ does, keys, ...rest }) => (
        <div key={does}>
          <dt>{t(`palette.keys.${does}`)}</dt>
          <dd>
            {[...('isModified' in rest ? [modifierKey()] : []), ...keys].map((key) => (
              <kbd key={key}>{key}</kbd>
            ))}
          </dd>
        </div>
      ))}
    </dl>
  </Dialog>
);
