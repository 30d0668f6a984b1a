import { CHARACTER_SETTINGS } from '@kith/proto';
import { t } from '../../lib/i18n.js';
import { characterText, settingLabel } from './character-texts.js';
import { lineDiff, type DiffLine } from './line-diff.js';
import type { CharacterDetails } from './versions.graphql.js';

interface CharacterDiffProps {
  /** Null for a companion that did not exist before. */
  readonly before: CharacterDetails | null;
  readonly after: CharacterDetails;
}

/** What differs between two characters, setting by setting and line by line. */
export function CharacterDiff({ before, after }: CharacterDiffProps) {
  const changed = CHARACTER_SETTINGS.flatMap((setting) => {
    const lines = lineDiff(before ? characterText(before, setting) : '', characterText(after, setting));
    return lines.some(({ kind }) => kind !== 'same') ? [{ setting, lines }] : [];
  });
  if (changed.length === 0) return <p className="muted">{t('versions.noDifference')}</p>;
  return (
    <dl className="version-diff">
      {changed.map(({ setting, lines }) => (
        <div key={setting}>
          <dt>{settingLabel(setting)}</dt>
          <dd>
            {lines.map((line, at) => (
              // Lines have no identity of their own, and the list is never reordered.
              <Line key={at} line={line} />
            ))}
          </dd>
        </div>
      ))}
    </dl>
  );
}

function Line({ line: { kind, text } }: { readonly line: DiffLine }) {
  if (kind === 'same') return <p className="version-line">{text}</p>;
  const isAdded = kind === 'added';
  const Change = isAdded ? 'ins' : 'del';
  return (
    <p className="version-line">
      <Change>
        <span aria-hidden="true">{isAdded ? '+ ' : '− '}</span>
        <span className="sr-only">{t(isAdded ? 'versions.added' : 'versions.removed')} </span>
        {text}
      </Change>
    </p>
  );
}
