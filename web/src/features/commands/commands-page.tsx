import { useQuery } from '@apollo/client/react';
import { useState } from 'react';
import { useParams } from 'react-router';
import type { BotBrainQuery } from '../../gql/graphql.js';
import { useWindowFocus } from '../../lib/focus.js';
import { t } from '../../lib/i18n.js';
import { paths } from '../../lib/paths.js';
import { usePending } from '../../lib/use-pending.js';
import { useUser } from '../../shared/auth.js';
import { useAbilities } from '../../shared/use-abilities.js';
import { BotQuery } from '../../shared/bot-query.js';
import { BrainZone, LearningAnalytics } from '../../shared/brain.js';
import { Avatar } from '../../ui/avatar.js';
import { Badge, PageSpinner } from '../../ui/indicators.js';
import { Page } from '../../ui/page.js';
import { AvailablePanel, COMMAND } from './available-panel.js';
import { BRAIN, type BrainBot } from './commands.graphql.js';
import { CommandDataPanel } from './command-data-panel.js';
import { ConfigureDialog } from './configure-dialog.js';
import { LearnedList } from './learned-list.js';
import { useLearnedCommands } from './use-learned-commands.js';

export function CommandsPage() {
  const { botId = '' } = useParams();
  const query = useQuery(BRAIN, { variables: { botId } });
  // A failure shows as the error of the query.
  const refresh = (): Promise<unknown> => query.refetch().catch(() => undefined);
  useWindowFocus(() => void refresh());

  return (
    <BotQuery
      query={query}
      loading={<PageSpinner label={t('brain.loading')} />}
      notFound={{ title: t('commands.notFound'), back: t('commands.returnToDashboard') }}
    >
      {(data) => <Brain bot={data.bot} learned={data.learnedCommands} all={data.commands} onRefresh={refresh} />}
    </BotQuery>
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
  const { learn, unlearn, isPending } = useLearnedCommands(bot, learned);
  const abilities = useAbilities(bot.id);
  const refreshing = usePending();
  const open = learned.find(({ id }) => id === openId);
  const known = new Set(learned.map(({ commandId }) => commandId));
  return (
    <Page title={t('commands.title', { name: bot.name })} back={{ to: paths.bot(bot.id), label: t('bot.backToBot') }}>
      <Header bot={bot} count={learned.length} />
      <div className="split">
        <AvailablePanel
          all={all.commands}
          abilities={abilities}
          known={known}
          isPending={isPending}
          isRefreshing={refreshing.isPending('all')}
          onAdd={learn}
          onRefresh={() => void refreshing.run('all', async () => void (await onRefresh()))}
        />
        <BrainZone
          kind={COMMAND}
          title={t('brain.title', { name: bot.name })}
          count={t('commands.inBrain', { count: learned.length })}
          hint={t('commands.dropHint')}
          empty={learned.length === 0 ? { title: t('brain.empty'), text: t('commands.emptyText') } : null}
          onDrop={learn}
        >
          <LearnedList
            learned={learned}
            abilities={abilities}
            isPending={isPending}
            mayUseCustom={plan !== 'free'}
            onConfigure={({ id }) => setOpenId(id)}
            onRemove={unlearn}
          />
        </BrainZone>
      </div>
      {learned.some(({ command }) => command.category === 'custom') && <CommandDataPanel botId={bot.id} />}
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

const statusOf = ({ status }: BrainBot): string => t(status === 'online' ? 'commands.ready' : 'status.offline');

const Header = ({ bot, count }: { readonly bot: BrainBot; readonly count: number }) => (
  <header className="row gap-md brain-who">
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

function Analytics({ bot, learned, total }: { readonly bot: BrainBot; readonly learned: number; readonly total: number }) {
  const percent = total === 0 ? 0 : Math.round((learned / total) * 100);
  return (
    <LearningAnalytics
      title={t('brain.analytics')}
      facts={[
        { label: t('commands.mastered'), value: String(learned) },
        { label: t('commands.availableSkills'), value: String(total) },
        { label: t('commands.progress'), value: `${percent}%`, share: { value: learned, max: total } },
        { label: t('commands.botStatus'), value: statusOf(bot) },
      ]}
    />
  );
}
