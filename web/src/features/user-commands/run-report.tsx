import { formatNumber } from '../../lib/format.js';
import { t } from '../../lib/i18n.js';
import { Badge } from '../../ui/badge.js';
import { Notice } from '../../ui/notice.js';
import type { TestReport } from './user-commands.graphql.js';

/** How a test run ended: the reply or the error, the log, and what the code was told. */
export function RunReport({ report: { result, error, log, durationMs, context } }: { readonly report: TestReport }) {
  const { __typename, ...given } = context as typeof context & { __typename?: string };
  return (
    <div className="run-report">
      <div className="run-verdict">
        <h3>{t('userCommands.run.result')}</h3>
        {result && (
          <Badge tone={result.success ? 'success' : 'warning'}>
            {t(result.success ? 'userCommands.run.success' : 'userCommands.run.noSuccess')}
          </Badge>
        )}
        {error && <Badge tone="danger">{t('userCommands.run.error')}</Badge>}
        <span className="muted">{t('userCommands.run.duration', { ms: formatNumber(Math.round(durationMs * 10) / 10) })}</span>
      </div>
      {error && <Notice tone="danger">{errorWords(error)}</Notice>}
      {result && (
        <div>
          <p className="note">{t(result.shouldReply ? 'userCommands.run.replies' : 'userCommands.run.silent')}</p>
          <p className="run-reply">{result.response || <em>{t('userCommands.run.emptyReply')}</em>}</p>
        </div>
      )}
      <div>
        <h3>{t('userCommands.run.log')}</h3>
        {log.length === 0 ? (
          <p className="note">{t('userCommands.run.noLog')}</p>
        ) : (
          <ol className="run-log" tabIndex={0} aria-label={t('userCommands.run.log')}>
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
        <summary>{t('userCommands.run.context')}</summary>
        <pre className="run-context" tabIndex={0}>
          {JSON.stringify(given, null, 2)}
        </pre>
      </details>
    </div>
  );
}

const errorWords = ({ message, line }: NonNullable<TestReport['error']>): string =>
  typeof line === 'number' ? t('userCommands.run.errorAt', { message, line }) : message;
