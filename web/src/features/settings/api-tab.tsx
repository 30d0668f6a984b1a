import { useMutation } from '@apollo/client/react';
import { MODEL_PROVIDERS, UpdateApiSettingsInput, type User } from '@kith/proto';
import { Form } from 'antd';
import { ExternalLink } from 'lucide-react';
import { t } from '../../lib/i18n.js';
import { schemaRule } from '../../lib/schema-rule.js';
import { useUser } from '../../shared/auth.js';
import { PasswordInput } from '../../ui/field.js';
import { Select } from '../../ui/inputs.js';
import { Section } from '../../ui/section.js';
import { SwitchRow } from '../../ui/switch-row.js';
import type { OnUnsavedChange } from '../../ui/unsaved-changes.js';
import { SettingsForm } from './settings-form.js';
import { UPDATE_API_SETTINGS } from './settings.graphql.js';

interface ApiValues {
  readonly defaultModelProvider: User['apiSettings']['defaultModelProvider'];
  readonly apiKey: string;
  readonly clearApiKey: boolean;
  readonly developerMode: boolean;
}

// The key fields start empty, and are emptied again after a save.
const NO_KEY = { apiKey: '', clearApiKey: false };

export function ApiTab({ note }: { readonly note: OnUnsavedChange }) {
  const { apiSettings, id } = useUser();
  const { defaultModelProvider, developerMode, hasApiKey } = apiSettings;
  const [update] = useMutation(UPDATE_API_SETTINGS);
  return (
    <div className="stack gap-lg">
      <SettingsForm<ApiValues>
        name="api"
        title={t('settings.tab.api')}
        initial={{ defaultModelProvider, developerMode, ...NO_KEY }}
        valuesAfterSave={NO_KEY}
        note={note}
        send={async (values) => (await update({ variables: { input: changesOf(values) } })).data?.updateApiSettings}
        texts={{ save: t('settings.api.save'), done: t('settings.api.done'), failed: t('settings.api.failed') }}
      >
        <Form.Item name="defaultModelProvider" label={t('settings.api.provider')}>
          <Select options={MODEL_PROVIDERS.map((value) => ({ value, label: t(`settings.api.providers.${value}`) }))} />
        </Form.Item>
        <KeyField apiSettings={apiSettings} />
        <div>
          {hasApiKey && <SwitchRow name="clearApiKey" label={t('settings.api.clearKey')} text={t('settings.api.clearKeyText')} />}
          <SwitchRow name="developerMode" label={t('settings.api.developerMode')} text={t('settings.api.developerModeText')} />
        </div>
      </SettingsForm>
      {developerMode && <DeveloperInfo userId={id} />}
    </div>
  );
}

/** The server never returns the key, only its last characters (docs/decisions.md A9). */
function KeyField({ apiSettings: { hasApiKey, apiKeyHint } }: Pick<User, 'apiSettings'>) {
  const isCleared = Form.useWatch<boolean | undefined>('clearApiKey') ?? false;
  return (
    <Form.Item
      name="apiKey"
      label={t('settings.api.key')}
      extra={hasApiKey ? storedKey(apiKeyHint) : t('form.tokenHint')}
      rules={[schemaRule(UpdateApiSettingsInput.shape.apiKey)]}
    >
      <PasswordInput
        words={{ show: t('settings.api.showKey'), hide: t('settings.api.hideKey') }}
        placeholder={t(hasApiKey ? 'settings.api.keyKeep' : 'settings.api.keyPlaceholder')}
        disabled={isCleared}
      />
    </Form.Item>
  );
}

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
  <Section title={t('settings.api.developerMode')} className="card card-body">
    <dl className="columns setting-facts">
      <div>
        <dt className="note">{t('settings.api.accountId')}</dt>
        <dd>
          <code>{userId}</code>
        </dd>
      </div>
      <div>
        <dt className="note">{t('settings.api.reference')}</dt>
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
