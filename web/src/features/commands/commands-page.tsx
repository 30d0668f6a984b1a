import { useQuery } from '@apollo/client/react';
import { useState } from 'react';
import { useParams } from 'react-router';
import type { BotBrainQuery } from '../../gql/graphql.js';
import { useWindowFocus } from '../../lib/focus.js';
import { t } from '../../lib/i18n.js';
import { paths } from '../../lib/paths.js';
import { readError } from '../../lib/read-error.js';
import { usePending } from '../../lib/use-pending.js';
import { useUser } from '../../shared/auth.js';
import { BotNotFound } from '../../shared/bot-not-found.js';
import { BrainZone, LearningAnalytics } from '../../shared/brain.js';
import { Avatar } from '../../ui/avatar.js';
import { Badge } from '../../ui/indicators.js';
import { LoadError, StaleNotice } from '../../ui/load-error.js';
import { Page } from '../../ui/page.js';
import { AvailablePanel, COMMAND } from './available-panel.js';
import { BRAIN, type BrainBot } from './commands.graphql.js';
import { ConfigureDialog } from './configure-dialog.js';
import { LearnedList } from './learned-list.js';
import { useLearnedCommands } from './use-learned-commands.js';

export function CommandsPage() {
  const { botId = '' } = useParams();
  const { data, error, refetch } = useQuery(BRAIN, { variables: { botId } });
  // A failure shows as the error of the query.
  const refresh = (): Promise<unknown> => refetch().catch(() => undefined);
  useWindowFocus(() => void refresh());

  const code = readError(error).code;
  if (code === 'NOT_FOUND' || code === 'BAD_INPUT' || (data && !data.bot))
    return (
      <BotNotFound backPath={paths.dashboard} words={{ title: t('commands.notFound'), back: t('commands.returnToDashboard') }} />
    );
  if (!data?.bot) return error ? <LoadError error={error} onRetry={() => void refresh()} /> : <Loading />;
  return (
    <>
      {error && <StaleNotice error={error} />}
      <Brain bot={data.bot} learned={data.learnedCommands} all={data.commands} onRefresh={refresh} />
    </>
  );
}

interface BrainProps {
  readonly bot: BrainBot;
  readonly learned: BotBrainQuery['learnedCommands'];
  readonly all: BotBrainQuery['commands'];
  readonly onRefresh: () => Promise<unknown>;
}

function Brain({ bot, learned, all, onRefresh }: BrainProps) {
  const { subscriptionPlan: plan } = useUser();
  const [openId, setOpenId] = useState<string | null>(null);
  const { learn, unlearn, isPending } = useLearnedCommands(bot);
  const refreshing = usePending();
  const open = learned.find(({ id }) => id === openId);
  const known = new Set(learned.map(({ commandId }) => commandId));
  const isEmpty = learned.length === 0;
  return (
    <Page title={t('commands.title', { name: bot.name })} back={{ to: paths.bot(bot.id), label: t('bot.backToBot') }}>
      <Header bot={bot} count={learned.length} />
      <div className="brain-columns">
        <AvailablePanel
          all={all.commands}
          known={known}
          isPending={isPending}
          isRefreshing={refreshing.isPending('all')}
          onAdd={(commandId) => void learn(commandId)}
          onRefresh={() => void refreshing.run('all', async () => void (await onRefresh()))}
        />
        <BrainZone
          kind={COMMAND}
          title={t('commands.brain', { name: bot.name })}
          count={t('commands.inBrain', { count: learned.length })}
          hint={t('commands.dropHint')}
          empty={isEmpty ? { title: t('commands.empty'), text: t('commands.emptyText') } : null}
          onDrop={(commandId) => void learn(commandId)}
        >
          <LearnedList
            learned={learned}
            isPending={isPending}
            mayUseCustom={plan !== 'free'}
            onConfigure={({ id }) => setOpenId(id)}
            onRemove={(command) => void unlearn(command)}
          />
        </BrainZone>
      </div>
      <Analytics bot={bot} learned={learned.length} total={all.total} />
      {open && (
        <ConfigureDialog
          botId={bot.id}
          learned={open}
          isLocked={plan === 'free' && open.command.category === 'custom'}
          onClose={() => setOpenId(null)}
        />
      )}
    </Page>
  );
}

const statusOf = ({ status }: BrainBot): string => t(status === 'online' ? 'commands.ready' : 'commands.offline');

const Header = ({ bot, count }: { readonly bot: BrainBot; readonly count: number }) => (
  <header className="brain-who">
    <Avatar name={bot.name} color={bot.avatarColor} size={56} isOnline={bot.status === 'online'} />
    <div>
      <h1>{bot.name}</h1>
      <p className="muted">{t('commands.learnedCount', { count })}</p>
    </div>
    <Badge tone={bot.status === 'online' ? 'success' : 'neutral'} hasDot>
      {statusOf(bot)}
    </Badge>
  </header>
);

interface AnalyticsProps {
  readonly bot: BrainBot;
  readonly learned: number;
  readonly total: number;
}

function Analytics({ bot, learned, total }: AnalyticsProps) {
  const percent = total === 0 ? 0 : Math.round((learned / total) * 100);
  return (
    <LearningAnalytics
      title={t('commands.analytics')}
      facts={[
        { label: t('commands.mastered'), value: String(learned) },
        { label: t('commands.availableSkills'), value: String(total) },
        { label: t('commands.progress'), value: `${percent}%`, share: { value: learned, max: total } },
        { label: t('commands.botStatus'), value: statusOf(bot) },
      ]}
    />
  );
}

const Loading = () => (
  <div className="page-center" role="status">
    <div className="brain-loading">
      <span className="spinner spinner-page" aria-hidden="true" />
      <p>{t('commands.loading')}</p>
    </div>
  </div>
);
