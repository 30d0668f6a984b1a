import { DiscordProfileInput } from '@kith/proto';
import { useState, type FormEvent } from 'react';
import { Link } from 'react-router';
import { t } from '../../lib/i18n.js';
import { paths } from '../../lib/paths.js';
import { readError } from '../../lib/read-error.js';
import { toast } from '../../lib/toast.js';
import type { Connection } from '../../shared/discord.graphql.js';
import { useToastMutation } from '../../shared/use-toast-mutation.js';
import { Button } from '../../ui/button.js';
import { Field, Labelled } from '../../ui/field.js';
import { Section } from '../../ui/section.js';
import { UPDATE_DISCORD_PROFILE, type ConnectBot } from './connect.graphql.js';
import { pictureOf } from './picture.js';

type Account = NonNullable<Connection['account']>;
type Fields = Readonly<Record<string, string>>;

interface ProfileFormProps {
  readonly bot: ConnectBot;
  readonly account: Account;
  readonly onPushed: () => void;
}

/** Name, description and picture of the bot on Discord; only what was changed is written. */
export function ProfileForm({ bot, account, onPushed }: ProfileFormProps) {
  const { values, problems, isChanged, isBusy, change, refuse, push } = useProfile(bot.id, account, onPushed);
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    push();
  };
  return (
    <Section title={t('connect.profile.title')} lead={t('connect.profile.lead')} className="card card-body">
      <form className="stack" onSubmit={submit}>
        <Field
          label={t('connect.profile.name')}
          value={values.name}
          error={problems['name']}
          autoComplete="off"
          onChange={({ target }) => change({ name: target.value })}
        />
        <Labelled label={t('connect.profile.about')} error={problems['about']}>
          {(aria) => (
            <textarea
              {...aria}
              className="field-input"
              rows={3}
              value={values.about}
              onChange={({ target }) => change({ about: target.value })}
            />
          )}
        </Labelled>
        <p className="note">{t('connect.profile.aboutHint')}</p>
        <PictureField
          picture={values.picture}
          problem={problems['picture']}
          onPicture={(picture) => change({ picture })}
          onProblem={(picture) => refuse({ picture })}
        />
        <p className="note">
          {bot.statusText ? t('connect.profile.status', { status: bot.statusText }) : t('connect.profile.noStatus')}{' '}
          <Link to={`${paths.edit(bot.id)}?tab=discord`}>{t('connect.profile.statusLink')}</Link>
        </p>
        <div className="row">
          <Button type="submit" variant="primary" isBusy={isBusy} disabled={!isChanged}>
            {t('connect.profile.push')}
          </Button>
          <Button onClick={() => change({ name: bot.name.slice(0, 32), about: (bot.description ?? '').slice(0, 400) })}>
            {t('connect.profile.useOwn')}
          </Button>
        </div>
      </form>
    </Section>
  );
}

interface Values {
  readonly name: string;
  readonly about: string;
  readonly picture?: string;
}

function useProfile(botId: string, account: Account, onPushed: () => void) {
  const stored: Values = { name: account.name.replace(/#\d+$/, ''), about: account.about };
  const [values, setValues] = useState(stored);
  const [problems, refuse] = useState<Fields>({});
  const { send, isBusy } = useToastMutation(UPDATE_DISCORD_PROFILE, {
    done: () => {
      toast.success(t('connect.profile.pushed'));
      onPushed();
    },
    failed: t('connect.profile.failed'),
    onFailed: (error) => refuse(byName(readError(error).fields ?? {})),
  });
  const { picture } = values;
  const changes = {
    ...(values.name.trim() !== stored.name && { name: values.name.trim() }),
    ...(values.about !== stored.about && { about: values.about }),
    ...(picture !== undefined && { picture }),
  };
  const push = (): void => {
    const parsed = DiscordProfileInput.safeParse(changes);
    refuse(parsed.success ? {} : Object.fromEntries(parsed.error.issues.map(({ path, message }) => [String(path[0]), message])));
    if (parsed.success) void send({ botId, input: changes });
  };
  const change = (some: Partial<Values>): void => setValues((before) => ({ ...before, ...some }));
  return { values, problems, isBusy, change, refuse, push, isChanged: Object.keys(changes).length > 0 };
}

interface PictureFieldProps {
  readonly picture: string | undefined;
  readonly problem: string | undefined;
  readonly onPicture: (picture: string) => void;
  readonly onProblem: (problem: string) => void;
}

const PictureField = ({ picture, problem, onPicture, onProblem }: PictureFieldProps) => (
  <Labelled label={t('connect.profile.picture')} error={problem}>
    {(aria) => (
      <div className="connect-picture">
        {picture !== undefined && <img src={picture} alt="" />}
        <input
          {...aria}
          type="file"
          accept="image/png,image/jpeg,image/gif"
          onChange={({ target }) => {
            const [file] = target.files ?? [];
            if (file) void pictureOf(file).then(onPicture, () => onProblem(t('connect.profile.badPicture')));
          }}
        />
        <span className="note">{t('connect.profile.pictureHint')}</span>
      </div>
    )}
  </Labelled>
);

/** Errors of the server name the field in the input. */
const byName = (fields: Fields): Fields =>
  Object.fromEntries(Object.entries(fields).map(([path, problem]) => [path.split('.').at(-1) ?? path, problem]));
