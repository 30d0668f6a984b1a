import { Pencil, Plus, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { formatMoment } from '../../lib/format.js';
import { t } from '../../lib/i18n.js';
import { toast } from '../../lib/toast.js';
import { useToastMutation } from '../../shared/use-toast-mutation.js';
import { Button, IconButton } from '../../ui/button.js';
import { ConfirmDialog } from '../../ui/dialog.js';
import { Section } from '../../ui/section.js';
import { FactDialog } from './fact-dialog.js';
import { FORGET_OWN_MEMORY, type OwnFact, type OwnMemory } from './memory.graphql.js';

interface OwnMemoryProps {
  readonly botId: string;
  readonly name: string;
  readonly memory: OwnMemory;
}

/** What the companion remembers of its owner from the test chat. */
export function OwnMemorySection({ botId, name, memory: { facts, summary } }: OwnMemoryProps) {
  /** The fact that is changed, `new` for one that is added. */
  const [edited, setEdited] = useState<OwnFact | 'new' | null>(null);
  const [isConfirming, setConfirming] = useState(false);
  const { send, isPending } = useToastMutation(FORGET_OWN_MEMORY, {
    refetchQueries: ['BotMemory'],
    done: () => {
      setConfirming(false);
      toast.success(t('memory.forgotten'));
    },
    failed: t('memory.forgetFailed'),
    onFailed: () => setConfirming(false),
  });
  const isEmpty = facts.length === 0 && summary === null;
  return (
    <Section title={t('memory.own')} lead={t('memory.ownLead')} className="card card-body">
      {isEmpty && <p className="muted">{t('memory.ownNone')}</p>}
      {facts.length > 0 && (
        <ul className="divided" aria-label={t('memory.list')}>
          {facts.map((fact) => (
            <FactRow
              key={fact.id}
              fact={fact}
              isBusy={isPending(fact.id)}
              onEdit={() => setEdited(fact)}
              onForget={() => void send({ botId, factId: fact.id }, fact.id)}
            />
          ))}
        </ul>
      )}
      {summary !== null && (
        <div className="breakable">
          <h3>{t('memory.summary')}</h3>
          <p>{summary}</p>
        </div>
      )}
      <div className="row">
        <Button icon={Plus} onClick={() => setEdited('new')}>
          {t('memory.add')}
        </Button>
        {!isEmpty && <Button onClick={() => setConfirming(true)}>{t('memory.forgetAll')}</Button>}
      </div>
      {edited !== null && <FactDialog botId={botId} fact={edited === 'new' ? null : edited} onClose={() => setEdited(null)} />}
      {isConfirming && (
        <ConfirmDialog
          title={t('memory.forgetAllTitle')}
          text={t('memory.forgetAllText', { name })}
          confirm={t('memory.forgetAll')}
          isBusy={isPending('all')}
          onConfirm={() => void send({ botId, factId: null }, 'all')}
          onCancel={() => setConfirming(false)}
        />
      )}
    </Section>
  );
}

interface FactRowProps {
  readonly fact: OwnFact;
  readonly isBusy: boolean;
  readonly onEdit: () => void;
  readonly onForget: () => void;
}

const FactRow = ({ fact: { key, value, origin, saidAt }, isBusy, onEdit, onForget }: FactRowProps) => (
  <li className="bar gap-sm session">
    <div className="grow breakable">
      <p className="medium">{`${key}: ${value}`}</p>
      <p className="note">{`${t(`memory.origin.${origin}`)} · ${formatMoment(saidAt)}`}</p>
    </div>
    <IconButton icon={Pencil} label={t('memory.change', { key })} onClick={onEdit} />
    <IconButton icon={Trash2} label={t('memory.forget', { key })} aria-disabled={isBusy} onClick={onForget} />
  </li>
);
