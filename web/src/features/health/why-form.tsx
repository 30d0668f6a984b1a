import { useLazyQuery } from '@apollo/client/react';
import { MAX_TRACES_PER_OUTCOME_AND_MINUTE } from '@kith/proto';
import { Search } from 'lucide-react';
import { useState, type FormEvent } from 'react';
import { Link } from 'react-router';
import { t } from '../../lib/i18n.js';
import { readError } from '../../lib/read-error.js';
import { Button } from '../../ui/button.js';
import { Field } from '../../ui/field.js';
import { Section } from '../../ui/section.js';
import { Notice } from '../../ui/state.js';
import { MESSAGE_TRACE } from './health.graphql.js';
import { messageIdOf, messageLink, settingOf, traceText } from './trace-text.js';

/** Tells what became of the message whose link is pasted. */
export function WhyForm({ botId, name }: { readonly botId: string; readonly name: string }) {
  const [link, setLink] = useState('');
  const [askedId, setAskedId] = useState<string | null>(null);
  const [problem, setProblem] = useState<string>();
  const [find, { data, loading, error, called }] = useLazyQuery(MESSAGE_TRACE, { fetchPolicy: 'network-only' });
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    const messageId = messageIdOf(link);
    setProblem(messageId === null ? t('health.why.invalid') : undefined);
    setAskedId(messageId);
    if (messageId !== null) void find({ variables: { botId, messageId } }).catch(() => undefined);
  };
  // What became of another message says nothing about a link that is none.
  const isAnswered = called && !loading && problem === undefined;
  const trace = data?.messageTrace;
  const setting = trace ? settingOf(botId, trace) : null;
  return (
    <Section title={t('health.why.title')} lead={t('health.why.lead')} className="card card-body">
      <form className="health-why" onSubmit={submit} noValidate>
        <Field
          label={t('health.why.link')}
          value={link}
          placeholder="https://discord.com/channels/…"
          onChange={(event) => setLink(event.target.value)}
          {...(problem !== undefined && { error: problem })}
        />
        <Button type="submit" icon={Search} isBusy={loading}>
          {t('health.why.ask')}
        </Button>
      </form>
      <div role="status" className="health-answer">
        {isAnswered && error && <Notice tone="danger">{readError(error).message ?? t('health.why.failed')}</Notice>}
        {isAnswered && !error && data && (
          <Notice tone="info">
            {trace && trace.command !== null && `${t('health.why.isCommandAnswer', { command: trace.command })} `}
            {trace && trace.command === null && trace.messageId !== askedId && (
              <>
                {t('health.why.isAnswer')}{' '}
                <a className="notice-link" href={messageLink(trace)} target="_blank" rel="noreferrer">
                  {t('health.why.question')}
                  <span className="sr-only">{` (${t('workspace.newTab')})`}</span>
                </a>{' '}
              </>
            )}
            {trace ? traceText(trace, name) : t('health.why.unknown', { name, limit: MAX_TRACES_PER_OUTCOME_AND_MINUTE })}{' '}
            {setting && (
              <Link className="notice-link" to={setting.to}>
                {setting.label}
              </Link>
            )}
          </Notice>
        )}
      </div>
    </Section>
  );
}
