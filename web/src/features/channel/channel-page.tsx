import { useQuery } from '@apollo/client/react';
import { useState } from 'react';
import { useParams, useSearchParams } from 'react-router';
import { t } from '../../lib/i18n.js';
import { paths } from '../../lib/paths.js';
import { BotQuery } from '../../shared/bot-query.js';
import { Button } from '../../ui/button.js';
import { Badge, PageSpinner } from '../../ui/indicators.js';
import { Page } from '../../ui/page.js';
import { Tabs } from '../../ui/tabs.js';
import { useLeaveGuard, ConflictNotice, LeaveDialog } from '../../ui/unsaved-changes.js';
import { VerticalForm } from '../../ui/vertical-form.js';
import { BasicTab, AdvancedTab, BehaviorTab, ModerationTab } from './channel-tabs.js';
import { MODERATION, storedOf, type Stored } from './channel-values.js';
import { BOT_CHANNEL } from './channel.graphql.js';
import { WithAbilities } from './setting-needs.js';
import { useChannelForm } from './use-channel-form.js';
import './channel.css';

export function ChannelPage() {
  const { id = '' } = useParams();
  return <ChannelSettingsOf key={id} id={id} />;
}

function ChannelSettingsOf({ id }: { readonly id: string }) {
  // Not from the cache: an outdated version must not be edited.
  const query = useQuery(BOT_CHANNEL, { variables: { id }, fetchPolicy: 'network-only' });
  return (
    <BotQuery query={query} loading={<PageSpinner label={t('channel.loading')} />}>
      {({ bot }) => (
        <Page title={t('channel.title', { name: bot.name })} back={{ to: paths.bot(bot.id), label: t('bot.backToBot') }} isNarrow>
          <WithAbilities botId={bot.id}>
            <ChannelForm botId={bot.id} botName={bot.name} initial={storedOf(bot)} />
          </WithAbilities>
        </Page>
      )}
    </BotQuery>
  );
}

const TABS = ['basic', 'behavior', 'moderation', 'advanced'] as const;
type Tab = (typeof TABS)[number];

// The tab of each field, so that an error opens the right tab.
const BEHAVIOR: readonly string[] = [
  'customPrefix',
  'responseDelay',
  'maxMessagesPerMinute',
  'directMessagesPerHour',
  'proactiveMessages',
];
const tabOf = (name: string): Tab =>
  BEHAVIOR.includes(name) ? 'behavior' : (MODERATION as readonly string[]).includes(name) ? 'moderation' : 'basic';

/** All channel settings in four tabs; only changes are saved. */
function ChannelForm({
  botId,
  botName,
  initial,
}: {
  readonly botId: string;
  readonly botName: string;
  readonly initial: Stored;
}) {
  const [query] = useSearchParams();
  const [tab, setTab] = useState<Tab>(() => TABS.find((one) => one === query.get('tab')) ?? 'basic');
  const showFirst = ([name]: readonly string[]): void => (name === undefined ? undefined : setTab(tabOf(name)));
  const { form, values, isDirty, isSaving, isConflict, isLoading, ...actions } = useChannelForm(botId, initial, showFirst);
  const [pending, setPending] = useState<Readonly<Record<string, boolean>>>({});
  const hasPendingId = Object.values(pending).includes(true);
  const guard = useLeaveGuard(isDirty || hasPendingId);
  const panels = {
    basic: (
      <BasicTab
        botId={botId}
        values={values}
        onPendingId={(name, isPending) => setPending((before) => ({ ...before, [name]: isPending }))}
      />
    ),
    behavior: <BehaviorTab botId={botId} values={values} />,
    moderation: <ModerationTab botId={botId} values={values} isActive={tab === 'moderation'} />,
    advanced: <AdvancedTab values={values} />,
  };
  return (
    <VerticalForm
      form={form}
      name="channel"
      initialValues={initial.settings}
      onFinish={actions.submit}
      onFinishFailed={({ errorFields }) => showFirst(errorFields.map(({ name }) => String(name[0])))}
      className="stack channel form-items"
    >
      <Header botName={botName} isDirty={isDirty} hasPendingId={hasPendingId} isSaving={isSaving} />
      {isConflict && <ConflictNotice isBusy={isLoading} onRebase={actions.keepMine} onReload={actions.discardMine} />}
      <div className="card card-body">
        <Tabs
          label={t('channel.tabs')}
          tabs={TABS.map((key) => ({ key, label: t(`channel.tab.${key}`) }))}
          active={tab}
          onChange={setTab}
        >
          {/* All four stay mounted, because antd only validates mounted fields. */}
          {TABS.map((key) => (
            <div key={key} hidden={key !== tab} className="channel-tab">
              {panels[key]}
            </div>
          ))}
        </Tabs>
      </div>
      <LeaveDialog guard={guard} />
    </VerticalForm>
  );
}

interface HeaderProps extends Record<'isDirty' | 'hasPendingId' | 'isSaving', boolean> {
  readonly botName: string;
}

const Header = ({ botName, isDirty, hasPendingId, isSaving }: HeaderProps) => (
  <header className="page-head channel-head">
    <div>
      <h1>{t('channel.heading')}</h1>
      <p>{t('channel.lead', { name: botName })}</p>
    </div>
    <div className="row gap-sm channel-actions">
      <div className="row channel-state">
        <span role="status">{(isDirty || hasPendingId) && <Badge tone="warning">{t('channel.unsaved')}</Badge>}</span>
        {!isDirty && (
          <span id="channel-reason" className="note">
            {reasonOf(hasPendingId)}
          </span>
        )}
      </div>
      <Button
        type="submit"
        variant="primary"
        disabled={!isDirty}
        isBusy={isSaving}
        title={isDirty ? undefined : reasonOf(hasPendingId)}
        aria-describedby={isDirty ? undefined : 'channel-reason'}
      >
        {t(isSaving ? 'form.saving' : 'channel.save')}
      </Button>
    </div>
  </header>
);

/** Why the button is disabled. */
const reasonOf = (hasPendingId: boolean): string => t(hasPendingId ? 'channel.notAdded' : 'channel.unchanged');
