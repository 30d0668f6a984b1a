import { ChannelSettings, MISSED_MESSAGES } from '@kith/proto';
import { Form, Input } from 'antd';
import { formatNumber } from '../../lib/format.js';
import { t } from '../../lib/i18n.js';
import { schemaRule } from '../../lib/schema-rule.js';
import { ChannelInput } from '../../shared/discord-inputs.js';
import { useKnownCategories, useKnownChannels } from '../../shared/use-discord.js';
import { Select } from '../../ui/inputs.js';
import { Section } from '../../ui/section.js';
import { Notice } from '../../ui/state.js';
import { SwitchRow } from '../../ui/switch-row.js';
import { CaseList } from './case-list.js';
import { ChannelList } from './channel-list.js';
import { DEFAULTS, NUMBERS, type ChannelValues, type NumberName } from './channel-values.js';
import { ProactiveFields } from './proactive-fields.js';
import { SettingNeeds } from './setting-needs.js';

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
  const categories = useKnownCategories(botId, null);
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
          <ChannelInput botId={botId} withCategories />
        </Form.Item>
        <div className="columns channel-row">
          {LISTS.map(([name, other]) => (
            <Form.Item key={name} name={name} noStyle>
              <ChannelList
                label={t(`channel.${name}`)}
                text={t(`channel.${name}Text`)}
                channels={channels}
                categories={categories}
                others={values[other]}
                onPendingId={(isPending) => onPendingId(name, isPending)}
              />
            </Form.Item>
          ))}
        </div>
      </Section>
      <Section title={t('channel.section.replies')}>
        <Switches names={['autoReply', 'mentionOnly', 'allowDirectMessages', 'replyButtons']} />
      </Section>
    </>
  );
}

type TabProps = Pick<BasicTabProps, 'values'>;

export const BehaviorTab = ({ botId, values }: Pick<BasicTabProps, 'botId' | 'values'>) => (
  <>
    <Section title={t('channel.section.conversation')}>
      <Switches names={['ignoreOtherBots', 'allowCommands', 'allowFileUploads']} />
      <div className="columns channel-row channel-short">
        <Form.Item
          name="customPrefix"
          label={t('channel.customPrefix')}
          extra={
            <>
              {t('channel.customPrefixText')} <SettingNeeds name="customPrefix" />
            </>
          }
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
        <NumberField name="directMessagesPerHour" />
      </div>
    </Section>
    <ProactiveFields botId={botId} messages={values.proactiveMessages} />
  </>
);

interface ModerationTabProps extends TabProps {
  readonly botId: string;
  /** The cases are loaded when the tab is looked at. */
  readonly isActive: boolean;
}

export const ModerationTab = ({ botId, values, isActive }: ModerationTabProps) => (
  <>
    <Section title={t('channel.section.moderation')}>
      <Switches names={values.moderationMode ? ['moderationMode', 'moderationDryRun'] : ['moderationMode']} />
    </Section>
    {values.moderationMode && <ModerationDetail botId={botId} values={values} />}
    <CaseList botId={botId} isActive={isActive} />
  </>
);

const RULES = ['profanityFilter', 'spamDetection', 'blockLinks', 'blockInvites', 'capsFilter'] as const;

const ModerationDetail = ({ botId, values }: Pick<ModerationTabProps, 'botId' | 'values'>) => (
  <>
    <Section title={t('channel.section.rules')}>
      {RULES.every((name) => !values[name]) && <Notice tone="warning">{t('channel.noRules')}</Notice>}
      <Switches names={['profanityFilter']} />
      {values.profanityFilter && <LongText name="blockedWords" placeholder={t('channel.blockedWordsExample')} />}
      <Switches names={['spamDetection', 'blockLinks']} />
      {values.blockLinks && <LongText name="allowedLinkHosts" placeholder={t('channel.allowedLinkHostsExample')} />}
      <Switches names={['blockInvites', 'capsFilter']} />
    </Section>
    <Section title={t('channel.section.actions')}>
      <Switches names={['autoDelete', 'issueWarnings', 'timeoutUsers']} />
      <div className="columns channel-row">
        <NumberField name="warningThreshold" />
        <NumberField name="timeoutDuration" />
      </div>
      <LongText name="whitelistUsers" placeholder={t('form.idPlaceholder')} />
      <Form.Item
        name="moderationLogChannelId"
        label={t('channel.moderationLogChannelId')}
        extra={t('channel.moderationLogChannelIdText')}
        normalize={(typed: string) => typed.trim()}
        validateTrigger="onBlur"
        rules={[schemaRule(ChannelSettings.shape.moderationLogChannelId, t('channel.idRule'))]}
      >
        <ChannelInput botId={botId} />
      </Form.Item>
    </Section>
  </>
);

interface LongTextProps {
  readonly name: 'whitelistUsers' | 'blockedWords' | 'allowedLinkHosts';
  readonly placeholder: string;
}

/** A list that is typed as a text. */
const LongText = ({ name, placeholder }: LongTextProps) => (
  <Form.Item
    name={name}
    label={t(`channel.${name}`)}
    extra={t(`channel.${name}Text`)}
    rules={[schemaRule(ChannelSettings.shape[name])]}
  >
    <Input.TextArea rows={2} placeholder={placeholder} spellCheck={false} />
  </Form.Item>
);

export const AdvancedTab = ({ values }: TabProps) => (
  <>
    <Section title={t('channel.section.threads')}>
      <Switches names={values.enableThreads ? ['enableThreads', 'autoCreateThreads'] : ['enableThreads']} />
    </Section>
    <Section title={t('channel.section.outages')}>
      <Form.Item name="missedMessages" label={t('channel.missedMessages')} extra={t('channel.missedMessagesText')}>
        <Select options={MISSED_MESSAGES.map((value) => ({ value, label: t(`channel.missedMessagesOptions.${value}`) }))} />
      </Form.Item>
    </Section>
    <Section title={t('channel.section.records')}>
      <Switches names={['logMessages']} />
    </Section>
  </>
);

type SwitchName = {
  [K in keyof ChannelSettings]: ChannelSettings[K] extends boolean | null ? K : never;
}[keyof ChannelSettings];

const Switches = ({ names }: { readonly names: readonly SwitchName[] }) => (
  <div>
    {names.map((name) => (
      <SwitchRow
        key={name}
        name={name}
        label={t(`channel.${name}`)}
        text={t(`channel.${name}Text`)}
        note={<SettingNeeds name={name} />}
      />
    ))}
  </div>
);

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
