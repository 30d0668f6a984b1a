import { useQuery } from '@apollo/client/react';
import { Pencil, Pin, Plus, Trash2 } from 'lucide-react';
import { useDeferredValue, useState } from 'react';
import { isolated } from '@kith/proto';
import { t } from '../../lib/i18n.js';
import { toast } from '../../lib/toast.js';
import { useToastMutation } from '../../shared/use-toast-mutation.js';
import { Button } from '../../ui/button.js';
import { ConfirmDialog } from '../../ui/dialog.js';
import { Badge, Skeleton } from '../../ui/indicators.js';
import { SearchBox } from '../../ui/inputs.js';
import { LoadError, StaleNotice } from '../../ui/load-error.js';
import { Pager } from '../../ui/pager.js';
import { State } from '../../ui/state.js';
import { PINNED_ANSWERS, UNPIN_ANSWER, type Pinned } from './inbox.graphql.js';
import { PinnedDialog } from './pinned-dialog.js';

const LIMIT = 20;

interface PinnedListProps {
  readonly botId: string;
  readonly name: string;
}

type Opened = { readonly kind: 'form'; readonly pinned: Pinned | null } | { readonly kind: 'remove'; readonly pinned: Pinned };

/** The answers that the owner pinned, the latest first. */
export function PinnedList({ botId, name }: PinnedListProps) {
  const [typed, setTyped] = useState('');
  const [offset, setOffset] = useState(0);
  const [opened, setOpened] = useState<Opened | null>(null);
  const search = useDeferredValue(typed.trim());
  const { data, previousData, error, refetch } = useQuery(PINNED_ANSWERS, {
    variables: { botId, search: search || null, limit: LIMIT, offset },
    fetchPolicy: 'cache-and-network',
  });
  const page = (data ?? (error ? undefined : previousData))?.pinnedAnswers;
  const reload = (): void => {
    setOpened(null);
    if (page?.answers.length === 1 && offset > 0) setOffset(Math.max(0, offset - LIMIT));
    else void refetch().catch(() => undefined);
  };
  if (!page) return error ? <LoadError error={error} onRetry={reload} /> : <Skeleton height={120} />;
  const isEmpty = page.answers.length === 0;
  return (
    <div className="stack">
      {error && <StaleNotice error={error} />}
      <div className="row inbox-tools">
        {(!isEmpty || search !== '') && (
          <SearchBox
            label={t('inbox.searchPinned')}
            value={typed}
            onChange={(value) => {
              setTyped(value);
              setOffset(0);
            }}
          />
        )}
        <Button icon={Plus} variant="primary" onClick={() => setOpened({ kind: 'form', pinned: null })}>
          {t('inbox.newPinned')}
        </Button>
      </div>
      <p className="note">{t('inbox.pinnedLead', { name, max: page.max })}</p>
      {isEmpty && search !== '' && <p className="muted">{t('inbox.noMatch')}</p>}
      {isEmpty && search === '' && <State icon={Pin} title={t('inbox.empty.pinned')} text={t('inbox.empty.pinnedText')} />}
      <ol className="inbox-list" aria-label={t('inbox.tab.pinned')}>
        {page.answers.map((pinned) => (
          <PinnedItem
            key={pinned.id}
            pinned={pinned}
            onEdit={() => setOpened({ kind: 'form', pinned })}
            onRemove={() => setOpened({ kind: 'remove', pinned })}
          />
        ))}
      </ol>
      <Pager label={t('inbox.tab.pinned')} page={page} offset={offset} limit={LIMIT} onTurn={({ offset: to }) => setOffset(to)} />
      {opened?.kind === 'form' && (
        <PinnedDialog botId={botId} pinned={opened.pinned} onClose={() => setOpened(null)} onDone={reload} />
      )}
      {opened?.kind === 'remove' && (
        <RemoveDialog botId={botId} pinned={opened.pinned} onClose={() => setOpened(null)} onDone={reload} />
      )}
    </div>
  );
}

interface PinnedItemProps {
  readonly pinned: Pinned;
  readonly onEdit: () => void;
  readonly onRemove: () => void;
}

function PinnedItem({ pinned: { questions, answer, isActive }, onEdit, onRemove }: PinnedItemProps) {
  const [first = '', ...others] = questions;
  return (
    <li className="card card-body inbox-question">
      <h2 className="breakable">{first}</h2>
      {others.length > 0 && (
        <p className="note breakable">{t('inbox.alsoAsked', { questions: others.map(isolated).join(' · ') })}</p>
      )}
      {!isActive && (
        <p>
          <Badge tone="warning">{t('inbox.inactive')}</Badge>
        </p>
      )}
      <p className="breakable inbox-reply">{answer}</p>
      <div className="row">
        <Button size="sm" icon={Pencil} onClick={onEdit}>
          {t('inbox.edit')}
          <span className="sr-only">{`: ${first}`}</span>
        </Button>
        <Button size="sm" icon={Trash2} onClick={onRemove}>
          {t('inbox.remove')}
          <span className="sr-only">{`: ${first}`}</span>
        </Button>
      </div>
    </li>
  );
}

interface RemoveDialogProps {
  readonly botId: string;
  readonly pinned: Pinned;
  readonly onClose: () => void;
  readonly onDone: () => void;
}

function RemoveDialog({ botId, pinned, onClose, onDone }: RemoveDialogProps) {
  const { send, isBusy } = useToastMutation(UNPIN_ANSWER, {
    failed: t('inbox.failed'),
    done: () => {
      toast.success(t('inbox.removed'));
      onDone();
    },
  });
  return (
    <ConfirmDialog
      title={t('inbox.removeTitle')}
      text={t('inbox.removeText', { question: pinned.questions[0] ?? '' })}
      confirm={t('inbox.remove')}
      isBusy={isBusy}
      onConfirm={() => void send({ botId, answerId: pinned.id })}
      onCancel={onClose}
    />
  );
}
