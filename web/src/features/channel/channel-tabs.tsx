import { ChannelSettings } from '@kith/proto';
import { Form, Input } from 'antd';
import { t } from '../../lib/i18n.js';
import { fieldRule } from '../../lib/schema-rule.js';
import { Notice } from '../../ui/state.js';
import { ChannelList } from './channel-list.js';
import { type ChannelValues, SOON } from './channel-values.js';
import { NumberField, Part, SettingSwitch } from './fields.js';

const LISTS = [
  ['allowedChannels', 'restrictedChannels'],
  ['restrictedChannels', 'allowedChannels'],
] as const;

interface BasicTabProps {
  readonly values: ChannelValues;
  /** Reports per list whether an id is typed but not added yet. */
  readonly onPendingId: (name: string, isPending: boolean) => void;
}

export function BasicTab({ values, onPendingId }: BasicTabProps) {
  return (
    <>
      <Part title={t('channel.section.places')} text={t('channel.section.placesText')}>
        <Form.Item
          name="dedicatedChannelId"
          label={t('channel.dedicatedChannelId')}
          extra={t('channel.dedicatedChannelIdText')}
          normalize={(typed: string) => typed.trim()}
          rules={[fieldRule(ChannelSettings.shape.dedicatedChannelId, t('channel.idRule'))]}
        >
          <Input placeholder={t('channel.idPlaceholder')} inputMode="numeric" autoComplete="off" />
        </Form.Item>
        <div className="columns channel-row">
          {LISTS.map(([name, other]) => (
            <Form.Item key={name} name={name} noStyle>
              <ChannelList
                label={t(`channel.${name}`)}
                text={t(`channel.${name}Text`)}
                others={values[other]}
                onPendingId={(isPending) => onPendingId(name, isPending)}
              />
            </Form.Item>
          ))}
        </div>
      </Part>
      <Part title={t('channel.section.replies')}>
        <div>
          <SettingSwitch name="autoReply" />
          <SettingSwitch name="mentionOnly" />
        </div>
      </Part>
    </>
  );
}

interface TabProps {
  readonly values: ChannelValues;
}

export const BehaviorTab = () => (
  <>
    <Part title={t('channel.section.conversation')}>
      <div>
        <SettingSwitch name="ignoreOtherBots" />
        <SettingSwitch name="allowCommands" />
        <SettingSwitch name="allowFileUploads" />
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
      <SettingSwitch name="moderationMode" />
    </Part>
    {values.moderationMode && <ModerationDetail />}
  </>
);

const ModerationDetail = () => (
  <>
    <Part title={t('channel.section.rules')}>
      <div>
        <SettingSwitch name="profanityFilter" />
        <SettingSwitch name="spamDetection" />
        <SettingSwitch name="blockLinks" />
        <SettingSwitch name="blockInvites" />
        <SettingSwitch name="capsFilter" />
      </div>
    </Part>
    <Part title={t('channel.section.actions')}>
      <div>
        <SettingSwitch name="autoDelete" />
        <SettingSwitch name="issueWarnings" />
        <SettingSwitch name="timeoutUsers" />
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
        <SettingSwitch name="enableThreads" />
        {values.enableThreads && <SettingSwitch name="autoCreateThreads" />}
      </div>
    </Part>
    <Part title={t('channel.section.records')}>
      <SettingSwitch name="logMessages" />
    </Part>
  </>
);
