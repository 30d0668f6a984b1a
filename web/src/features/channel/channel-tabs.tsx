import { ChannelSettings } from '@kith/proto';
import { Form, Input } from 'antd';
import { formatNumber } from '../../lib/format.js';
import { t } from '../../lib/i18n.js';
import { schemaRule } from '../../lib/schema-rule.js';
import { ChannelInput } from '../../shared/discord-inputs.js';
import { useKnownChannels } from '../../shared/use-discord.js';
import { Section } from '../../ui/section.js';
import { Notice } from '../../ui/state.js';
import { SwitchRow } from '../../ui/switch-row.js';
import { ChannelList } from './channel-list.js';
import { DEFAULTS, MODERATION, NUMBERS, SOON, type ChannelValues, type NumberName } from './channel-values.js';

const LISTS = [
  ['allowedChannels', 'restrictedChannels'],
  ['restrictedChannels', 'allowedChannels'],
] as const;

interface BasicTabProps {
  readonly botId: string;
  readonly values: ChannelValues;
  /** Reports per list whether an id is typed but not added yet. */
  readonly onPendingId: (name: string, isPending: boolean) => void;
}

export function BasicTab({ botId, values, onPendingId }: BasicTabProps) {
  const channels = useKnownChannels(botId, null);
  return (
    <>
      <Section title={t('channel.section.places')} lead={t('channel.section.placesText')}>
        <Form.Item
          name="dedicatedChannelId"
          label={t('channel.dedicatedChannelId')}
          extra={t('channel.dedicatedChannelIdText')}
          normalize={(typed: string) => typed.trim()}
          // A name is typed to find its channel: only what stays is checked.
          validateTrigger="onBlur"
          rules={[schemaRule(ChannelSettings.shape.dedicatedChannelId, t('channel.idRule'))]}
        >
          <ChannelInput botId={botId} />
        </Form.Item>
        <div className="columns channel-row">
          {LISTS.map(([name, other]) => (
            <Form.Item key={name} name={name} noStyle>
              <ChannelList
                label={t(`channel.${name}`)}
                text={t(`channel.${name}Text`)}
                channels={channels}
                others={values[other]}
                onPendingId={(isPending) => onPendingId(name, isPending)}
              />
            </Form.Item>
          ))}
        </div>
      </Section>
      <Section title={t('channel.section.replies')}>
        <Switches names={['autoReply', 'mentionOnly']} />
      </Section>
    </>
  );
}

type TabProps = Pick<BasicTabProps, 'values'>;

export const BehaviorTab = () => (
  <>
    <Section title={t('channel.section.conversation')}>
      <Switches names={['ignoreOtherBots', 'allowCommands', 'allowFileUploads']} />
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
      <Switches names={['profanityFilter', 'spamDetection', 'blockLinks', 'blockInvites', 'capsFilter']} />
    </Section>
    <Section title={t('channel.section.actions')}>
      <Switches names={['autoDelete', 'issueWarnings', 'timeoutUsers']} />
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
        <Input.TextArea rows={2} placeholder={t('form.idPlaceholder')} spellCheck={false} />
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

type SwitchName = { [K in keyof ChannelSettings]: ChannelSettings[K] extends boolean ? K : never }[keyof ChannelSettings];

const isModeration = (name: string): boolean => (MODERATION as readonly string[]).includes(name);

const Switches = ({ names }: { readonly names: readonly SwitchName[] }) => (
  <div>
    {names.map((name) => (
      <SettingSwitch key={name} name={name} />
    ))}
  </div>
);

/** A switch of one setting. Moderation settings share one note above them instead of a badge each. */
function SettingSwitch({ name }: { readonly name: SwitchName }) {
  const isSoon = SOON.includes(name);
  return (
    <SwitchRow
      name={name}
      label={t(`channel.${name}`)}
      text={t(`channel.${name}Text`)}
      isInert={isSoon || (SOON.includes('moderationMode') && isModeration(name))}
      soonNote={isSoon ? t('channel.soonNote') : undefined}
    />
  );
}

/** A whole number within its bounds; an emptied field takes its default (docs/specification.md). */
function NumberField({ name }: { readonly name: NumberName }) {
  const form = Form.useFormInstance<ChannelValues>();
  const { min, max } = NUMBERS[name];
  const rule = t('form.maxTokensRule', { min: formatNumber(min), max: formatNumber(max) });
  const fillDefault = (): void => {
    if (form.getFieldValue(name) === '') form.setFieldValue(name, DEFAULTS[name]);
  };
  return (
    <Form.Item
      name={name}
      label={t(`channel.${name}`)}
      extra={t(`channel.${name}Text`)}
      normalize={(typed: string) => (typed === '' ? '' : Number(typed))}
      rules={[schemaRule(orEmpty(name), rule)]}
    >
      <Input type="number" inputMode="numeric" min={min} max={max} onBlur={fillDefault} />
    </Form.Item>
  );
}

const orEmpty = (name: NumberName) => ({
  safeParse: (value: unknown) => ChannelSettings.shape[name].safeParse(value === '' ? DEFAULTS[name] : value),
});
