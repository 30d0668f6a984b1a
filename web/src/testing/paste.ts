import { fireEvent, screen } from '@testing-library/react';

/** Pastes into a field and leaves it, as in a browser: what `maxLength` forbids is cut off without a word. */
export function paste(label: string, text: string): void {
  const field = screen.getByLabelText<HTMLInputElement | HTMLTextAreaElement>(label);
  fireEvent.change(field, { target: { value: field.maxLength < 0 ? text : text.slice(0, field.maxLength) } });
  fireEvent.blur(field);
}
