import { describeApiKey, isUnusable, KEY_PROVIDERS, providerName, type CatalogueProvider, type User } from '@kith/proto';
import { Form } from 'antd';
import { t } from '../../lib/i18n.js';
import { Notice } from '../../ui/state.js';

type ApiSettings = User['apiSettings'];

interface KeyStatusProps {
  readonly apiSettings: ApiSettings;
  /** Why the models of the key are not known. */
  readonly problem: string | null;
}

/** What the test of the stored key, or its last use, showed. */
export function KeyStatus({ apiSettings: { apiKeyProvider, apiKeyState }, problem }: KeyStatusProps) {
  if (apiKeyProvider === null || apiKeyState === null) return null;
  const isBroken = isUnusable(apiKeyState);
  const text = isBroken ? describeApiKey(apiKeyState, apiKeyProvider) : (problem ?? describeApiKey(apiKeyState, apiKeyProvider));
  return <Notice tone={isBroken ? 'danger' : problem === null && apiKeyState === 'working' ? 'info' : 'warning'}>{text}</Notice>;
}

interface WhoAnswersProps {
  readonly apiSettings: ApiSettings;
  /** Whose models the installation offers without an own key; undefined while it is not known. */
  readonly offered: readonly CatalogueProvider[] | undefined;
}

/** Who writes the replies with the provider that is chosen in the form. */
export function WhoAnswers({ apiSettings: { apiKeyProvider }, offered }: WhoAnswersProps) {
  const chosen = Form.useWatch<ApiSettings['defaultModelProvider'] | undefined>('defaultModelProvider');
  const typed = Form.useWatch<string | undefined>('apiKey') ?? '';
  const isCleared = Form.useWatch<boolean | undefined>('clearApiKey') ?? false;
  const provider = KEY_PROVIDERS.find((one) => one === chosen);
  const stored = isCleared ? null : apiKeyProvider;
  if (provider && (stored === provider || (typed !== '' && !isCleared)))
    return (
      <>
        {t('settings.api.ownKey', { provider: providerName(provider) })} {t(`settings.api.ownKeyPictures.${provider}`)}
      </>
    );
  return (
    <>
      {stored !== null && `${t('settings.api.otherKey', { key: providerName(stored) })} `}
      {offered && installationAnswers(chosen, offered)}
    </>
  );
}

function installationAnswers(chosen: string | undefined, offered: readonly CatalogueProvider[]): string {
  if (offered.length === 0) return t('settings.api.builtIn');
  if (chosen !== 'local') return t('settings.api.installation');
  return t(offered.includes('local') ? 'settings.api.localModel' : 'settings.api.noLocalModel');
}
