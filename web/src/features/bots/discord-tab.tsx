import { CreateBotInput } from '@kith/proto';
import { Form, Input } from 'antd';
import { t } from '../../lib/i18n.js';
import { schemaRule } from '../../lib/schema-rule.js';
import { PasswordInput } from '../../ui/field.js';
import { Section } from '../../ui/section.js';
import { Notice } from '../../ui/state.js';
import { SwitchRow } from '../../ui/switch-row.js';

/** A stored token is never shown, only its last characters; it can be replaced or removed (docs/decisions.md A9). */
export function DiscordTab({ tokenHint }: { readonly tokenHint: string | null }) {
  const isStored = tokenHint !== null;
  const isCleared = Form.useWatch<boolean | undefined>('clearDiscordToken') ?? false;
  return (
    <div className="stack form-tab form-items">
      <Section title={t('form.discordSection')} className="form-part">
        <Notice tone="info">{t('form.discordHelp')}</Notice>
        <Form.Item
          name="discordToken"
          label={t('form.token')}
          extra={isStored ? t(tokenHint ? 'form.tokenStored' : 'form.tokenStoredOnly', { hint: tokenHint }) : t('form.tokenHint')}
          rules={[schemaRule(CreateBotInput.shape.discordToken)]}
        >
          <PasswordInput
            words={{ show: t('form.showToken'), hide: t('form.hideToken') }}
            placeholder={t(isStored ? 'form.tokenKeep' : 'form.tokenPlaceholder')}
            disabled={isCleared}
          />
        </Form.Item>
        {isStored && <SwitchRow name="clearDiscordToken" label={t('form.clearToken')} text={t('form.clearTokenText')} />}
        <Form.Item
          name="serverId"
          label={t('form.serverId')}
          extra={t('form.serverIdHint')}
          rules={[schemaRule(CreateBotInput.shape.serverId)]}
        >
          <Input placeholder={t('form.idPlaceholder')} inputMode="numeric" autoComplete="off" />
        </Form.Item>
        <Form.Item
          name="dedicatedChannelId"
          label={t('form.channelId')}
          extra={t('form.channelIdHint')}
          rules={[schemaRule(CreateBotInput.shape.dedicatedChannelId)]}
        >
          <Input placeholder={t('form.idPlaceholder')} inputMode="numeric" autoComplete="off" />
        </Form.Item>
      </Section>
    </div>
  );
}
