import { useQuery } from '@apollo/client/react';
import { Megaphone } from 'lucide-react';
import { useEffect, useState } from 'react';
import { formatMoment, formatNumber } from '../../lib/format.js';
import { t } from '../../lib/i18n.js';
import { FIRST_PAGE } from '../../ui/pager.js';
import { Section } from '../../ui/section.js';
import { State } from '../../ui/state.js';
import { AdminFrame } from './admin-frame.js';
import { NewsForm } from './news-form.js';
import { NEWS, type SentNews } from './news.graphql.js';
import { PagedList, pageOf } from './paged-list.js';
import './news-page.css';

const PAGE = 20;
const POLL_MS = 3000;

/** Sends product news, and shows how far those that were sent are. */
export function NewsPage() {
  return (
    <AdminFrame allows="super_admin" title={t('admin.nav.news')} lead={t('admin.news.lead')}>
      <News />
    </AdminFrame>
  );
}

function News() {
  const [position, setPosition] = useState(FIRST_PAGE);
  const result = useQuery(NEWS, { variables: { limit: PAGE, ...position } });
  const query = pageOf(result, ({ news }) => news);
  const { startPolling, stopPolling } = result;
  const isSending = query.page?.news.some(({ finishedAt }) => finishedAt === null) ?? false;
  useEffect(() => {
    if (isSending) startPolling(POLL_MS);
    return stopPolling;
  }, [isSending, startPolling, stopPolling]);
  return (
    <>
      <NewsForm subscribers={query.page?.subscribers ?? 0} />
      <Section title={t('admin.news.list')} className="card card-body">
        <PagedList
          label={t('admin.news.list')}
          failed={t('admin.news.listFailed')}
          query={query}
          isEmpty={({ news }) => news.length === 0}
          offset={position.offset}
          limit={PAGE}
          onTurn={setPosition}
        >
          {({ news }) =>
            news.length > 0 ? (
              <ul className="news-list">
                {news.map((one) => (
                  <SentItem key={one.id} news={one} />
                ))}
              </ul>
            ) : (
              <State icon={Megaphone} heading="h3" title={t('admin.news.empty')} text={t('admin.news.emptyText')} />
            )
          }
        </PagedList>
      </Section>
    </>
  );
}

function SentItem({ news: { title, text, createdAt, reached, finishedAt } }: { readonly news: SentNews }) {
  const people = { count: reached, amount: formatNumber(reached) };
  return (
    <li>
      <h3>{title}</h3>
      <p className="news-text">{text}</p>
      <p className="note">
        <time dateTime={createdAt}>{formatMoment(createdAt)}</time>
        {' · '}
        <span role="status">{finishedAt === null ? t('admin.news.sending', people) : t('admin.news.reached', people)}</span>
      </p>
    </li>
  );
}
