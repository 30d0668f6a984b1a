import { useMutation, useQuery } from '@apollo/client/react';
import { MODEL_PROVIDERS, providerName, UpdateApiSettingsInput, type User } from '@kith/proto';
import { Form } from 'antd';
import { ExternalLink } from 'lucide-react';
import { t } from '../../lib/i18n.js';
import { paths } from '../../lib/paths.js';
import { schemaRule } from '../../lib/schema-rule.js';
import { useUser } from '../../shared/auth.js';
import { PasswordInput } from '../../ui/field.js';
import { Select } from '../../ui/inputs.js';
import { Section } from '../../ui/section.js';
import { SwitchRow } from '../../ui/switch-row.js';
import type { OnUnsavedChange } from '../../ui/unsaved-changes.js';
import { KeyStatus, WhoAnswers } from './api-key-status.js';
import { AccessKeys } from './access-keys.js';
import { SettingsForm } from './settings-form.js';
import { MODEL_OPTIONS, UPDATE_API_SETTINGS } from './settings.graphql.js';

type ApiSettings = User['apiSettings'];

interface ApiValues {
  readonly defaultModelProvider: ApiSettings['defaultModelProvider'];
  readonly apiKey: string;
  readonly clearApiKey: boolean;
  /** Empty: the one that fits the setting of each companion. */
  readonly ownModel: string;
  readonly developerMode: boolean;
}

// The key fields start empty, and are emptied again after a save.
const NO_KEY = { apiKey: '', clearApiKey: false };

export function ApiTab({ note }: { readonly note: OnUnsavedChange }) {
  const { apiSettings, id } = useUser();
  const { defaultModelProvider, developerMode, hasApiKey } = apiSettings;
  const ownModel = apiSettings.ownModel ?? '';
  const [update] = useMutation(UPDATE_API_SETTINGS);
  // The own key, the provider and the model decide what may be chosen next.
  const { data, refetch } = useQuery(MODEL_OPTIONS, { fetchPolicy: 'cache-and-network' });
  const options = data?.modelOptions;
  const send = async (values: ApiValues) => {
    const saved = (await update({ variables: { input: changesOf(values, ownModel) } })).data?.updateApiSettings;
    void refetch().catch(() => undefined);
    return saved;
  };
  return (
    <div className="stack gap-lg">
      <SettingsForm<ApiValues>
        name="api"
        title={t('settings.tab.api')}
        initial={{ defaultModelProvider, developerMode, ownModel, ...NO_KEY }}
        valuesAfterSave={NO_KEY}
        note={note}
        send={send}
        texts={{ save: t('settings.api.save'), done: t('settings.api.done'), failed: t('settings.api.failed') }}
      >
        <Form.Item
          name="defaultModelProvider"
          label={t('settings.api.provider')}
          extra={<WhoAnswers apiSettings={apiSettings} offered={options?.offeredProviders} />}
        >
          <Select options={MODEL_PROVIDERS.map((value) => ({ value, label: t(`settings.api.providers.${value}`) }))} />
        </Form.Item>
        <KeyField apiSettings={apiSettings} />
        <KeyStatus apiSettings={apiSettings} problem={options?.keyProblem ?? null} />
        <OwnModelField apiSettings={apiSettings} models={options?.ownModels ?? []} />
        <div>
          {hasApiKey && <SwitchRow name="clearApiKey" label={t('settings.api.clearKey')} text={t('settings.api.clearKeyText')} />}
          <SwitchRow name="developerMode" label={t('settings.api.developerMode')} text={t('settings.api.developerModeText')} />
        </div>
      </SettingsForm>
      <AccessKeys />
      {developerMode && <DeveloperInfo userId={id} />}
    </div>
  );
}

/** The server never returns the key, only its last characters (docs/decisions.md A9). */
function KeyField({ apiSettings: { hasApiKey, apiKeyHint, apiKeyProvider } }: { readonly apiSettings: ApiSettings }) {
  const isCleared = Form.useWatch<boolean | undefined>('clearApiKey') ?? false;
  const isLocal = Form.useWatch<string | undefined>('defaultModelProvider') === 'local';
  const stored = apiKeyProvider ? `${storedKey(apiKeyHint)} (${providerName(apiKeyProvider)})` : storedKey(apiKeyHint);
  return (
    <Form.Item
      name="apiKey"
      label={t('settings.api.key')}
      extra={isLocal ? t('settings.api.keyNotNeeded') : hasApiKey ? stored : t('form.tokenHint')}
      rules={[schemaRule(UpdateApiSettingsInput.shape.apiKey)]}
    >
      <PasswordInput
        words={{ show: t('settings.api.showKey'), hide: t('settings.api.hideKey') }}
        placeholder={t(hasApiKey ? 'settings.api.keyKeep' : 'settings.api.keyPlaceholder')}
        disabled={isCleared || isLocal}
      />
    </Form.Item>
  );
}

interface OwnModelFieldProps {
  readonly apiSettings: ApiSettings;
  readonly models: readonly string[];
}

/** For a stored key of the chosen provider; a new key is saved first, which shows its models. */
function OwnModelField({ apiSettings: { apiKeyProvider, ownModel }, models }: OwnModelFieldProps) {
  const provider = Form.useWatch<string | undefined>('defaultModelProvider');
  const isReplaced = (Form.useWatch<string | undefined>('apiKey') ?? '') !== '';
  const isCleared = Form.useWatch<boolean | undefined>('clearApiKey') ?? false;
  if (apiKeyProvider === null || apiKeyProvider !== provider) return null;
  const known = ownModel !== null && !models.includes(ownModel) ? [ownModel, ...models] : models;
  return (
    <Form.Item name="ownModel" label={t('settings.api.ownModel')} extra={t('settings.api.ownModelText')}>
      <Select
        disabled={isReplaced || isCleared}
        options={[{ value: '', label: t('settings.api.fittingModel') }, ...known.map((value) => ({ value, label: value }))]}
      />
    </Form.Item>
  );
}

/** An empty field keeps the stored key. A new key begins without a chosen model. */
function changesOf({ defaultModelProvider, apiKey, clearApiKey, ownModel, developerMode }: ApiValues, storedModel: string) {
  const key = apiKey.trim();
  const isKeyKept = !clearApiKey && key === '';
  return {
    defaultModelProvider,
    developerMode,
    ...(clearApiKey ? { clearApiKey } : key && { apiKey: key }),
    ...(isKeyKept && ownModel !== storedModel && { ownModel }),
  };
}

/** A key that is too short to be real has no hint. */
const storedKey = (hint: string | null): string =>
  hint ? t('settings.api.keyStored', { hint }) : t('settings.api.keyStoredOnly');

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
          <a className="notice-link" href={paths.apiDocs} target="_blank" rel="noopener noreferrer">
            {paths.apiDocs}
            <ExternalLink size={14} aria-hidden="true" />
          </a>
        </dd>
      </div>
    </dl>
  </Section>
);
