import { useQuery } from '@apollo/client/react';
import { Form } from 'antd';
import { useState } from 'react';
import { useParams } from 'react-router';
import { t } from '../../lib/i18n.js';
import { paths } from '../../lib/paths.js';
import { readError } from '../../lib/read-error.js';
import { BotNotFound } from '../../shared/bot-not-found.js';
import { BackLink, Button } from '../../ui/button.js';
import { Badge, PageSpinner } from '../../ui/indicators.js';
import { LoadError } from '../../ui/load-error.js';
import { Tabs } from '../../ui/tabs.js';
import { useLeaveGuard, Conflict, LeaveQuestion } from '../../ui/unsaved-changes.js';
import { BasicTab, AdvancedTab, BehaviorTab, ModerationTab } from './channel-tabs.js';
import { MODERATION, storedOf, type Stored } from './channel-values.js';
import { BOT_CHANNEL } from './channel.graphql.js';
import { useChannelForm } from './use-channel-form.js';
import './channel.css';

export function ChannelPage() {
  const { id = '' } = useParams();
  return <OfBot key={id} id={id} />;
}

function OfBot({ id }: { readonly id: string }) {
  // The state on the server, not an older one that would be edited.
  const { data, error, refetch } = useQuery(BOT_CHANNEL, { variables: { id }, fetchPolicy: 'network-only' });
  const code = readError(error).code;
  if (code === 'NOT_FOUND' || code === 'BAD_INPUT' || data?.bot === null) return <BotNotFound backPath={paths.dashboard} />;
  if (!data?.bot) {
    const again = (): void => void refetch().catch(() => undefined);
    return error ? <LoadError error={error} onRetry={again} /> : <PageSpinner label={t('channel.loading')} />;
  }
  const { bot } = data;
  return (
    <div className="page page-narrow">
      <title>{`${t('channel.title', { name: bot.name })} · Kith`}</title>
      <BackLink to={paths.bot(bot.id)}>{t('bot.backToBot')}</BackLink>
      <ChannelForm botId={bot.id} botName={bot.name} initial={storedOf(bot)} />
    </div>
  );
}

interface ChannelFormProps {
  readonly botId: string;
  readonly botName: string;
  readonly initial: Stored;
}

const TABS = ['basic', 'behavior', 'moderation', 'advanced'] as const;
type Tab = (typeof TABS)[number];

// Where each field that can be wrong lies, so that a problem brings its tab to the front.
const BEHAVIOR: readonly string[] = ['customPrefix', 'responseDelay', 'maxMessagesPerMinute'];
const tabOf = (name: string): Tab =>
  BEHAVIOR.includes(name) ? 'behavior' : (MODERATION as readonly string[]).includes(name) ? 'moderation' : 'basic';

/** All channel settings in four tabs; what differs from the stored ones is saved. */
export function ChannelForm({ botId, botName, initial }: ChannelFormProps) {
  const [tab, setTab] = useState<Tab>('basic');
  const showFirst = ([name]: readonly string[]): void => (name === undefined ? undefined : setTab(tabOf(name)));
  const { form, values, isDirty, isSaving, isConflict, isLoading, ...act } = useChannelForm(botId, initial, showFirst);
  const [typed, setTyped] = useState<Readonly<Record<string, boolean>>>({});
  const isTyped = Object.values(typed).includes(true);
  const guard = useLeaveGuard(isDirty || isTyped);
  const panels = {
    basic: <BasicTab values={values} onTyped={(name, is) => setTyped((before) => ({ ...before, [name]: is }))} />,
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
      // The browser cannot point at a field on a tab that is away, and then sends nothing and says nothing.
      noValidate
      scrollToFirstError={{ focus: true, block: 'center' }}
      onFinish={act.submit}
      onFinishFailed={({ errorFields }) => showFirst(errorFields.map(({ name }) => String(name[0])))}
      className="channel form-items"
    >
      <Head botName={botName} isDirty={isDirty} isTyped={isTyped} isSaving={isSaving} />
      {isConflict && <Conflict isBusy={isLoading} onRebase={act.keepMine} onReload={act.dropMine} />}
      <div className="card channel-card">
        <Tabs
          label={t('channel.tabs')}
          tabs={TABS.map((key) => ({ key, label: t(`channel.tab.${key}`) }))}
          active={tab}
          onChange={setTab}
        >
          {/* All four stay mounted: a field that is away is not checked. */}
          {TABS.map((key) => (
            <div key={key} hidden={key !== tab} className="channel-tab">
              {panels[key]}
            </div>
          ))}
        </Tabs>
      </div>
      <LeaveQuestion guard={guard} />
    </Form>
  );
}

interface HeadProps {
  readonly botName: string;
  readonly isDirty: boolean;
  /** A channel is typed that is in no list yet. */
  readonly isTyped: boolean;
  readonly isSaving: boolean;
}

const Head = ({ botName, isDirty, isTyped, isSaving }: HeadProps) => (
  <header className="page-head channel-head">
    <div>
      <h1>{t('channel.heading')}</h1>
      <p>{t('channel.lead', { name: botName })}</p>
    </div>
    <div className="page-actions channel-actions">
      <div className="channel-state">
        <span role="status">{(isDirty || isTyped) && <Badge tone="warning">{t('channel.unsaved')}</Badge>}</span>
        {!isDirty && (
          <span id="channel-reason" className="note">
            {reasonOf(isTyped)}
          </span>
        )}
      </div>
      <Button
        type="submit"
        variant="primary"
        disabled={!isDirty}
        isBusy={isSaving}
        title={isDirty ? undefined : reasonOf(isTyped)}
        aria-describedby={isDirty ? undefined : 'channel-reason'}
      >
        {t(isSaving ? 'channel.saving' : 'channel.save')}
      </Button>
    </div>
  </header>
);

/** Why there is nothing to save. */
const reasonOf = (isTyped: boolean): string => t(isTyped ? 'channel.notAdded' : 'channel.unchanged');
