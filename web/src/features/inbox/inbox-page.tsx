import { useQuery } from '@apollo/client/react';
import { INBOX_STATES, type InboxState } from '@kith/proto';
import { useParams } from 'react-router';
import { addMessages, t } from '../../lib/i18n.js';
import { inboxMessages } from '../../lib/messages/en-inbox.js';
import { paths } from '../../lib/paths.js';
import { useKept } from '../../lib/use-kept.js';
import { BotQuery } from '../../shared/bot-query.js';
import { Page } from '../../ui/page.js';
import { Tabs } from '../../ui/tabs.js';
import { INBOX_BOT } from './inbox.graphql.js';
import { PinnedList } from './pinned-list.js';
import { QuestionList } from './question-list.js';
import './inbox.css';

addMessages(inboxMessages);

const TABS = [...INBOX_STATES, 'pinned'] as const;
type Tab = InboxState | 'pinned';

/** Questions that need a better answer, and the answers that their owner pinned. */
export function InboxPage() {
  const { id = '' } = useParams();
  const query = useQuery(INBOX_BOT, { variables: { id } });
  return (
    <BotQuery query={query}>
      {({ bot }) => (
        <Page
          title={t('inbox.title', { name: bot.name })}
          back={{ to: paths.bot(id), label: t('bot.backToBot') }}
          heading={t('inbox.heading')}
          lead={t('inbox.lead', { name: bot.name })}
        >
          <InboxTabs key={id} botId={id} name={bot.name} />
        </Page>
      )}
    </BotQuery>
  );
}

function InboxTabs({ botId, name }: { readonly botId: string; readonly name: string }) {
  const [tab, setTab] = useKept<Tab>('tab', 'open');
  return (
    <Tabs
      label={t('inbox.heading')}
      tabs={TABS.map((key) => ({ key, label: t(`inbox.tab.${key}`) }))}
      active={tab}
      onChange={setTab}
    >
      {tab === 'pinned' ? (
        <PinnedList botId={botId} name={name} />
      ) : (
        <QuestionList key={tab} botId={botId} name={name} state={tab} />
      )}
    </Tabs>
  );
}
