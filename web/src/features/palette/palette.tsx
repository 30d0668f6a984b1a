import { Search } from 'lucide-react';
import { useEffect, useState, type KeyboardEvent } from 'react';
import { useNavigate } from 'react-router';
import { t } from '../../lib/i18n.js';
import { useUser } from '../../shared/auth.js';
import { showPalette, type PaletteView, modifierKey } from '../../shared/palette-view.js';
import { useModal, Dialog } from '../../ui/dialog.js';
import { sectionsOf, type Entry, type Page } from './entries.js';
import { Results } from './results.js';
import { storeRecent, readRecent, useEntries } from './use-entries.js';
import './palette.css';

interface PaletteProps {
  readonly view: PaletteView;
  readonly pages: readonly Page[];
}

const LIST = 'palette-results';
const idOf = (entry: Entry | undefined): string | undefined => entry && `${LIST}-${entry.id.replaceAll(/\W/g, '-')}`;
const close = (): void => showPalette(null);

/** Command palette (Ctrl or ⌘ with K). */
export function Palette({ view, pages }: PaletteProps) {
  return view === 'shortcuts' ? <Shortcuts onClose={close} /> : <Commands pages={pages} />;
}

function Commands({ pages }: Pick<PaletteProps, 'pages'>) {
  const { id: userId } = useUser();
  const navigate = useNavigate();
  const dialog = useModal(close);
  const { text, type, sections, shown, active, point, ...state } = useResults(pages, userId);
  const activeId = idOf(active);

  const choose = (entry: Entry): void => {
    storeRecent(userId, entry.id);
    close();
    if (entry.does === 'power') return;
    if ('to' in entry.does) void navigate(entry.does.to);
    else entry.does.run();
  };
  const move = (step: number): void => {
    const at = active ? shown.indexOf(active) : -1;
    point(shown[(at + step + shown.length) % shown.length]);
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step !== undefined) move(step);
    else if (event.key === 'Enter' && !event.nativeEvent.isComposing) document.getElementById(activeId ?? '')?.click();
    else if (event.key === '?' && text === '') showPalette('shortcuts');
    else return;
    event.preventDefault();
  };

  return (
    <dialog
      {...dialog}
      className="palette"
      aria-label={t('palette.title')}
      onClick={({ target, currentTarget }) => target === currentTarget && close()}
    >
      <Field value={text} hasResults={shown.length > 0} activeId={activeId} onChange={type} onKeyDown={onKeyDown} />
      <Results
        listId={LIST}
        sections={sections}
        activeId={activeId}
        idOf={idOf}
        onPoint={point}
        onChoose={choose}
        text={text}
        {...state}
      />
    </dialog>
  );
}

/** The commands that match the text, and the active one: the best match until another is selected. */
function useResults(pages: readonly Page[], userId: string) {
  const [text, setText] = useState('');
  const [recent] = useState(() => readRecent(userId));
  const [pointed, setPointed] = useState<string>();
  const { entries, ...state } = useEntries(pages);
  const sections = sectionsOf(entries, text, recent);
  const shown = sections.flatMap((section) => section.entries);
  const active = shown.find(({ id }) => id === pointed) ?? shown[0];
  const activeId = idOf(active);

  useEffect(() => {
    if (activeId) document.getElementById(activeId)?.scrollIntoView?.({ block: 'nearest' });
  }, [activeId]);

  const type = (next: string): void => {
    setText(next);
    setPointed(undefined);
  };
  return { text, type, sections, shown, active, point: (entry?: Entry) => setPointed(entry?.id), ...state };
}

interface FieldProps {
  readonly value: string;
  readonly hasResults: boolean;
  readonly activeId: string | undefined;
  readonly onChange: (value: string) => void;
  readonly onKeyDown: (event: KeyboardEvent) => void;
}

/** The focus stays in the field; `aria-activedescendant` names the active result (combobox pattern of the ARIA guide). */
const Field = ({ value, hasResults, activeId, onChange, onKeyDown }: FieldProps) => (
  <div className="bar palette-field">
    <Search size={18} aria-hidden="true" />
    <input
      role="combobox"
      aria-label={t('palette.label')}
      aria-expanded={hasResults}
      aria-controls={LIST}
      aria-autocomplete="list"
      aria-activedescendant={activeId}
      placeholder={t('palette.hint')}
      value={value}
      maxLength={100}
      autoComplete="off"
      spellCheck={false}
      onChange={({ target }) => onChange(target.value)}
      onKeyDown={onKeyDown}
    />
  </div>
);

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

/** Keyboard shortcuts. None is a single letter, which would conflict with speech input. */
export const Shortcuts = ({ onClose }: { readonly onClose: () => void }) => (
  <Dialog title={t('palette.keys.title')} onClose={onClose}>
    <dl className="divided shortcuts">
      {KEYS.map(({ does, keys, ...rest }) => (
        <div key={does} className="bar bar-between">
          <dt>{t(`palette.keys.${does}`)}</dt>
          <dd className="bar">
            {[...('isModified' in rest ? [modifierKey()] : []), ...keys].map((key) => (
              <kbd key={key}>{key}</kbd>
            ))}
          </dd>
        </div>
      ))}
    </dl>
  </Dialog>
);
