import { useMutation } from '@apollo/client/react';
import { NewsText } from '@kith/proto';
import { Send } from 'lucide-react';
import { useState, type FormEvent } from 'react';
import { formatNumber } from '../../lib/format.js';
import { t } from '../../lib/i18n.js';
import { toastError } from '../../lib/toast-error.js';
import { toast } from '../../lib/toast.js';
import { Button } from '../../ui/button.js';
import { ConfirmDialog } from '../../ui/dialog.js';
import { Field, Labelled } from '../../ui/field.js';
import { Section } from '../../ui/section.js';
import { SEND_NEWS } from './news.graphql.js';

type Typed = Record<keyof NewsText, string>;
type Problems = Partial<Typed>;
const EMPTY: Typed = { title: '', text: '' };

/** Writes product news; `subscribers` is how many people get them. */
export function NewsForm({ subscribers }: { readonly subscribers: number }) {
  const [typed, setTyped] = useState(EMPTY);
  const [problems, setProblems] = useState<Problems>({});
  const [checked, setChecked] = useState<NewsText | null>(null);
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    const { data, error } = NewsText.safeParse(typed);
    if (data) return setChecked(data);
    setProblems(Object.fromEntries(error.issues.map(({ path, message }) => [String(path[0]), message])));
  };
  const change = (name: keyof Typed, value: string): void => {
    setTyped({ ...typed, [name]: value });
    setProblems({ ...problems, [name]: undefined });
  };
  const people = { count: subscribers, amount: formatNumber(subscribers) };
  return (
    <Section title={t('admin.news.write')} className="card card-body">
      <form className="stack" noValidate onSubmit={submit}>
        <Field
          label={t('admin.news.newsTitle')}
          error={problems.title}
          value={typed.title}
          maxLength={120}
          autoComplete="off"
          onChange={({ target }) => change('title', target.value)}
        />
        <TextArea value={typed.text} error={problems.text} onChange={(text) => change('text', text)} />
        <p className="note">{t('admin.news.subscribers', people)}</p>
        <div>
          <Button type="submit" variant="primary" icon={Send}>
            {t('admin.news.send')}
          </Button>
        </div>
      </form>
      {checked && (
        <SendDialog
          news={checked}
          text={t('admin.news.confirmText', { title: checked.title, ...people })}
          onSent={() => setTyped(EMPTY)}
          onClose={() => setChecked(null)}
        />
      )}
    </Section>
  );
}

interface TextAreaProps {
  readonly value: string;
  readonly error: string | undefined;
  readonly onChange: (value: string) => void;
}

const TextArea = ({ value, error, onChange }: TextAreaProps) => (
  <Labelled label={t('admin.news.text')} error={error}>
    {(aria) => (
      <textarea
        {...aria}
        className="field-input news-field"
        rows={6}
        maxLength={2000}
        value={value}
        onChange={({ target }) => onChange(target.value)}
      />
    )}
  </Labelled>
);

interface SendDialogProps {
  readonly news: NewsText;
  readonly text: string;
  readonly onSent: () => void;
  readonly onClose: () => void;
}

function SendDialog({ news, text, onSent, onClose }: SendDialogProps) {
  // One id per opened dialog: the news are sent once, however often they are confirmed.
  const [id] = useState(() => crypto.randomUUID());
  const [send, { loading }] = useMutation(SEND_NEWS, {
    refetchQueries: 'active',
    onCompleted: () => {
      toast.success(t('admin.news.sent'), { text: t('admin.news.sentText') });
      onSent();
      onClose();
    },
    // The dialog stays, so that trying again cannot send the news twice.
    onError: (error) => toastError(t('admin.news.failed'), error),
  });
  return (
    <ConfirmDialog
      title={t('admin.news.confirm')}
      text={text}
      confirm={t('admin.news.send')}
      isDanger={false}
      isBusy={loading}
      onConfirm={() => void send({ variables: { id, ...news } })}
      onCancel={onClose}
    />
  );
}
