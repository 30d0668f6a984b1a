import { levelRolesProblem, snowflake, unreachable, type SystemPageField, type SystemSetting } from '@kith/proto';
import { Form, Input, Switch, type FormRule } from 'antd';
import { t } from '../../lib/i18n.js';
import { ChannelInput, RoleInput } from '../../shared/discord-inputs.js';
import { Select } from '../../ui/inputs.js';
import { LevelRolesInput } from './level-roles-input.js';
import { ChannelLines, RoleLines } from './named-lines.js';

interface SettingFieldProps {
  readonly name: string;
  readonly setting: SystemSetting | SystemPageField;
  /** Whose channels and roles are offered by name. */
  readonly botId: string;
  /** The only server whose channels and roles count, if there is one. */
  readonly serverId?: string;
  /** Characters that a text can have. */
  readonly maxChars: number;
}

/** One setting of a system, or one field of what its owner can do with it. */
export function SettingField({ name, setting, botId, serverId, maxChars }: SettingFieldProps) {
  const { label, description } = setting;
  switch (setting.type) {
    case 'boolean':
      return (
        <label className="bar bar-between brain-switch">
          <span>
            <strong>{label}</strong>
            <span className="muted">{description}</span>
          </span>
          <Form.Item name={name} valuePropName="checked" noStyle>
            <Switch aria-label={label} />
          </Form.Item>
        </label>
      );
    case 'number':
      return (
        <Form.Item name={name} label={label} extra={description} rules={[within(setting)]} normalize={asNumber}>
          <Input type="number" min={setting.min} max={setting.max} />
        </Form.Item>
      );
    case 'select':
      return (
        <Form.Item name={name} label={label} extra={description}>
          <Select options={setting.options.map((option) => ({ value: option, label: option }))} />
        </Form.Item>
      );
    case 'text':
      return (
        <Form.Item
          name={name}
          label={label}
          extra={description}
          rules={[atMost(maxChars), isOf(setting.format)]}
          validateFirst
          // Names become ids when the field is left.
          validateTrigger={isNamed(setting.format) ? 'onBlur' : 'onChange'}
        >
          {textInput(setting.format, { botId, serverId })}
        </Form.Item>
      );
    default:
      return unreachable(setting);
  }
}

type Format = Extract<SystemSetting | SystemPageField, { type: 'text' }>['format'];

const isNamed = (format: Format): boolean => format !== undefined && format !== 'lines';

function textInput(format: Format, place: { readonly botId: string; readonly serverId: string | undefined }) {
  switch (format) {
    case 'channel':
      return <ChannelInput {...place} />;
    case 'voice-channel':
      return <ChannelInput {...place} isVoice />;
    case 'role':
      return <RoleInput {...place} />;
    case 'channels':
      return <ChannelLines {...place} />;
    case 'roles':
      return <RoleLines {...place} />;
    case 'level-roles':
      return <LevelRolesInput botId={place.botId} />;
    case 'lines':
      return <Input.TextArea autoComplete="off" rows={3} />;
    default:
      return <Input autoComplete="off" />;
  }
}

/** An empty field stays empty instead of becoming 0. */
const asNumber = (typed: string): number | '' => (typed === '' ? '' : Number(typed));

const atMost = (max: number): FormRule => ({
  validator: async (_rule, value: unknown) => {
    if (typeof value === 'string' && value.length > max) throw new Error(t('systems.textRule', { max }));
  },
});

const isOf = (format: Format): FormRule => ({
  validator: async (_rule, value: unknown) => {
    const problem = typeof value === 'string' ? problemOf(format, value) : undefined;
    if (problem !== undefined) throw new Error(problem);
  },
});

function problemOf(format: Format, text: string): string | undefined {
  switch (format) {
    case 'channel':
    case 'voice-channel':
    case 'role':
      return text === '' || snowflake.safeParse(text).success ? undefined : t('systems.idRule');
    case 'level-roles':
      return levelRolesProblem(text);
    default:
      return undefined;
  }
}

const within = ({ min, max }: Extract<SystemSetting, { type: 'number' }>): FormRule => ({
  validator: async (_rule, value: unknown) => {
    if (!Number.isInteger(value) || Number(value) < min || Number(value) > max)
      throw new Error(t('systems.numberRule', { min, max }));
  },
});
