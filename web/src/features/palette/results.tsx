import { isolated } from '@kith/proto';
import { t } from '../../lib/i18n.js';
import { paths } from '../../lib/paths.js';
import { isRunning, useBotPower } from '../../shared/bot-power.js';
import { Avatar } from '../../ui/avatar.js';
import { Spinner } from '../../ui/indicators.js';
import { Notice } from '../../ui/state.js';
import type { Entry, Section } from './entries.js';
import type { PaletteBot } from './palette.graphql.js';

interface ResultsProps {
  readonly listId: string;
  readonly sections: readonly Section[];
  readonly activeId: string | undefined;
  readonly idOf: (entry: Entry) => string | undefined;
  readonly onPoint: (entry: Entry) => void;
  readonly onChoose: (entry: Entry) => void;
  readonly text: string;
  readonly isLoading: boolean;
  readonly isMissing: boolean;
}

export function Results({ listId, sections, text, isLoading, isMissing, ...list }: ResultsProps) {
  const count = sections.reduce((sum, { entries }) => sum + entries.length, 0);
  return (
    <>
      <div id={listId} role="listbox" aria-label={t('palette.results')} className="palette-list">
        {sections.map((section) => (
          <Group key={section.group} section={section} {...list} />
        ))}
      </div>
      {count === 0 && !isLoading && (
        <p className="palette-nothing">
          <strong>{t('palette.nothing', { text: text.trim() })}</strong>
          <span className="muted">{t('palette.nothingText')}</span>
        </p>
      )}
      {isLoading && (
        <p className="palette-nothing" aria-hidden="true">
          <Spinner />
        </p>
      )}
      {isMissing && <Notice tone="warning">{t('palette.botsMissing')}</Notice>}
      <p className="sr-only" role="status">
        {text.trim() && (count > 0 ? t('palette.found', { count }) : t('palette.nothing', { text: text.trim() }))}
      </p>
      <footer className="bar palette-foot" aria-hidden="true">
        <span>
          <kbd>↑</kbd> <kbd>↓</kbd> {t('palette.footMove')}
        </span>
        <span>
          <kbd>↵</kbd> {t('palette.footOpen')}
        </span>
        <span>
          <kbd>Esc</kbd> {t('palette.footClose')}
        </span>
      </footer>
    </>
  );
}

type GroupProps = Pick<ResultsProps, 'activeId' | 'idOf' | 'onPoint' | 'onChoose'> & { readonly section: Section };

function Group({ section: { group, entries }, activeId, idOf, onPoint, onChoose }: GroupProps) {
  const headId = `palette-group-${group}`;
  return (
    <div role="group" aria-labelledby={headId}>
      <div id={headId} className="palette-group" role="presentation">
        {t(`palette.group.${group}`)}
      </div>
      {entries.map((entry) => {
        const id = idOf(entry) ?? entry.id;
        const option = { id, entry, isActive: id === activeId, onPoint: () => onPoint(entry), onChoose: () => onChoose(entry) };
        return entry.does === 'power' && entry.bot ? (
          <PowerOption key={entry.id} {...option} bot={entry.bot} />
        ) : (
          <Option key={entry.id} {...option} />
        );
      })}
    </div>
  );
}

interface OptionProps {
  readonly id: string;
  readonly entry: Entry;
  readonly isActive: boolean;
  readonly onPoint: () => void;
  readonly onChoose: () => void;
}

/** One result. Enter in the field clicks the active one. */
function Option({ id, entry, isActive, onPoint, onChoose }: OptionProps) {
  const { icon: Icon, bot, label } = entry;
  return (
    <div
      id={id}
      role="option"
      aria-selected={isActive}
      className="bar palette-option"
      onPointerMove={onPoint}
      // The focus stays in the field.
      onMouseDown={(event) => event.preventDefault()}
      onClick={onChoose}
    >
      {bot ? <Avatar name={bot.name} color={bot.avatarColor} size={26} /> : <Icon size={17} aria-hidden="true" />}
      <span className="truncate palette-name">
        {bot && <span>{`${isolated(bot.name)}: `}</span>}
        {label}
      </span>
      {bot && <Icon size={15} aria-hidden="true" />}
    </div>
  );
}

/** Starts or stops a bot; its toast appears after the palette has closed. */
function PowerOption({ bot, onChoose, ...rest }: OptionProps & { readonly bot: PaletteBot }) {
  const { start, stop } = useBotPower(bot, paths.edit(bot.id));
  const choose = (): void => {
    onChoose();
    void (isRunning(bot) ? stop() : start());
  };
  return <Option {...rest} onChoose={choose} />;
}
