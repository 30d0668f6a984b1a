import { Form } from 'antd';
import { useState } from 'react';
import type { Plan } from '@kith/proto';
import { t } from '../../lib/i18n.js';
import { Button, ButtonLink } from '../../ui/button.js';
import { Tabs } from '../../ui/tabs.js';
import type { BotValues } from './bot-values.js';
import { DiscordTab } from './discord-tab.js';
import { PersonalityTab } from './personality-tab.js';
import { SettingsTab } from './settings-tab.js';
import './bot-form.css';

interface BotFormProps {
  readonly mode: 'create' | 'edit';
  readonly initial: BotValues;
  readonly plan: Plan;
  /** The last characters of the stored token, if there is one. */
  readonly tokenHint?: string | null;
  readonly cancelPath: string;
  readonly onSubmit: (values: BotValues) => Promise<void>;
}

const TABS = ['personality', 'settings', 'discord'] as const;
type Tab = (typeof TABS)[number];

// Where each field lies, so that a problem brings its tab to the front.
const TAB_OF: Readonly<Record<string, Tab>> = {
  instructions: 'settings',
  preferences: 'settings',
  discordToken: 'discord',
  serverId: 'discord',
  dedicatedChannelId: 'discord',
};

/** One form for a new and for a stored companion, in three tabs. */
export function BotForm({ mode, initial, plan, tokenHint, cancelPath, onSubmit }: BotFormProps) {
  const [form] = Form.useForm<BotValues>();
  const [tab, setTab] = useState<Tab>('personality');
  const [isBusy, setBusy] = useState(false);

  const submit = (values: BotValues): void => {
    if (isBusy) return;
    setBusy(true);
    void onSubmit(values).finally(() => setBusy(false));
  };
  const panels = {
    personality: <PersonalityTab plan={plan} />,
    settings: <SettingsTab />,
    discord: <DiscordTab tokenHint={tokenHint ?? null} />,
  };

  return (
    <Form
      form={form}
      name="bot"
      layout="vertical"
      initialValues={initial}
      requiredMark={false}
      // The browser cannot point at a field on a tab that is away, and then sends nothing and says nothing.
      noValidate
      scrollToFirstError={{ focus: true, block: 'center' }}
      onFinish={() => submit(form.getFieldsValue(true) as BotValues)}
      onFinishFailed={({ errorFields }) => setTab(TAB_OF[String(errorFields[0]?.name[0])] ?? 'personality')}
      className="card bot-form"
    >
      <Tabs
        label={t('form.tabs')}
        tabs={TABS.map((key) => ({ key, label: t(`form.tab.${key}`) }))}
        active={tab}
        onChange={setTab}
      >
        {/* All three stay mounted: a field that is away is not checked. */}
        {TABS.map((key) => (
          <div key={key} hidden={key !== tab}>
            {panels[key]}
          </div>
        ))}
      </Tabs>
      <div className="bot-form-foot">
        <ButtonLink to={cancelPath} variant="ghost">
          {t('common.cancel')}
        </ButtonLink>
        <Button type="submit" variant="primary" isBusy={isBusy}>
          {t(isBusy ? 'form.busy' : mode === 'create' ? 'form.create' : 'form.update')}
        </Button>
      </div>
    </Form>
  );
}
