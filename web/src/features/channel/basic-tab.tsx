import { ChannelSettings } from '@kith/proto';
import { Form, Input } from 'antd';
import { fieldRule } from '../../lib/field-rule.js';
import { t } from '../../lib/i18n.js';
import { ChannelList } from './channel-list.js';
import type { ChannelValues } from './channel-values.js';
import { Part, SwitchRow } from './fields.js';

const LISTS = [
  ['allowedChannels', 'restrictedChannels'],
  ['restrictedChannels', 'allowedChannels'],
] as const;

interface BasicTabProps {
  readonly values: ChannelValues;
  /** Hears of each list whether an id is typed that is not added yet. */
  readonly onTyped: (name: string, isTyped: boolean) => void;
}

export function BasicTab({ values, onTyped }: BasicTabProps) {
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
                onTyped={(isTyped) => onTyped(name, isTyped)}
              />
            </Form.Item>
          ))}
        </div>
      </Part>
      <Part title={t('channel.section.replies')}>
        <div>
          <SwitchRow name="autoReply" />
          <SwitchRow name="mentionOnly" />
        </div>
      </Part>
    </>
  );
}
