import { useQuery } from '@apollo/client/react';
import { MAX_SAVED_CONVERSATIONS, MAX_SAVED_QUESTIONS_EACH } from '@kith/proto';
import { Play, Save, Square } from 'lucide-react';
import { useState, type FormEvent } from 'react';
import { t } from '../../lib/i18n.js';
import { toast } from '../../lib/toast.js';
import { useToastMutation } from '../../shared/use-toast-mutation.js';
import { Button } from '../../ui/button.js';
import { Labelled } from '../../ui/field.js';
import { Skeleton } from '../../ui/indicators.js';
import { LoadError, StaleNotice } from '../../ui/load-error.js';
import { Section } from '../../ui/section.js';
import { REMOVE_CONVERSATION, SAVE_CONVERSATION, SAVED_CONVERSATIONS } from './replay.graphql.js';
import { ReplayItem } from './replay-item.js';
import { useReplay } from './use-replay.js';

interface ReplaySectionProps {
  readonly botId: string;
  readonly name: string;
}

/** Saved conversations that are asked again after a change, with the new answers beside those before. */
export function ReplaySection({ botId, name }: ReplaySectionProps) {
  const { data, error, refetch } = useQuery(SAVED_CONVERSATIONS, { variables: { botId }, fetchPolicy: 'cache-and-network' });
  const reload = (): void => void refetch().catch(() => undefined);
  const { progress, run, stop } = useReplay(botId);
  const remove = useToastMutation(REMOVE_CONVERSATION, {
    failed: t('versions.replay.removeFailed'),
    done: () => {
      toast.success(t('versions.replay.removed'));
      reload();
    },
  });
  const conversations = data?.savedConversations;
  return (
    <Section title={t('versions.replay.heading')} lead={t('versions.replay.lead', { name })}>
      {!conversations && (error ? <LoadError error={error} onRetry={reload} /> : <Skeleton height={120} />)}
      {conversations && (
        <>
          {error && <StaleNotice error={error} />}
          {conversations.length > 0 && (
            <div className="row">
              {progress ? (
                <Button icon={Square} disabled={progress.isStopping} onClick={stop}>
                  {t('versions.replay.stop')}
                </Button>
              ) : (
                <Button icon={Play} variant="primary" onClick={() => void run(conversations)}>
                  {t('versions.replay.runAll')}
                </Button>
              )}
              <p role="status" className="note">
                {progress && t('versions.replay.progress', { number: progress.done + 1, total: progress.total })}
              </p>
            </div>
          )}
          {conversations.length > 0 && (
            <ol className="version-list" aria-label={t('versions.replay.list')}>
              {conversations.map((conversation) => (
                <ReplayItem
                  key={conversation.id}
                  conversation={conversation}
                  isRunning={progress?.current === conversation.id}
                  isLocked={progress !== null || remove.isBusy}
                  onRun={() => void run([conversation])}
                  onRemove={() => void remove.send({ botId, conversationId: conversation.id })}
                />
              ))}
            </ol>
          )}
          {conversations.length < MAX_SAVED_CONVERSATIONS && <NewConversation botId={botId} onSaved={reload} />}
        </>
      )}
    </Section>
  );
}

function NewConversation({ botId, onSaved }: { readonly botId: string; readonly onSaved: () => void }) {
  const [lines, setLines] = useState('');
  const questions = lines.split('\n').flatMap((line) => line.trim() || []);
  const isTooMany = questions.length > MAX_SAVED_QUESTIONS_EACH;
  const { send, isBusy } = useToastMutation(SAVE_CONVERSATION, {
    failed: t('versions.replay.saveFailed'),
    done: () => {
      setLines('');
      toast.success(t('versions.replay.saved'));
      onSaved();
    },
  });
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    void send({ botId, questions });
  };
  return (
    <form className="stack gap-sm" onSubmit={submit}>
      <Labelled
        label={t('versions.replay.questions', { max: MAX_SAVED_QUESTIONS_EACH })}
        {...(isTooMany && { error: t('versions.replay.tooMany', { max: MAX_SAVED_QUESTIONS_EACH }) })}
      >
        {(aria) => (
          <textarea
            {...aria}
            className="field-input"
            rows={3}
            maxLength={3000}
            placeholder={t('versions.replay.placeholder')}
            value={lines}
            onChange={({ target }) => setLines(target.value)}
          />
        )}
      </Labelled>
      <div className="row">
        <Button type="submit" icon={Save} isBusy={isBusy} disabled={questions.length === 0 || isTooMany}>
          {t('versions.replay.save')}
        </Button>
      </div>
    </form>
  );
}
