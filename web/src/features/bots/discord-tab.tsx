import { CreateBotInput } from '@kith/proto';
import { Form, Input, Switch } from 'antd';
import { fieldRule } from '../../lib/field-rule.js';
import { t } from '../../lib/i18n.js';
import { Notice } from '../../ui/notice.js';
import { PasswordInput } from '../../ui/password-input.js';
import { storedToken } from './stored-token.js';

/** A stored token is never shown: only its end, if it has one, a field for a new one, and a way to remove it (decision A9). */
export function DiscordTab({ tokenHint }: { readonly tokenHint: string | null }) {
  const isStored = tokenHint !== null;
  const isCleared = Form.useWatch<boolean | undefined>('clearDiscordToken') ?? false;
  return (
    <section className="form-tab form-items form-part" aria-labelledby="discord">
      <h2 id="discord">{t('form.discordSection')}</h2>
      <Notice tone="info">{t('form.discordHelp')}</Notice>
      <Form.Item
        name="discordToken"
        label={t('form.token')}
        extra={isStored ? storedToken(tokenHint) : t('form.tokenHint')}
        rules={[fieldRule(CreateBotInput.shape.discordToken)]}
      >
        <PasswordInput
          words={{ show: t('form.showToken'), hide: t('form.hideToken') }}
          placeholder={t(isStored ? 'form.tokenKeep' : 'form.tokenPlaceholder')}
          autoComplete="off"
          data-1p-ignore
          spellCheck={false}
          disabled={isCleared}
        />
      </Form.Item>
      {isStored && (
        <label className="switch-row">
          <span>
            <span className="switch-name">{t('form.clearToken')}</span>
            <span className="muted">{t('form.clearTokenText')}</span>
          </span>
          <Form.Item name="clearDiscordToken" valuePropName="checked" noStyle>
            <Switch />
          </Form.Item>
        </label>
      )}
      <Form.Item
        name="serverId"
        label={t('form.serverId')}
        extra={t('form.serverIdHint')}
        rules={[fieldRule(CreateBotInput.shape.serverId)]}
      >
        <Input placeholder={t('form.idPlaceholder')} inputMode="numeric" autoComplete="off" />
      </Form.Item>
      <Form.Item
        name="dedicatedChannelId"
        label={t('form.channelId')}
        extra={t('form.channelIdHint')}
        rules={[fieldRule(CreateBotInput.shape.dedicatedChannelId)]}
      >
        <Input placeholder={t('form.idPlaceholder')} inputMode="numeric" autoComplete="off" />
      </Form.Item>
    </section>
  );
}
