import { Form, Switch } from 'antd';

interface SwitchRowProps {
  readonly name: string;
  readonly label: string;
  readonly text: string;
}

/** A switch of a form with what it does; the whole row is its label. */
export const SwitchRow = ({ name, label, text }: SwitchRowProps) => (
  <label className="switch-row">
    <span>
      <span className="switch-name">{label}</span>
      <span className="muted">{text}</span>
    </span>
    <Form.Item name={name} valuePropName="checked" noStyle>
      <Switch />
    </Form.Item>
  </label>
);
