import { ChannelSettings } from '@kith/proto';
import { Form, Input } from 'antd';
import { t } from '../../lib/i18n.js';
import { schemaRule } from '../../lib/schema-rule.js';
import { Section } from '../../ui/section.js';
import { Notice } from '../../ui/state.js';
import { ChannelList } from './channel-list.js';
import { type ChannelValues, SOON } from './channel-values.js';
import { NumberField, SettingSwitch } from './fields.js';

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
      <Section title={t('channel.section.places')} lead={t('channel.section.placesText')}>
        <Form.Item
          name="dedicatedChannelId"
          label={t('channel.dedicatedChannelId')}
          extra={t('channel.dedicatedChannelIdText')}
          normalize={(typed: string) => typed.trim()}
          rules={[schemaRule(ChannelSettings.shape.dedicatedChannelId, t('channel.idRule'))]}
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
      </Section>
      <Section title={t('channel.section.replies')}>
        <div>
          <SettingSwitch name="autoReply" />
          <SettingSwitch name="mentionOnly" />
        </div>
      </Section>
    </>
  );
}

interface TabProps {
  readonly values: ChannelValues;
}

export const BehaviorTab = () => (
  <>
    <Section title={t('channel.section.conversation')}>
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
          rules={[schemaRule(ChannelSettings.shape.customPrefix, t('channel.customPrefixRule'))]}
        >
          <Input autoComplete="off" autoCapitalize="none" spellCheck={false} />
        </Form.Item>
      </div>
    </Section>
    <Section title={t('channel.section.pace')}>
      <div className="columns channel-row">
        <NumberField name="responseDelay" />
        <NumberField name="maxMessagesPerMinute" />
      </div>
    </Section>
  </>
);

export const ModerationTab = ({ values }: TabProps) => (
  <>
    {SOON.includes('moderationMode') && <Notice tone="info">{t('channel.moderationSoon')}</Notice>}
    <Section title={t('channel.section.moderation')}>
      <SettingSwitch name="moderationMode" />
    </Section>
    {values.moderationMode && <ModerationDetail />}
  </>
);

const ModerationDetail = () => (
  <>
    <Section title={t('channel.section.rules')}>
      <div>
        <SettingSwitch name="profanityFilter" />
        <SettingSwitch name="spamDetection" />
        <SettingSwitch name="blockLinks" />
        <SettingSwitch name="blockInvites" />
        <SettingSwitch name="capsFilter" />
      </div>
    </Section>
    <Section title={t('channel.section.actions')}>
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
        rules={[schemaRule(ChannelSettings.shape.whitelistUsers)]}
      >
        <Input.TextArea rows={2} placeholder={t('channel.idPlaceholder')} spellCheck={false} />
      </Form.Item>
    </Section>
  </>
);

export const AdvancedTab = ({ values }: TabProps) => (
  <>
    <Section title={t('channel.section.threads')}>
      <div>
        <SettingSwitch name="enableThreads" />
        {values.enableThreads && <SettingSwitch name="autoCreateThreads" />}
      </div>
    </Section>
    <Section title={t('channel.section.records')}>
      <SettingSwitch name="logMessages" />
    </Section>
  </>
);
