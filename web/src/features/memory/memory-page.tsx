import { useQuery } from '@apollo/client/react';
import { useState } from 'react';
import { useParams } from 'react-router';
import { addMessages, t } from '../../lib/i18n.js';
import { memoryMessages } from '../../lib/messages/en-memory.js';
import { paths } from '../../lib/paths.js';
import { toast } from '../../lib/toast.js';
import { BotQuery } from '../../shared/bot-query.js';
import { useToastMutation } from '../../shared/use-toast-mutation.js';
import { Button, ButtonLink } from '../../ui/button.js';
import { ConfirmDialog } from '../../ui/dialog.js';
import { Page } from '../../ui/page.js';
import { Section } from '../../ui/section.js';
import { Notice } from '../../ui/state.js';
import { BOT_MEMORY, CLEAR_MEMORY, type MembersMemory } from './memory.graphql.js';
import { OwnMemorySection } from './own-memory.js';

addMessages(memoryMessages);

/** How long the operator keeps it at least. */
const KEPT_DAYS = 30;

/** What a companion remembers: of members how much, of the owner what. */
export function MemoryPage() {
  const { id: botId = '' } = useParams();
  const query = useQuery(BOT_MEMORY, { variables: { botId }, fetchPolicy: 'cache-and-network' });
  return (
    <BotQuery query={query}>
      {({ bot: { name }, memoryOverview, ownMemory }) => (
        <Page
          title={t('memory.title', { name })}
          back={{ to: paths.bot(botId), label: t('bot.backToBot') }}
          heading={t('memory.heading')}
          lead={t('memory.lead', { name })}
        >
          {!memoryOverview.isOn && (
            <Notice tone="warning">
              <p>{t('memory.off')}</p>
              <ButtonLink size="sm" to={paths.edit(botId)}>
                {t('memory.offAction')}
              </ButtonLink>
            </Notice>
          )}
          <MembersSection botId={botId} name={name} members={memoryOverview} />
          <OwnMemorySection botId={botId} name={name} memory={ownMemory} />
        </Page>
      )}
    </BotQuery>
  );
}

interface MembersProps {
  readonly botId: string;
  readonly name: string;
  readonly members: MembersMemory;
}

function MembersSection({ botId, name, members: { people, facts } }: MembersProps) {
  const [isConfirming, setConfirming] = useState(false);
  const { send, isBusy } = useToastMutation(CLEAR_MEMORY, {
    refetchQueries: ['BotMemory'],
    done: ({ clearMemory }) => {
      setConfirming(false);
      toast.success(clearMemory.message);
    },
    failed: t('memory.clearFailed'),
    onFailed: () => setConfirming(false),
  });
  return (
    <Section title={t('memory.members')} lead={t('memory.membersLead')} className="card card-body">
      <p role="status">
        {people === 0 ? t('memory.nobody') : `${t('memory.people', { count: people })} ${t('memory.facts', { count: facts })}`}
      </p>
      <p className="note">{t('memory.scopes', { days: KEPT_DAYS })}</p>
      {people > 0 && (
        <div className="row">
          <Button variant="danger" onClick={() => setConfirming(true)}>
            {t('memory.clear')}
          </Button>
        </div>
      )}
      {isConfirming && (
        <ConfirmDialog
          title={t('memory.clearTitle')}
          text={t('memory.clearText', { name })}
          confirm={t('memory.clear')}
          isBusy={isBusy}
          onConfirm={() => void send({ botId })}
          onCancel={() => setConfirming(false)}
        />
      )}
    </Section>
  );
}
