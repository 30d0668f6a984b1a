import { Form, Switch } from 'antd';
import { useId } from 'react';
import { t } from '../lib/i18n.js';
import { Badge } from './indicators.js';

interface SwitchRowProps {
  /** Path of the form field. */
  readonly name: string | (string | number)[];
  readonly label: string;
  readonly text: string;
  /** Draws the switch as an outline: its value is stored, but nothing acts on it yet. */
  readonly isInert?: boolean;
  /** A sentence that says why the switch is drawn so; with it comes the badge "Soon". */
  readonly soonNote?: string | undefined;
}

/** A switch of an antd form with a label and an explanation; a click anywhere on the row toggles it. */
export function SwitchRow({ name, label, text, isInert = false, soonNote }: SwitchRowProps) {
  const id = useId();
  return (
    <label className="switch-row" data-inert={isInert}>
      <span>
        <span className="switch-name">
          {label} {soonNote !== undefined && <Badge>{t('bot.soon')}</Badge>}
        </span>
        <span id={id} className="muted">
          {text} {soonNote !== undefined && <span>{soonNote}</span>}
        </span>
      </span>
      <Form.Item name={name} valuePropName="checked" noStyle>
        <Switch aria-label={label} aria-describedby={id} />
      </Form.Item>
    </label>
  );
}
