import { formatNumber } from '../../lib/format.js';
import { t } from '../../lib/i18n.js';
import { Badge } from '../../ui/badge.js';
import { Notice } from '../../ui/notice.js';
import type { TestReport } from './custom-commands.graphql.js';

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
