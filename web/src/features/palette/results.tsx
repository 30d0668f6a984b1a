import { t } from '../../lib/i18n.js';
import { Spinner } from '../../ui/indicators.js';
import { Notice } from '../../ui/state.js';
import type { Entry, Section } from './entries.js';
import { Option, PowerOption } from './option.js';

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
      <footer className="palette-foot" aria-hidden="true">
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
        const option = {
          id,
          entry,
          isActive: id === activeId,
          onPoint: () => onPoint(entry),
          onChoose: () => onChoose(entry),
        };
        return entry.does === 'power' && entry.bot ? (
          <PowerOption key={entry.id} {...option} bot={entry.bot} />
        ) : (
          <Option key={entry.id} {...option} />
        );
      })}
    </div>
  );
}
