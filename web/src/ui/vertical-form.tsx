import { Form } from 'antd';
import type { ComponentProps } from 'react';

/**
 * A form with labels above its fields that scrolls to the first invalid one. The browser's own validation is off: it blocks the submit
 * without a message when the invalid field is on a hidden tab.
 */
export const VerticalForm = <Values,>(props: ComponentProps<typeof Form<Values>>) => (
  <Form<Values>
    layout="vertical"
    requiredMark={false}
    noValidate
    scrollToFirstError={{ focus: true, block: 'center' }}
    {...props}
  />
);
