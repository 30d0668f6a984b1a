import { ChannelSettings } from '@kith/proto';
import { Form, Input } from 'antd';
import { fieldRule } from '../../lib/field-rule.js';
import { t } from '../../lib/i18n.js';
import { Notice } from '../../ui/notice.js';
import type { ChannelValues } from './channel-values.js';
import { NumberField, Part, SwitchRow } from './fields.js';
import { SOON } from './soon.js';

interface TabProps {
  readonly values: ChannelValues;
}

export const BehaviorTab = () => (
  <>
    <Part title={t('channel.section.conversation')}>
      <div>
        <SwitchRow name="ignoreOtherBots" />
        <SwitchRow name="allowCommands" />
        <SwitchRow name="allowFileUploads" />
      </div>
      <div className="columns channel-row channel-short">
        <Form.Item
          name="customPrefix"
          label={t('channel.customPrefix')}
          extra={t('channel.customPrefixText')}
          rules={[fieldRule(ChannelSettings.shape.customPrefix, t('channel.customPrefixRule'))]}
        >
          <Input autoComplete="off" autoCapitalize="none" spellCheck={false} />
        </Form.Item>
      </div>
    </Part>
    <Part title={t('channel.section.pace')}>
      <div className="columns channel-row">
        <NumberField name="responseDelay" />
        <NumberField name="maxMessagesPerMinute" />
      </div>
    </Part>
  </>
);

export const ModerationTab = ({ values }: TabProps) => (
  <>
    {SOON.includes('moderationMode') && <Notice tone="info">{t('channel.moderationSoon')}</Notice>}
    <Part title={t('channel.section.moderation')}>
      <SwitchRow name="moderationMode" />
    </Part>
    {values.moderationMode && <ModerationDetail />}
  </>
);

const ModerationDetail = () => (
  <>
    <Part title={t('channel.section.rules')}>
      <div>
        <SwitchRow name="profanityFilter" />
        <SwitchRow name="spamDetection" />
        <SwitchRow name="blockLinks" />
        <SwitchRow name="blockInvites" />
        <SwitchRow name="capsFilter" />
      </div>
    </Part>
    <Part title={t('channel.section.actions')}>
      <div>
        <SwitchRow name="autoDelete" />
        <SwitchRow name="issueWarnings" />
        <SwitchRow name="timeoutUsers" />
      </div>
      <div className="columns channel-row">
        <NumberField name="warningThreshold" />
        <NumberField name="timeoutDuration" />
      </div>
      <Form.Item
        name="whitelistUsers"
        label={t('channel.whitelistUsers')}
        extra={t('channel.whitelistUsersText')}
        rules={[fieldRule(ChannelSettings.shape.whitelistUsers)]}
      >
        <Input.TextArea rows={2} placeholder={t('channel.idPlaceholder')} spellCheck={false} />
      </Form.Item>
    </Part>
  </>
);

export const AdvancedTab = ({ values }: TabProps) => (
  <>
    <Part title={t('channel.section.threads')}>
      <div>
        <SwitchRow name="enableThreads" />
        {values.enableThreads && <SwitchRow name="autoCreateThreads" />}
      </div>
    </Part>
    <Part title={t('channel.section.records')}>
      <SwitchRow name="logMessages" />
    </Part>
  </>
);
