import { useQuery } from '@apollo/client/react';
import { Form } from 'antd';
import { useState } from 'react';
import { useParams } from 'react-router';
import { t } from '../../lib/i18n.js';
import { paths } from '../../lib/paths.js';
import { readError } from '../../lib/read-error.js';
import { BotNotFound } from '../../shared/bot-not-found.js';
import { Button } from '../../ui/button.js';
import { Badge, PageSpinner } from '../../ui/indicators.js';
import { LoadError } from '../../ui/load-error.js';
import { Page } from '../../ui/page.js';
import { Tabs } from '../../ui/tabs.js';
import { useLeaveGuard, ConflictNotice, LeaveDialog } from '../../ui/unsaved-changes.js';
import { BasicTab, AdvancedTab, BehaviorTab, ModerationTab } from './channel-tabs.js';
import { MODERATION, storedOf, type Stored } from './channel-values.js';
import { BOT_CHANNEL } from './channel.graphql.js';
import { useChannelForm } from './use-channel-form.js';
import './channel.css';

export function ChannelPage() {
  const { id = '' } = useParams();
  return <ChannelSettingsOf key={id} id={id} />;
}

function ChannelSettingsOf({ id }: { readonly id: string }) {
  // Not from the cache: an outdated version must not be edited.
  const { data, error, refetch } = useQuery(BOT_CHANNEL, { variables: { id }, fetchPolicy: 'network-only' });
  const code = readError(error).code;
  if (code === 'NOT_FOUND' || code === 'BAD_INPUT' || data?.bot === null) return <BotNotFound backPath={paths.dashboard} />;
  if (!data?.bot) {
    const retry = (): void => void refetch().catch(() => undefined);
    return error ? <LoadError error={error} onRetry={retry} /> : <PageSpinner label={t('channel.loading')} />;
  }
  const { bot } = data;
  return (
    <Page title={t('channel.title', { name: bot.name })} back={{ to: paths.bot(bot.id), label: t('bot.backToBot') }} isNarrow>
      <ChannelForm botId={bot.id} botName={bot.name} initial={storedOf(bot)} />
    </Page>
  );
}

interface ChannelFormProps {
  readonly botId: string;
  readonly botName: string;
  readonly initial: Stored;
}

const TABS = ['basic', 'behavior', 'moderation', 'advanced'] as const;
type Tab = (typeof TABS)[number];

// The tab of each field, so that an error opens the right tab.
const BEHAVIOR: readonly string[] = ['customPrefix', 'responseDelay', 'maxMessagesPerMinute'];
const tabOf = (name: string): Tab =>
  BEHAVIOR.includes(name) ? 'behavior' : (MODERATION as readonly string[]).includes(name) ? 'moderation' : 'basic';

/** All channel settings in four tabs; only changes are saved. */
function ChannelForm({ botId, botName, initial }: ChannelFormProps) {
  const [tab, setTab] = useState<Tab>('basic');
  const showFirst = ([name]: readonly string[]): void => (name === undefined ? undefined : setTab(tabOf(name)));
  const { form, values, isDirty, isSaving, isConflict, isLoading, ...actions } = useChannelForm(botId, initial, showFirst);
  const [pending, setPending] = useState<Readonly<Record<string, boolean>>>({});
  const hasPendingId = Object.values(pending).includes(true);
  const guard = useLeaveGuard(isDirty || hasPendingId);
  const panels = {
    basic: (
      <BasicTab values={values} onPendingId={(name, isPending) => setPending((before) => ({ ...before, [name]: isPending }))} />
    ),
    behavior: <BehaviorTab />,
    moderation: <ModerationTab values={values} />,
    advanced: <AdvancedTab values={values} />,
  };
  return (
    <Form
      form={form}
      name="channel"
      layout="vertical"
      initialValues={initial.settings}
      requiredMark={false}
      // The browser's own validation blocks the submit without a message when the invalid field is on a hidden tab.
      noValidate
      scrollToFirstError={{ focus: true, block: 'center' }}
      onFinish={actions.submit}
      onFinishFailed={({ errorFields }) => showFirst(errorFields.map(({ name }) => String(name[0])))}
      className="channel form-items"
    >
      <Header botName={botName} isDirty={isDirty} hasPendingId={hasPendingId} isSaving={isSaving} />
      {isConflict && <ConflictNotice isBusy={isLoading} onRebase={actions.keepMine} onReload={actions.discardMine} />}
      <div className="card channel-card">
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
    </Form>
  );
}

interface HeaderProps {
  readonly botName: string;
  readonly isDirty: boolean;
  /** Whether a channel id is typed but not added to its list yet. */
  readonly hasPendingId: boolean;
  readonly isSaving: boolean;
}

const Header = ({ botName, isDirty, hasPendingId, isSaving }: HeaderProps) => (
  <header className="page-head channel-head">
    <div>
      <h1>{t('channel.heading')}</h1>
      <p>{t('channel.lead', { name: botName })}</p>
    </div>
    <div className="page-actions channel-actions">
      <div className="channel-state">
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
        {t(isSaving ? 'channel.saving' : 'channel.save')}
      </Button>
    </div>
  </header>
);

/** Why the button is disabled. */
const reasonOf = (hasPendingId: boolean): string => t(hasPendingId ? 'channel.notAdded' : 'channel.unchanged');
