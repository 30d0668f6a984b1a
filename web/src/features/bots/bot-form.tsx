import { Form } from 'antd';
import { useMemo, useState, type MouseEvent } from 'react';
import { flushSync } from 'react-dom';
import { Link } from 'react-router';
import type { Plan } from '@kith/proto';
import { t } from '../../lib/i18n.js';
import { Button, ButtonLink } from '../../ui/button.js';
import { Conflict } from '../../ui/conflict.js';
import { LeaveQuestion } from '../../ui/leave-question.js';
import { Notice } from '../../ui/notice.js';
import { Tabs } from '../../ui/tabs.js';
import { CreateHead } from './create-head.js';
import { DiscordTab } from './discord-tab.js';
import { carryDraft, type Draft } from './draft.js';
import { PersonalityTab } from './personality-tab.js';
import { SettingsTab } from './settings-tab.js';
import { SlidersTab } from './sliders-tab.js';
import { useBotForm, type BotFormWork } from './use-bot-form.js';
import './bot-form.css';

interface BotFormProps extends BotFormWork {
  readonly mode: 'create' | 'edit';
  /** How traits are set. */
  readonly look?: 'switches' | 'sliders';
  readonly plan: Plan;
  /** The last characters of the stored token, if there is one. */
  readonly tokenHint?: string | null;
  readonly cancelPath: string;
  /** The other form of a new companion; what is typed goes along. */
  readonly other?: { readonly path: string; readonly label: string };
}

const TABS = ['personality', 'settings', 'discord'] as const;
type Tab = (typeof TABS)[number];

// Where each field lies, so that a problem brings its tab to the front.
const TAB_OF: Readonly<Record<string, Tab>> = {
  instructions: 'settings',
  model: 'settings',
  responseStyle: 'settings',
  preferences: 'settings',
  discordToken: 'discord',
  serverId: 'discord',
  dedicatedChannelId: 'discord',
};
const tabOf = (field: string): Tab => TAB_OF[field] ?? 'personality';

// What the submit button says (specification, part 1, section 2): the edit screen has a sentence of its own.
const SUBMIT = {
  switches: { submit: 'form.create', busy: 'form.busy' },
  sliders: { submit: 'form.create', busy: 'form.creating' },
  edit: { submit: 'form.save', busy: 'form.saving' },
} as const;

/** One form for a new and for a stored companion, in three tabs. */
export function BotForm({ mode, look = 'switches', plan, tokenHint, cancelPath, other, ...work }: BotFormProps) {
  const [tab, setTab] = useState<Tab>('personality');
  // At once: a field on a tab that is away cannot take the focus.
  const show = (field: string): void => flushSync(() => setTab(tabOf(field)));
  const { form, guard, problem, isSaving, isLoading, ...act } = useBotForm(work, show);
  const panels = usePanels(look, plan, tokenHint ?? null);
  const words = SUBMIT[mode === 'edit' ? 'edit' : look];
  return (
    <>
      {other && (
        <CreateHead>
          <OtherForm {...other} draft={act.draft} onLeave={guard.release} />
        </CreateHead>
      )}
      <Form
        form={form}
        name="bot"
        layout="vertical"
        initialValues={work.typed ?? work.start}
        requiredMark={false}
        // The browser cannot point at a field on a tab that is away, and then sends nothing and says nothing.
        noValidate
        scrollToFirstError={{ focus: true, block: 'center' }}
        onValuesChange={act.noteChange}
        onFinish={act.submit}
        onFinishFailed={({ errorFields }) => show(String(errorFields[0]?.name[0]))}
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
        <div className="bot-form-foot sticky-foot">
          {/* Down here it is in sight wherever the form is scrolled to. */}
          <div className="bot-form-problem">
            {problem?.kind === 'conflict' && <Conflict isBusy={isLoading} onRebase={act.keepMine} onReload={act.dropMine} />}
            {problem?.kind === 'refused' && <Refusal mode={mode} reason={problem.reason} />}
          </div>
          <ButtonLink to={cancelPath} variant="ghost">
            {t('common.cancel')}
          </ButtonLink>
          <Button type="submit" variant="primary" isBusy={isSaving}>
            {t(isSaving ? words.busy : words.submit)}
          </Button>
        </div>
        <LeaveQuestion guard={guard} />
      </Form>
    </>
  );
}

/** The same elements as before: what the form does as a whole draws none of its forty fields anew. */
const usePanels = (look: 'switches' | 'sliders', plan: Plan, tokenHint: string | null) =>
  useMemo(
    () => ({
      personality: look === 'sliders' ? <SlidersTab plan={plan} /> : <PersonalityTab plan={plan} />,
      settings: <SettingsTab />,
      discord: <DiscordTab tokenHint={tokenHint} />,
    }),
    [look, plan, tokenHint],
  );

interface OtherFormProps {
  readonly path: string;
  readonly label: string;
  readonly draft: () => Draft;
  readonly onLeave: () => void;
}

/** The way to the other form, with all that is typed. */
function OtherForm({ path, label, draft, onLeave }: OtherFormProps) {
  const carry = (event: MouseEvent): void => {
    // In another tab or window: this form stays where it is.
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
    carryDraft(draft());
    onLeave();
  };
  return (
    <Link to={path} onClick={carry} className="bot-form-other">
      {label}
    </Link>
  );
}

/** Stays when the toast is gone. */
const Refusal = ({ mode, reason }: { readonly mode: 'create' | 'edit'; readonly reason: string }) => (
  <Notice tone="danger">
    <strong>{t(mode === 'create' ? 'bot.createFailed' : 'bot.notSaved')}</strong> {reason}
  </Notice>
);
