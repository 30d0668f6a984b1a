import { ChannelSettings, MAX_PROACTIVE_CHANNELS, PROACTIVE_EVENTS, PROACTIVE_TEXT_MISSING, ProactiveMessage } from '@kith/proto';
import { Form, Input, type FormListFieldData } from 'antd';
import { Plus, X } from 'lucide-react';
import { Link } from 'react-router';
import { useListFocus } from '../../lib/focus.js';
import { formatNumber } from '../../lib/format.js';
import { t } from '../../lib/i18n.js';
import { paths } from '../../lib/paths.js';
import { schemaRule } from '../../lib/schema-rule.js';
import { ChannelInput } from '../../shared/discord-inputs.js';
import { ownTimeZone, timeZoneOptions } from '../../shared/time-zones.js';
import { Button, IconButton } from '../../ui/button.js';
import { Select } from '../../ui/inputs.js';
import { Section } from '../../ui/section.js';
import { SwitchRow } from '../../ui/switch-row.js';
import { SettingNeeds } from './setting-needs.js';

const LIST = 'proactiveMessages';
const MAX_QUIET_DAYS = 90;
const WEEKDAYS = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'] as const;
const SHAPE = ProactiveMessage.shape;

// What is wrong with one message stands at its field.
const LIST_RULE = {
  validator: async (_rule: unknown, value: unknown) => {
    const { error } = ChannelSettings.shape.proactiveMessages.safeParse(value);
    const ofList = error?.issues.find(({ path }) => path.length === 0);
    if (ofList) throw new Error(ofList.message);
  },
};

interface ProactiveFieldsProps {
  readonly botId: string;
  readonly messages: readonly ProactiveMessage[];
}

/** What the companion says by itself, and where (docs/decisions.md C41). */
export const ProactiveFields = ({ botId, messages }: ProactiveFieldsProps) => (
  <Section title={t('channel.section.proactive')} lead={t('channel.section.proactiveText')}>
    <p className="note">
      {t('channel.proactive.needsPreference')}{' '}
      <Link to={`${paths.edit(botId)}?tab=settings`}>{t('channel.proactive.preferenceLink')}</Link>
      <SettingNeeds name="proactiveMessages" />
    </p>
    <Form.List name={LIST} rules={[LIST_RULE]}>
      {(fields, { add, remove }, { errors }) => (
        <>
          <MessageList botId={botId} messages={messages} fields={fields} onRemove={remove} />
          <Form.ErrorList errors={errors} />
          <div>
            <Button icon={Plus} disabled={fields.length >= MAX_PROACTIVE_CHANNELS} onClick={() => add(newMessage())}>
              {t('channel.proactive.add')}
            </Button>
            {fields.length >= MAX_PROACTIVE_CHANNELS && (
              <p className="note">{t('channel.proactive.full', { max: MAX_PROACTIVE_CHANNELS })}</p>
            )}
          </div>
        </>
      )}
    </Form.List>
  </Section>
);

/** On the clocks of whoever writes it. */
const newMessage = (): ProactiveMessage => ({
  channelId: '',
  event: 'quiet',
  text: '',
  isWritten: false,
  hint: '',
  quietDays: 7,
  weekday: 1,
  time: '18:00',
  timeZone: ownTimeZone(),
});

interface MessageListProps extends ProactiveFieldsProps {
  readonly fields: readonly FormListFieldData[];
  readonly onRemove: (at: number) => void;
}

function MessageList({ botId, messages, fields, onRemove }: MessageListProps) {
  const kept = useListFocus<HTMLUListElement>(fields.map(({ key }) => String(key)));
  return (
    <ul className="proactive-list" aria-label={t('channel.section.proactive')} {...kept}>
      {fields.map(({ key, name: at }) => (
        <li key={key} className="channel-list">
          <div className="proactive-head">
            <p className="field-label">{t('channel.proactive.one', { number: at + 1 })}</p>
            <IconButton icon={X} label={t('channel.proactive.remove', { number: at + 1 })} onClick={() => onRemove(at)} />
          </div>
          <MessageFields botId={botId} at={at} message={messages[at]} />
        </li>
      ))}
    </ul>
  );
}

interface MessageFieldsProps {
  readonly botId: string;
  /** The place of the message in the list. */
  readonly at: number;
  readonly message: ProactiveMessage | undefined;
}

const MessageFields = ({ botId, at, message }: MessageFieldsProps) => (
  <>
    <div className="columns channel-row">
      <Form.Item
        name={[at, 'channelId']}
        label={t('channel.proactive.channelId')}
        normalize={(typed: string) => typed.trim()}
        validateTrigger="onBlur"
        rules={[schemaRule(SHAPE.channelId, t('channel.idRule'))]}
      >
        <ChannelInput botId={botId} />
      </Form.Item>
      <Form.Item
        name={[at, 'event']}
        label={t('channel.proactive.event')}
        extra={message?.event === 'newMember' && t('channel.proactive.newMemberText')}
      >
        <Select options={PROACTIVE_EVENTS.map((value) => ({ value, label: t(`channel.proactive.events.${value}`) }))} />
      </Form.Item>
    </div>
    {message?.event === 'quiet' && <QuietField at={at} />}
    {message?.event === 'weekly' && <WeeklyFields at={at} timeZone={message.timeZone} />}
    <SwitchRow name={[at, 'isWritten']} label={t('channel.proactive.isWritten')} text={t('channel.proactive.isWrittenText')} />
    {message?.isWritten === true && (
      <Form.Item name={[at, 'hint']} label={t('channel.proactive.hint')} rules={[schemaRule(SHAPE.hint.unwrap())]}>
        <Input.TextArea rows={2} placeholder={t('channel.proactive.hintExample')} />
      </Form.Item>
    )}
    <TextField at={at} isWritten={message?.isWritten === true} />
  </>
);

const TEXT_REQUIRED = { required: true, whitespace: true, message: PROACTIVE_TEXT_MISSING };

const TextField = ({ at, isWritten }: Pick<MessageFieldsProps, 'at'> & Pick<ProactiveMessage, 'isWritten'>) => (
  <Form.Item
    name={[at, 'text']}
    label={t(isWritten ? 'channel.proactive.textInstead' : 'channel.proactive.text')}
    dependencies={[[LIST, at, 'isWritten']]}
    extra={isWritten && t('channel.proactive.textInsteadText')}
    rules={isWritten ? [schemaRule(SHAPE.text)] : [TEXT_REQUIRED, schemaRule(SHAPE.text)]}
  >
    <Input.TextArea rows={2} placeholder={t('channel.proactive.textExample')} />
  </Form.Item>
);

const QuietField = ({ at }: Pick<MessageFieldsProps, 'at'>) => (
  <div className="columns channel-row channel-short">
    <Form.Item
      name={[at, 'quietDays']}
      label={t('channel.proactive.quietDays')}
      normalize={(typed: string) => (typed === '' ? '' : Number(typed))}
      rules={[
        schemaRule(
          SHAPE.quietDays.unwrap(),
          t('form.maxTokensRule', { min: formatNumber(1), max: formatNumber(MAX_QUIET_DAYS) }),
        ),
      ]}
    >
      <Input type="number" inputMode="numeric" min={1} max={MAX_QUIET_DAYS} />
    </Form.Item>
  </div>
);

function WeeklyFields({ at: place, timeZone }: Pick<MessageFieldsProps, 'at'> & Pick<ProactiveMessage, 'timeZone'>) {
  return (
    <div className="columns channel-row">
      <Form.Item name={[place, 'weekday']} label={t('channel.proactive.weekday')} normalize={Number}>
        <Select options={WEEKDAYS.map((day, at) => ({ value: String(at + 1), label: t(`channel.proactive.weekdays.${day}`) }))} />
      </Form.Item>
      <Form.Item
        name={[place, 'time']}
        label={t('channel.proactive.time')}
        rules={[schemaRule(SHAPE.time.unwrap(), t('channel.proactive.timeRule'))]}
      >
        <Input type="time" />
      </Form.Item>
      <Form.Item name={[place, 'timeZone']} label={t('channel.proactive.timeZone')}>
        <Select options={timeZoneOptions(timeZone)} />
      </Form.Item>
    </div>
  );
}
