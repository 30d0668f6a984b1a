import { useQuery } from '@apollo/client/react';
import { Play } from 'lucide-react';
import { useId, useState } from 'react';
import { formatNumber } from '../../lib/format.js';
import { t } from '../../lib/i18n.js';
import { useToastMutation } from '../../shared/use-toast-mutation.js';
import { Badge } from '../../ui/indicators.js';
import { Select, SingleFieldForm } from '../../ui/inputs.js';
import { Section } from '../../ui/section.js';
import { Notice } from '../../ui/state.js';
import type { CodeError } from './code-mirror.js';
import { TEST_BOTS, TEST_CUSTOM_COMMAND, type TestReport } from './custom-commands.graphql.js';
import { optionInputs } from './option-values.js';
import { TestPosts } from './test-posts.js';
import type { CommandValues } from './use-custom-commands.js';

interface TestRunProps {
  readonly getValues: () => CommandValues;
  /** Receives the error of the run; null after a run without one. */
  readonly onCodeError: (fault: CodeError | null) => void;
}

const VALID_TRIGGER = /^\S{1,32}$/u;

/** Runs the code of the form, saved or not. */
export function TestRun({ getValues, onCodeError }: TestRunProps) {
  const [report, setReport] = useState<TestReport | null>(null);
  const [botId, setBotId] = useState('');
  const { send, isBusy } = useToastMutation(TEST_CUSTOM_COMMAND, {
    done: ({ testCustomCommand: found }) => {
      setReport(found);
      onCodeError(found.error && { message: found.error.message, line: found.error.line ?? null });
    },
    failed: t('customCommands.run.failed'),
    otherwise: t('customCommands.unknownError'),
  });
  const start = (message: string): void => {
    const { code, trigger: typedTrigger, options } = getValues();
    // Without a valid trigger the server uses its default one.
    const trigger = VALID_TRIGGER.test(typedTrigger.trim()) ? { trigger: typedTrigger.trim() } : {};
    void send({ input: { code, message, options: optionInputs(options), ...trigger, ...(botId === '' ? {} : { botId }) } });
  };

  return (
    <Section title={t('customCommands.run.heading')} className="card card-body">
      <p className="note">{t('customCommands.run.lead')}</p>
      <BotChoice value={botId} onChange={setBotId} />
      <SingleFieldForm
        label={t('customCommands.run.message')}
        placeholder={t('customCommands.triggerPlaceholder')}
        maxLength={2000}
        action={t(isBusy ? 'customCommands.run.running' : 'customCommands.run.start')}
        icon={<Play size={15} aria-hidden="true" />}
        isBusy={isBusy}
        canBeEmpty
        onAsk={start}
      />
      <div role="status">{report && <RunReport report={report} />}</div>
    </Section>
  );
}

/** Whose storage and websites the test run has; nothing while the user has no companion. */
function BotChoice({ value, onChange }: { readonly value: string; readonly onChange: (botId: string) => void }) {
  const id = useId();
  const { data } = useQuery(TEST_BOTS);
  const found = data?.bots.bots ?? [];
  if (found.length === 0) return null;
  return (
    <div className="field">
      <label className="field-label" htmlFor={id}>
        {t('commandTools.testBot')}
      </label>
      <Select
        id={id}
        value={value}
        options={[{ value: '', label: t('commandTools.testNoBot') }, ...found.map((bot) => ({ value: bot.id, label: bot.name }))]}
        onChange={({ target }) => onChange(target.value)}
      />
      <p className="note">{t('commandTools.testStores')}</p>
    </div>
  );
}

/** The result of a test run: reply or error, log and context. */
function RunReport({ report: { result, error, log, durationMs, context } }: { readonly report: TestReport }) {
  const { __typename, ...given } = context as typeof context & { __typename?: string };
  return (
    <div className="stack run-report">
      <div className="row">
        <h3>{t('customCommands.reference.result')}</h3>
        {result && (
          <Badge tone={result.success ? 'success' : 'warning'}>
            {t(result.success ? 'customCommands.run.success' : 'customCommands.run.noSuccess')}
          </Badge>
        )}
        {error && <Badge tone="danger">{t('customCommands.run.error')}</Badge>}
        <span className="muted">{t('customCommands.run.duration', { ms: formatNumber(Math.round(durationMs * 10) / 10) })}</span>
      </div>
      {error && <Notice tone="danger">{errorText(error)}</Notice>}
      {result && (
        <div>
          <p className="note">{t(result.shouldReply ? 'customCommands.run.replies' : 'customCommands.run.silent')}</p>
          <p className="well run-reply">{result.response || <em>{t('customCommands.run.emptyReply')}</em>}</p>
        </div>
      )}
      {result && <TestPosts result={result} />}
      <div>
        <h3>{t('customCommands.run.log')}</h3>
        {log.length === 0 ? (
          <p className="note">{t('customCommands.run.noLog')}</p>
        ) : (
          <ol className="well run-log" tabIndex={0} aria-label={t('customCommands.run.log')}>
            {log.map(({ level, text }, index) => (
              <li key={index} data-level={level}>
                <span className="run-level">{level}</span>
                <span>{text}</span>
              </li>
            ))}
          </ol>
        )}
      </div>
      <details>
        <summary>{t('customCommands.run.context')}</summary>
        <pre className="well run-context" tabIndex={0}>
          {JSON.stringify(given, null, 2)}
        </pre>
      </details>
    </div>
  );
}

const errorText = ({ message, line }: NonNullable<TestReport['error']>): string =>
  typeof line === 'number' ? t('customCommands.run.errorAt', { message, line }) : message;
