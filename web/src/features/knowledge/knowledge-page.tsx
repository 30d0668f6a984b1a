import { type Plan, PLAN_CATALOGUE } from '@kith/proto';
import { Lock, Plus } from 'lucide-react';
import { type ReactNode, startTransition, useId, useState } from 'react';
import { Link, useParams } from 'react-router';
import { formatNumber } from '../../lib/format.js';
import { t } from '../../lib/i18n.js';
import { paths } from '../../lib/paths.js';
import { readError } from '../../lib/read-error.js';
import { useUser } from '../../shared/auth.js';
import { BotQuery } from '../../shared/bot-query.js';
import { Button, ButtonLink } from '../../ui/button.js';
import { Page } from '../../ui/page.js';
import { Notice, State } from '../../ui/state.js';
import { AddDialog } from './add-dialog.js';
import { EditDialog } from './edit-dialog.js';
import { KnowledgeBoard } from './knowledge-board.js';
import { KnowledgeSearch } from './knowledge-search.js';
import type { KnowledgeItem } from './knowledge.graphql.js';
import { ChangedQuestions, useSavedQuestions } from './saved-questions.js';
import { useKnowledge } from './use-knowledge.js';
import './knowledge-form.css';
import './knowledge.css';

export function KnowledgePage() {
  const { botId = '' } = useParams();
  const { subscriptionPlan: plan } = useUser();
  const knowledge = useKnowledge(botId, plan);
  return (
    <BotQuery query={knowledge.query}>
      {({ bot }) => {
        const title = t('knowledge.title', { name: bot.name });
        if (!knowledge.isTitlesOnly) return <Knowledge botId={botId} plan={plan} title={title} knowledge={knowledge} />;
        return (
          <KnowledgeFrame botId={botId} title={title}>
            <Upsell items={knowledge.items} total={knowledge.total} />
          </KnowledgeFrame>
        );
      }}
    </BotQuery>
  );
}

interface FrameProps {
  readonly botId: string;
  readonly title: string;
  readonly actions?: ReactNode;
  readonly children: ReactNode;
}

const KnowledgeFrame = ({ botId, title, ...content }: FrameProps) => (
  <Page
    title={title}
    heading={title}
    lead={t('knowledge.lead')}
    back={{ to: paths.bot(botId), label: t('bot.backToBot') }}
    {...content}
  />
);

interface KnowledgeProps {
  readonly botId: string;
  readonly plan: Plan;
  readonly title: string;
  readonly knowledge: ReturnType<typeof useKnowledge>;
}

/** The page with all items. */
function Knowledge({ botId, plan, title, knowledge }: KnowledgeProps) {
  const [open, setOpen] = useState<KnowledgeItem | 'new' | null>(null);
  const [edits, setEdits] = useState(0);
  const { items, total } = knowledge;
  const saved = useSavedQuestions(botId, items, edits);
  const limit = PLAN_CATALOGUE[plan].maxKnowledgeItems;
  const close = (): void => setOpen(null);
  // A transition, because opening the dialog takes longer than a frame.
  const show = (item: KnowledgeItem): void => startTransition(() => setOpen(item));
  return (
    <KnowledgeFrame
      botId={botId}
      title={title}
      actions={
        <div className="row knowledge-head">
          <span className="muted">{t('knowledge.count', { items: formatNumber(total), limit: formatNumber(limit) })}</span>
          <Button icon={Plus} variant="primary" disabled={total >= limit} onClick={() => setOpen('new')}>
            {t('knowledge.add')}
          </Button>
        </div>
      }
    >
      <LimitNotice plan={plan} total={total} />
      <ChangedQuestions questions={saved.questions} />
      <KnowledgeBoard
        botId={botId}
        items={items}
        edits={edits}
        isReadOnly={total > limit}
        onOpen={show}
        onAdd={() => setOpen('new')}
      />
      <LoadingProgress knowledge={knowledge} />
      {(items.length > 0 || saved.questions.length > 0) && (
        <KnowledgeSearch
          botId={botId}
          items={items}
          saved={saved}
          onOpen={(itemId) => setOpen(items.find(({ id }) => id === itemId) ?? null)}
        />
      )}
      {open === 'new' && <AddDialog botId={botId} onClose={close} />}
      {open !== null && open !== 'new' && (
        <EditDialog botId={botId} item={open} isReadOnly={total > limit} onSaved={() => setEdits(edits + 1)} onClose={close} />
      )}
    </KnowledgeFrame>
  );
}

/** Why nothing can be added or changed. */
function LimitNotice({ plan, total }: Pick<KnowledgeProps, 'plan'> & { readonly total: number }) {
  const { label, maxKnowledgeItems } = PLAN_CATALOGUE[plan];
  if (total < maxKnowledgeItems) return null;
  const words = { plan: label, items: formatNumber(total), limit: formatNumber(maxKnowledgeItems) };
  const isOver = total > maxKnowledgeItems;
  // There is no larger plan to upgrade to.
  if (plan === 'premium')
    return <Notice tone="warning">{t(isOver ? 'knowledge.readOnlyLargest' : 'knowledge.fullLargest', words)}</Notice>;
  return (
    <Notice tone="warning">
      {t(isOver ? 'knowledge.readOnly' : 'knowledge.full', words)} <Link to={paths.pricing}>{t('bot.comparePlans')}</Link>
    </Notice>
  );
}

/** Long lists are loaded page by page. */
function LoadingProgress({ knowledge: { items, total, hasMore, moreError, setMoreError } }: Pick<KnowledgeProps, 'knowledge'>) {
  if (!hasMore) return null;
  const words = { items: formatNumber(items.length), total: formatNumber(total) };
  if (moreError === null) return <p className="muted">{t('knowledge.loadingMore', words)}</p>;
  return (
    <div role="alert" className="row">
      <Notice tone="warning">
        {t('knowledge.moreFailed', words)} {readError(moreError).message}
      </Notice>
      <Button size="sm" onClick={() => setMoreError(null)}>
        {t('common.tryAgain')}
      </Button>
    </div>
  );
}

const SHOWN_TITLES = 3;

interface UpsellProps {
  readonly items: readonly Pick<KnowledgeItem, 'id' | 'title'>[];
  readonly total: number;
}

/** The page of a bot that holds more items than the free plan allows: the first titles, and what a paid plan adds. */
function Upsell({ items, total }: UpsellProps) {
  const id = useId();
  const { label, maxKnowledgeItems } = PLAN_CATALOGUE.free;
  const words = { plan: label, items: formatNumber(total), limit: formatNumber(maxKnowledgeItems) };
  return (
    <div className="card">
      <State icon={Lock} title={t('knowledge.upsell')} text={t('knowledge.upsellText', words)}>
        <ButtonLink to={paths.pricing} variant="primary">
          {t('knowledge.upsellAction')}
        </ButtonLink>
      </State>
      <div className="stack knowledge-titles">
        <h3 id={id}>{t('knowledge.upsellTitles')}</h3>
        <ul aria-labelledby={id}>
          {items.slice(0, SHOWN_TITLES).map((item) => (
            <li key={item.id}>{item.title}</li>
          ))}
          <li className="muted">{t('knowledge.more', { count: total - SHOWN_TITLES })}</li>
        </ul>
        <p className="note">{t('knowledge.upsellKept', words)}</p>
      </div>
    </div>
  );
}
