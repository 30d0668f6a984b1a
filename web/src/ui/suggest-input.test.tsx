import { describe, expect, it } from '@jest/globals';
import { fireEvent, render, screen } from '@testing-library/react';
import { useState } from 'react';
import '../testing/messages.js';
import { SuggestInput, type Suggestion } from './suggest-input.js';

const many = (count: number): Suggestion[] =>
  Array.from({ length: count }, (_, at) => ({ value: `id-${at}`, label: `#room ${at}`, detail: at % 2 ? 'Elm Street' : 'Oak' }));

function open(suggestions = many(3)) {
  const submitted: string[] = [];
  function Form() {
    const [value, setValue] = useState('');
    return (
      <form
        onSubmit={(event) => {
          event.preventDefault();
          submitted.push(value);
        }}
      >
        <SuggestInput aria-label="Channel" value={value} onChange={setValue} suggestions={suggestions} />
      </form>
    );
  }
  render(<Form />);
  return submitted;
}
const field = () => screen.getByLabelText<HTMLInputElement>('Channel');
const options = () => screen.queryAllByRole('option').map(({ textContent }) => textContent);
const type = (value: string) => fireEvent.change(field(), { target: { value } });
const key = (name: string) => fireEvent.keyDown(field(), { key: name });

describe('a field with suggestions', () => {
  it('opens with the focus, and closes when it leaves', () => {
    open();
    expect(options()).toEqual([]);
    fireEvent.focus(field());
    expect(options()).toEqual(['#room 0Oak', '#room 1Elm Street', '#room 2Oak']);
    expect(field().getAttribute('aria-expanded')).toBe('true');
    fireEvent.blur(field());
    expect(options()).toEqual([]);
  });

  it('finds by each word of label and detail, with and without #, and by a part of the value', () => {
    open();
    for (const text of ['elm', '#room 1', '1 street', 'd-1']) {
      type(text);
      expect(options()).toEqual(['#room 1Elm Street']);
    }
    type('nowhere');
    expect(options()).toEqual([]);
  });

  it('shows all of them again when one is picked already', () => {
    open();
    type('id-1');
    fireEvent.click(field());
    expect(options()).toHaveLength(3);
  });

  it('picks with the arrows and Enter without submitting the form; Escape closes', () => {
    const submitted = open();
    fireEvent.focus(field());
    key('ArrowDown');
    key('ArrowDown');
    key('ArrowUp');
    key('ArrowUp');
    expect(screen.getByRole('option', { selected: true }).textContent).toBe('#room 2Oak');
    key('Enter');
    expect(field().value).toBe('#room 2');
    expect(options()).toEqual([]);
    key('ArrowDown');
    expect(options()).not.toEqual([]);
    key('Escape');
    expect(options()).toEqual([]);
    expect(submitted).toEqual([]);
  });

  it('picks by mouse without losing the focus first', () => {
    open();
    fireEvent.focus(field());
    fireEvent.mouseDown(screen.getByText('#room 1'));
    expect(field().value).toBe('#room 1');
  });

  it('shows the name of a pasted value, hands on the value, and searches again when the name is edited', () => {
    const submitted = open();
    type(' id-1 ');
    expect(field().value).toBe('#room 1');
    fireEvent.submit(field());
    expect(submitted).toEqual([' id-1 ']);
    type('#room');
    expect(field().value).toBe('#room');
    expect(options()).toHaveLength(3);
  });

  it.each([
    ['is left', () => fireEvent.blur(field())],
    ['is submitted with Enter', () => key('Enter')],
  ])('makes a typed name that one suggestion alone has its value when it %s', (_how, leave) => {
    const submitted = open([
      ...many(2),
      { value: 'id-x', label: '@Dark Blue' },
      { value: 'id-y', label: '#room 1', detail: 'Fir' },
    ]);
    for (const [typed, value] of [
      ['dark blue', 'id-x'],
      [' @Dark Blue ', 'id-x'],
      ['#ROOM 0', 'id-0'],
      ['room', 'room'],
      // Two are called so.
      ['#room 1', '#room 1'],
      [' id-1 ', 'id-1'],
      ['  ', ''],
    ] as const) {
      type(typed);
      leave();
      fireEvent.submit(field());
      expect([typed, submitted.at(-1)]).toEqual([typed, value]);
    }
  });

  it('takes any typed value, and shows the first fifty of hundreds', () => {
    open(many(500));
    type('room');
    expect(options()).toHaveLength(50);
    type('987654321098765432');
    expect(field().value).toBe('987654321098765432');
    expect(options()).toEqual([]);
  });

  it('is a plain text field without suggestions', () => {
    open([]);
    fireEvent.focus(field());
    expect(field().getAttribute('role')).toBeNull();
  });
});
