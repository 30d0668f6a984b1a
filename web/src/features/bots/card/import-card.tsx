import { PLAN_CATALOGUE, isolated, type Plan } from '@kith/proto';
import { Import } from 'lucide-react';
import { useRef } from 'react';
import { t } from '../../../lib/i18n.js';
import { Button } from '../../../ui/button.js';
import { Notice } from '../../../ui/state.js';
import { CARD_REMARKS } from './character-card.js';
import { itemsWithin, type ImportedCard } from './use-card.js';

interface ImportCardProps {
  readonly plan: Plan;
  readonly card: ImportedCard | null;
  readonly problem: string | null;
  readonly onFile: (file: File) => void;
}

/** Chooses a character card; the form below shows its texts, this shows what else it holds. */
export function ImportCard({ plan, card, problem, onFile }: ImportCardProps) {
  const picker = useRef<HTMLInputElement>(null);
  return (
    <section className="stack gap-sm" aria-label={t('card.import')}>
      <div className="row">
        <input
          ref={picker}
          type="file"
          hidden
          accept=".png,.json,image/png,application/json"
          aria-label={t('card.file')}
          onChange={({ target }) => {
            const [file] = target.files ?? [];
            // The same file can be chosen again after it was changed.
            target.value = '';
            if (file) onFile(file);
          }}
        />
        <Button size="sm" icon={Import} onClick={() => picker.current?.click()}>
          {t('card.import')}
        </Button>
        <span className="note">{t('card.hint')}</span>
      </div>
      {problem !== null && <Notice tone="danger">{problem}</Notice>}
      {card && <CardNotice card={card} plan={plan} />}
    </section>
  );
}

function CardNotice({ card, plan }: { readonly card: ImportedCard; readonly plan: Plan }) {
  const taken = itemsWithin(card, plan);
  const left = card.items.length - taken.length;
  const remarks = CARD_REMARKS.filter((remark) => card.remarks.has(remark));
  return (
    <Notice tone="info">
      <p role="status">
        <strong>{t('card.imported', { file: card.fileName })}</strong> {t('card.check')}
      </p>
      {(remarks.length > 0 || left > 0) && (
        <ul>
          {remarks.map((remark) => (
            <li key={remark}>{t(`card.remark.${remark}`)}</li>
          ))}
          {left > 0 && <li>{t('card.abovePlan', { count: left, plan: PLAN_CATALOGUE[plan].label })}</li>}
        </ul>
      )}
      {taken.length > 0 && (
        <details>
          <summary>{t('card.entries', { count: taken.length })}</summary>
          <ul>
            {taken.map(({ title, activation, keywords }, at) => (
              // Titles may be equal, and the list is never reordered.
              <li key={at} className="breakable">
                {isolated(title)} (
                {activation === 'keywords' ? keywords.map(isolated).join(', ') : t(`card.activation.${activation}`)})
              </li>
            ))}
          </ul>
        </details>
      )}
    </Notice>
  );
}
