import { Form } from 'antd';
import { useState } from 'react';
import { t } from '../../lib/i18n.js';
import { useLeaveGuard } from '../../lib/use-leave-guard.js';
import { Badge } from '../../ui/badge.js';
import { Button } from '../../ui/button.js';
import { Conflict } from '../../ui/conflict.js';
import { LeaveQuestion } from '../../ui/leave-question.js';
import { Tabs } from '../../ui/tabs.js';
import { BasicTab } from './basic-tab.js';
import { MODERATION, type Stored } from './channel-values.js';
import { AdvancedTab, BehaviorTab, ModerationTab } from './other-tabs.js';
import { useChannelForm } from './use-channel-form.js';
import './channel.css';

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
