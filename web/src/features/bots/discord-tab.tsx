import { AGE_RATINGS, CreateBotInput, type AgeRating } from '@kith/proto';
import { Form, Input } from 'antd';
import { Link } from 'react-router';
import { addMessages, t } from '../../lib/i18n.js';
import { connectMessages } from '../../lib/messages/en-connect.js';
import { paths } from '../../lib/paths.js';
import { schemaRule } from '../../lib/schema-rule.js';
import { NEW_APPLICATION, PORTAL } from '../../shared/developer-portal.js';
import { ChannelInput, ServerInput } from '../../shared/discord-inputs.js';
import { ExternalLink } from '../../shared/external-link.js';
import { PasswordInput } from '../../ui/field.js';
import { Select } from '../../ui/inputs.js';
import { Section } from '../../ui/section.js';
import { Notice } from '../../ui/state.js';
import { SwitchRow } from '../../ui/switch-row.js';

addMessages(connectMessages);

interface DiscordTabProps {
  readonly tokenHint: string | null;
  readonly botId: string | undefined;
}

/** A stored token is never shown, only its last characters; it can be replaced or removed (docs/decisions.md A9). */
export function DiscordTab({ tokenHint, botId }: DiscordTabProps) {
  const isStored = tokenHint !== null;
  const isCleared = Form.useWatch<boolean | undefined>('clearDiscordToken') ?? false;
  const serverId = Form.useWatch<string | undefined>('serverId')?.trim() || null;
  return (
    <div className="stack form-tab form-items">
      <Section title={t('form.discordSection')} className="form-part">
        <TokenHelp isStored={isStored} botId={botId} />
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
        <p className="note">
          {t('form.agreement')} <Link to={`${paths.terms}#serviceProvider`}>{t('form.agreementLink')}</Link>
        </p>
        {isStored && <SwitchRow name="clearDiscordToken" label={t('form.clearToken')} text={t('form.clearTokenText')} />}
        <Form.Item
          name="serverId"
          label={t('form.serverId')}
          extra={t('form.serverIdHint')}
          validateTrigger="onBlur"
          rules={[schemaRule(CreateBotInput.shape.serverId)]}
        >
          <ServerInput botId={botId} />
        </Form.Item>
        <Form.Item
          name="dedicatedChannelId"
          label={t('form.channelId')}
          extra={t('form.channelIdHint')}
          validateTrigger="onBlur"
          rules={[schemaRule(CreateBotInput.shape.dedicatedChannelId)]}
        >
          <ChannelInput botId={botId} serverId={serverId} />
        </Form.Item>
        <Form.Item
          name="statusText"
          label={t('form.statusText')}
          extra={t('form.statusTextHint')}
          rules={[schemaRule(CreateBotInput.shape.statusText)]}
        >
          <Input autoComplete="off" placeholder={t('form.statusTextPlaceholder')} />
        </Form.Item>
      </Section>
      <AgeRatingFields />
    </div>
  );
}

/** Where a token comes from, and the guide that leads there, which needs a companion. */
const TokenHelp = ({ isStored, botId }: Pick<DiscordTabProps, 'botId'> & { readonly isStored: boolean }) => (
  <Notice tone="info">
    <p>{t('form.discordHelp')}</p>
    <p className="row notice-actions">
      <ExternalLink size="sm" to={isStored ? PORTAL : NEW_APPLICATION}>
        {t('connect.openPortal')}
      </ExternalLink>
      {botId !== undefined && (
        <Link to={paths.connect(botId)} className="notice-link">
          {t('workspace.connect')}
        </Link>
      )}
    </p>
  </Notice>
);

/** For whom the companion is; who chooses adults confirms to be one (docs/decisions.md C40). */
function AgeRatingFields() {
  const rating = Form.useWatch<AgeRating | undefined>('ageRating');
  return (
    <Section title={t('form.age')} className="form-part">
      <Form.Item name="ageRating" label={t('form.ageRating')} extra={t('form.ageRatingHint')}>
        <Select options={AGE_RATINGS.map((value) => ({ value, label: t(`form.ages.${value}`) }))} />
      </Form.Item>
      {rating === 'adult' && (
        <SwitchRow name="confirmsAdult" label={t('form.confirmsAdult')} text={t('form.confirmsAdultText')} />
      )}
    </Section>
  );
}
