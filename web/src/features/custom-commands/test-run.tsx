import { useMutation } from '@apollo/client/react';
import { Play } from 'lucide-react';
import { useState } from 'react';
import { readError } from '../../lib/graphql-error.js';
import { t } from '../../lib/i18n.js';
import { usePending } from '../../lib/use-pending.js';
import { AskForm } from '../../ui/ask-form.js';
import { toast } from '../../ui/toast.js';
import type { Fault } from './code-editor.js';
import { RunReport } from './run-report.js';
import { TEST_CUSTOM_COMMAND, type TestReport } from './custom-commands.graphql.js';
import type { CommandValues } from './command-values.js';

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
