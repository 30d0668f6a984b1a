import { Form, Switch } from 'antd';
import { useId, type ReactNode } from 'react';

interface SwitchRowProps {
  /** Path of the form field. */
  readonly name: string | (string | number)[];
  readonly label: string;
  readonly text: string;
  /** Below the text. */
  readonly note?: ReactNode;
}

/** A switch of an antd form with a label and an explanation; a click anywhere on the row toggles it. */
export function SwitchRow({ name, label, text, note }: SwitchRowProps) {
  const id = useId();
  return (
    <label className="switch-row">
      <span>
        <span className="switch-name">{label}</span>
        <span id={id} className="muted">
          {text}
          {note}
        </span>
      </span>
      <Form.Item name={name} valuePropName="checked" noStyle>
        <Switch aria-label={label} aria-describedby={id} />
      </Form.Item>
    </label>
  );
}
