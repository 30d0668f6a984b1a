import { useMutation } from '@apollo/client/react';
import { Play } from 'lucide-react';
import { useState } from 'react';
import { formatNumber } from '../../lib/format.js';
import { t } from '../../lib/i18n.js';
import { readError } from '../../lib/read-error.js';
import { toast } from '../../lib/toast.js';
import { usePending } from '../../lib/use-pending.js';
import { Badge } from '../../ui/indicators.js';
import { AskForm } from '../../ui/inputs.js';
import { Notice } from '../../ui/state.js';
import type { Fault } from './code-editor.js';
import { TEST_CUSTOM_COMMAND, type TestReport } from './custom-commands.graphql.js';
import type { CommandValues } from './use-custom-commands.js';

interface TestRunProps {
  readonly getValues: () => CommandValues;
  /** Hears where the code failed, null when it did not. */
  readonly onFault: (fault: Fault | null) => void;
}

const NO_BLANKS = /^\S{1,32}$/u;

/** Runs the code as it stands in the form, saved or not. */
export function TestRun({ getValues, onFault }: TestRunProps) {
  const [report, setReport] = useState<TestReport | null>(null);
  const [testCommand] = useMutation(TEST_CUSTOM_COMMAND);
  const { run, isPending } = usePending();

  const start = (message: string): Promise<void> =>
    run('run', async () => {
      const { code, trigger } = getValues();
      // A trigger that is not finished yet is left out; the sandbox has one of its own.
      const called = NO_BLANKS.test(trigger.trim()) ? { trigger: trigger.trim() } : {};
      try {
        const { data } = await testCommand({ variables: { input: { code, message, ...called } } });
        if (!data) return;
        const { error } = data.testCustomCommand;
        setReport(data.testCustomCommand);
        onFault(error && { message: error.message, line: error.line ?? null });
      } catch (error) {
        toast.error(t('customCommands.run.failed'), { text: readError(error).message ?? t('customCommands.unknownError') });
      }
    });

  return (
    <section className="card card-body" aria-labelledby="run-heading">
      <h2 id="run-heading" className="card-title">
        {t('customCommands.run.heading')}
      </h2>
      <p className="note">{t('customCommands.run.lead')}</p>
      <AskForm
        label={t('customCommands.run.message')}
        placeholder={t('customCommands.triggerPlaceholder')}
        maxLength={2000}
        action={t(isPending('run') ? 'customCommands.run.running' : 'customCommands.run.start')}
        icon={<Play size={15} aria-hidden="true" />}
        isBusy={isPending('run')}
        canBeEmpty
        onAsk={(message) => void start(message)}
      />
      <div role="status">{report && <RunReport report={report} />}</div>
    </section>
  );
}

/** How a test run ended: the reply or the error, the log, and what the code was told. */
export function RunReport({ report: { result, error, log, durationMs, context } }: { readonly report: TestReport }) {
  const { __typename, ...given } = context as typeof context & { __typename?: string };
  return (
    <div className="run-report">
      <div className="run-verdict">
        <h3>{t('customCommands.run.result')}</h3>
        {result && (
          <Badge tone={result.success ? 'success' : 'warning'}>
            {t(result.success ? 'customCommands.run.success' : 'customCommands.run.noSuccess')}
          </Badge>
        )}
        {error && <Badge tone="danger">{t('customCommands.run.error')}</Badge>}
        <span className="muted">{t('customCommands.run.duration', { ms: formatNumber(Math.round(durationMs * 10) / 10) })}</span>
      </div>
      {error && <Notice tone="danger">{errorWords(error)}</Notice>}
      {result && (
        <div>
          <p className="note">{t(result.shouldReply ? 'customCommands.run.replies' : 'customCommands.run.silent')}</p>
          <p className="run-reply">{result.response || <em>{t('customCommands.run.emptyReply')}</em>}</p>
        </div>
      )}
      <div>
        <h3>{t('customCommands.run.log')}</h3>
        {log.length === 0 ? (
          <p className="note">{t('customCommands.run.noLog')}</p>
        ) : (
          <ol className="run-log" tabIndex={0} aria-label={t('customCommands.run.log')}>
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
        <pre className="run-context" tabIndex={0}>
          {JSON.stringify(given, null, 2)}
        </pre>
      </details>
    </div>
  );
}

const errorWords = ({ message, line }: NonNullable<TestReport['error']>): string =>
  typeof line === 'number' ? t('customCommands.run.errorAt', { message, line }) : message;
