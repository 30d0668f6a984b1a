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
import { TEST_USER_COMMAND, type TestReport } from './user-commands.graphql.js';
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
  const [testCommand] = useMutation(TEST_USER_COMMAND);
  const { run, isPending } = usePending();

  const start = (message: string): Promise<void> =>
    run('run', async () => {
      const { code, trigger } = getValues();
      // A trigger that is not finished yet is left out; the sandbox has one of its own.
      const called = NO_BLANKS.test(trigger.trim()) ? { trigger: trigger.trim() } : {};
      try {
        const { data } = await testCommand({ variables: { input: { code, message, ...called } } });
        if (!data) return;
        const { error } = data.testUserCommand;
        setReport(data.testUserCommand);
        onFault(error && { message: error.message, line: error.line ?? null });
      } catch (error) {
        toast.error(t('userCommands.run.failed'), { text: readError(error).message ?? t('userCommands.unknownError') });
      }
    });

  return (
    <section className="card card-body" aria-labelledby="run-heading">
      <h2 id="run-heading" className="card-title">
        {t('userCommands.run.heading')}
      </h2>
      <p className="note">{t('userCommands.run.lead')}</p>
      <AskForm
        label={t('userCommands.run.message')}
        placeholder={t('userCommands.triggerPlaceholder')}
        maxLength={2000}
        action={t(isPending('run') ? 'userCommands.run.running' : 'userCommands.run.start')}
        icon={<Play size={15} aria-hidden="true" />}
        isBusy={isPending('run')}
        canBeEmpty
        onAsk={(message) => void start(message)}
      />
      <div role="status">{report && <RunReport report={report} />}</div>
    </section>
  );
}
