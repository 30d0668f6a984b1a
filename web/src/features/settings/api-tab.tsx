import { useMutation } from '@apollo/client/react';
import { MODEL_PROVIDERS, UpdateApiSettingsInput, type User } from '@kith/proto';
import { Form } from 'antd';
import { ExternalLink } from 'lucide-react';
import { t } from '../../lib/i18n.js';
import { fieldRule } from '../../lib/schema-rule.js';
import { useUser } from '../../shared/auth.js';
import { Button } from '../../ui/button.js';
import { PasswordInput } from '../../ui/field.js';
import { Select } from '../../ui/inputs.js';
import { SwitchRow } from '../../ui/switch-row.js';
import type { NoteUnsaved } from '../../ui/unsaved-changes.js';
import { Section } from './section.js';
import { UPDATE_API_SETTINGS } from './settings.graphql.js';
import { useSettingsForm } from './use-settings-form.js';

interface ApiValues {
  readonly defaultModelProvider: User['apiSettings']['defaultModelProvider'];
  readonly apiKey: string;
  readonly clearApiKey: boolean;
  readonly developerMode: boolean;
}

// The key fields start empty, and are emptied again after a save.
const NO_KEY = { apiKey: '', clearApiKey: false };

export function ApiTab({ note }: { readonly note: NoteUnsaved }) {
  const { apiSettings, id } = useUser();
  return (
    <div className="stack setting-cards">
      <Section title={t('settings.api.heading')}>
        <ApiForm apiSettings={apiSettings} note={note} />
      </Section>
      {apiSettings.developerMode && <DeveloperInfo userId={id} />}
    </div>
  );
}

function ApiForm({ apiSettings, note }: Pick<User, 'apiSettings'> & { readonly note: NoteUnsaved }) {
  const { defaultModelProvider, developerMode, hasApiKey } = apiSettings;
  const initial = { defaultModelProvider, developerMode, ...NO_KEY };
  const [form] = Form.useForm<ApiValues>();
  const isCleared = Form.useWatch<boolean | undefined>('clearApiKey', form) ?? false;
  const [update] = useMutation(UPDATE_API_SETTINGS);
  const { save, check, isBusy } = useSettingsForm<ApiValues>({
    form,
    name: 'api',
    initial,
    valuesAfterSave: NO_KEY,
    note,
    send: async (values) => (await update({ variables: { input: changesOf(values) } })).data?.updateApiSettings,
    done: t('settings.api.done'),
    failed: t('settings.api.failed'),
  });
  return (
    <Form
      form={form}
      name="api"
      layout="vertical"
      className="setting-form form-items"
      initialValues={initial}
      onValuesChange={check}
      requiredMark={false}
      noValidate
      onFinish={(values) => void save(values)}
    >
      <Form.Item name="defaultModelProvider" label={t('settings.api.provider')}>
        <Select options={MODEL_PROVIDERS.map((value) => ({ value, label: t(`settings.api.providers.${value}`) }))} />
      </Form.Item>
      <KeyField apiSettings={apiSettings} isOff={isCleared} />
      <div>
        {hasApiKey && <SwitchRow name="clearApiKey" label={t('settings.api.clearKey')} text={t('settings.api.clearKeyText')} />}
        <SwitchRow name="developerMode" label={t('settings.api.developerMode')} text={t('settings.api.developerModeText')} />
      </div>
      <Button type="submit" variant="primary" isBusy={isBusy}>
        {t(isBusy ? 'settings.saving' : 'settings.api.save')}
      </Button>
    </Form>
  );
}

/** The server never returns the key, only its last characters (docs/decisions.md A9). */
const KeyField = ({ apiSettings, isOff }: Pick<User, 'apiSettings'> & { readonly isOff: boolean }) => (
  <Form.Item
    name="apiKey"
    label={t('settings.api.key')}
    extra={apiSettings.hasApiKey ? storedKey(apiSettings.apiKeyHint) : t('settings.api.keyHint')}
    rules={[fieldRule(UpdateApiSettingsInput.shape.apiKey)]}
  >
    <PasswordInput
      words={{ show: t('settings.api.showKey'), hide: t('settings.api.hideKey') }}
      placeholder={t(apiSettings.hasApiKey ? 'settings.api.keyKeep' : 'settings.api.keyPlaceholder')}
      autoComplete="off"
      data-1p-ignore
      spellCheck={false}
      disabled={isOff}
    />
  </Form.Item>
);

/** An empty field keeps the stored key. */
const changesOf = ({ defaultModelProvider, apiKey, clearApiKey, developerMode }: ApiValues) => ({
  defaultModelProvider,
  developerMode,
  ...(clearApiKey ? { clearApiKey } : apiKey.trim() && { apiKey: apiKey.trim() }),
});

/** A key that is too short to be real has no hint. */
const storedKey = (hint: string | null): string =>
  hint ? t('settings.api.keyStored', { hint }) : t('settings.api.keyStoredOnly');

const API_DOCS = '/api/docs';

/** For developers who use the API. */
const DeveloperInfo = ({ userId }: { readonly userId: string }) => (
  <Section title={t('settings.api.developerMode')}>
    <dl className="columns setting-facts">
      <div>
        <dt>{t('settings.api.accountId')}</dt>
        <dd>
          <code>{userId}</code>
        </dd>
      </div>
      <div>
        <dt>{t('settings.api.reference')}</dt>
        <dd>
          <a className="notice-link" href={API_DOCS} target="_blank" rel="noopener noreferrer">
            {API_DOCS}
            <ExternalLink size={14} aria-hidden="true" />
          </a>
        </dd>
      </div>
    </dl>
  </Section>
);
