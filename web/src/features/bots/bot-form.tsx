import type { Plan } from '@kith/proto';
import { useMemo, useState, type MouseEvent, type ReactNode } from 'react';
import { flushSync } from 'react-dom';
import { Link, useSearchParams } from 'react-router';
import { t } from '../../lib/i18n.js';
import { Button, ButtonLink } from '../../ui/button.js';
import { Notice } from '../../ui/state.js';
import { Tabs } from '../../ui/tabs.js';
import { ConflictNotice, LeaveDialog } from '../../ui/unsaved-changes.js';
import { VerticalForm } from '../../ui/vertical-form.js';
import type { BotValues } from './bot-values.js';
import { DiscordTab } from './discord-tab.js';
import { PersonalityTab } from './personality-tab.js';
import { SettingsTab } from './settings-tab.js';
import { SlidersTab } from './sliders-tab.js';
import { keptDraft, useBotForm, type BotFormSource, type Draft } from './use-bot-form.js';
import type { SaveResult } from './use-save-bot.js';
import './bot-form.css';

interface BotFormProps extends BotFormSource {
  readonly mode: 'create' | 'edit';
  /** How traits are set; the edit page uses switches. */
  readonly look?: 'switches' | 'sliders';
  readonly plan: Plan;
  /** The last characters of the stored token, if there is one. */
  readonly tokenHint?: string | null;
  /** The traits as they are stored. */
  readonly storedTraits?: unknown;
  /** The stored bot. */
  readonly botId?: string;
  readonly cancelPath: string;
  /** Link to the form with the other look; what is typed is kept. */
  readonly other?: { readonly path: string; readonly label: string };
  /** Stands above the fields and may fill them. */
  readonly renderAbove?: (fill: (values: Partial<BotValues>) => void) => ReactNode;
}

const TABS = ['personality', 'settings', 'discord'] as const;
type Tab = (typeof TABS)[number];

// The tab of each field, so that an error opens the right tab.
const TAB_OF: Readonly<Record<string, Tab>> = {
  instructions: 'settings',
  greeting: 'settings',
  exampleDialogues: 'settings',
  timeZone: 'settings',
  model: 'settings',
  responseStyle: 'settings',
  preferences: 'settings',
  discordToken: 'discord',
  serverId: 'discord',
  dedicatedChannelId: 'discord',
  statusText: 'discord',
  ageRating: 'discord',
  confirmsAdult: 'discord',
};
const tabOf = (field: string): Tab => TAB_OF[field] ?? 'personality';

/** The tab that the address names, else the first one. */
function useTab() {
  const [query] = useSearchParams();
  return useState<Tab>(TABS.find((key) => key === query.get('tab')) ?? 'personality');
}

// Labels of the submit button per form, as docs/specification.md names them.
const SUBMIT = {
  switches: { submit: 'nav.create', busy: 'auth.busy' },
  sliders: { submit: 'nav.create', busy: 'form.creating' },
  edit: { submit: 'form.save', busy: 'form.saving' },
} as const;

const submitLabel = (form: keyof typeof SUBMIT, isSaving: boolean) => SUBMIT[form][isSaving ? 'busy' : 'submit'];

/** The form for a new or a stored bot, in three tabs. */
export function BotForm({
  mode,
  look = 'switches',
  plan,
  tokenHint,
  storedTraits,
  botId,
  cancelPath,
  other,
  renderAbove,
  ...source
}: BotFormProps) {
  const [tab, setTab] = useTab();
  // Synchronously, because a field on a hidden tab cannot receive the focus.
  const showTabOf = (field: string): void => flushSync(() => setTab(tabOf(field)));
  const { form, guard, problem, isSaving, isLoading, ...actions } = useBotForm(source, showTabOf);
  const panels = usePanels({ look, plan, tokenHint, storedTraits, botId });
  return (
    <>
      {other && <CreateHeader other={other} draft={actions.draft} onLeave={guard.release} />}
      {renderAbove?.(actions.fill)}
      <VerticalForm
        form={form}
        name="bot"
        initialValues={source.typed ?? source.start}
        onValuesChange={actions.onChange}
        onFinish={actions.submit}
        onFinishFailed={({ errorFields }) => showTabOf(String(errorFields[0]?.name[0]))}
        className="card bot-form"
      >
        <Tabs
          label={t('form.tabs')}
          tabs={TABS.map((key) => ({ key, label: t(`form.tab.${key}`) }))}
          active={tab}
          onChange={setTab}
        >
          {/* All three stay mounted, because antd only validates mounted fields. */}
          {TABS.map((key) => (
            <div key={key} hidden={key !== tab}>
              {panels[key]}
            </div>
          ))}
        </Tabs>
        <div className="row bot-form-foot sticky-foot">
          <div className="bot-form-problem">
            {problem && <SaveProblem mode={mode} problem={problem} isLoading={isLoading} {...actions} />}
          </div>
          <ButtonLink to={cancelPath} variant="ghost">
            {t('common.cancel')}
          </ButtonLink>
          <Button type="submit" variant="primary" isBusy={isSaving}>
            {t(submitLabel(mode === 'edit' ? mode : look, isSaving))}
          </Button>
        </div>
        <LeaveDialog guard={guard} />
      </VerticalForm>
    </>
  );
}

/** Memoized, so that a state change of the form does not render its forty fields again. */
const usePanels = ({
  look,
  plan,
  tokenHint = null,
  storedTraits,
  botId,
}: Pick<BotFormProps, 'look' | 'plan' | 'tokenHint' | 'storedTraits' | 'botId'>) =>
  useMemo(
    () => ({
      personality: look === 'sliders' ? <SlidersTab plan={plan} /> : <PersonalityTab plan={plan} stored={storedTraits} />,
      settings: <SettingsTab plan={plan} />,
      discord: <DiscordTab tokenHint={tokenHint} botId={botId} />,
    }),
    [look, plan, tokenHint, storedTraits, botId],
  );

interface OtherLookLinkProps extends NonNullable<BotFormProps['other']> {
  readonly draft: () => Draft;
  readonly onLeave: () => void;
}

/** Link to the form with the other look; stores what is typed for it. */
function OtherLookLink({ path, label, draft, onLeave }: OtherLookLinkProps) {
  const keepDraft = (event: MouseEvent): void => {
    // Opened in another tab or window: this form stays open.
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
    keptDraft.set(draft());
    onLeave();
  };
  return (
    <Link to={path} onClick={keepDraft} className="bot-form-other">
      {label}
    </Link>
  );
}

interface SaveProblemProps extends Pick<ReturnType<typeof useBotForm>, 'isLoading' | 'keepMine' | 'discardMine'> {
  readonly mode: 'create' | 'edit';
  readonly problem: Exclude<SaveResult, { kind: 'done' }>;
}

/** Remains visible after the toast has closed. */
function SaveProblem({ mode, problem, isLoading, keepMine, discardMine }: SaveProblemProps) {
  if (problem.kind === 'conflict') return <ConflictNotice isBusy={isLoading} onRebase={keepMine} onReload={discardMine} />;
  return (
    <Notice tone="danger">
      <strong>{t(mode === 'create' ? 'bot.createFailed' : 'bot.notSaved')}</strong> {problem.reason}
    </Notice>
  );
}

interface CreateHeaderProps extends Pick<OtherLookLinkProps, 'draft' | 'onLeave'> {
  readonly other: NonNullable<BotFormProps['other']>;
}

const CreateHeader = ({ other, ...actions }: CreateHeaderProps) => (
  <header className="page-head">
    <div>
      <h1>{t('create.heading')}</h1>
      <p>{t('create.lead')}</p>
    </div>
    <OtherLookLink {...other} {...actions} />
  </header>
);
