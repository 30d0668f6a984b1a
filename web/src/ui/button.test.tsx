import { describe, expect, it, jest } from '@jest/globals';
import { fireEvent, render, screen } from '@testing-library/react';
import { Button } from './button.js';

const button = (): HTMLButtonElement => screen.getByRole('button', { name: 'Save' });

describe('a busy button', () => {
  it('keeps the focus, is announced as disabled and does nothing', () => {
    const onClick = jest.fn();
    const { rerender } = render(<Button onClick={onClick}>Save</Button>);
    button().focus();
    rerender(
      <Button isBusy onClick={onClick}>
        Save
      </Button>,
    );
    expect(document.activeElement).toBe(button());
    expect([button().disabled, button().getAttribute('aria-disabled')]).toEqual([false, 'true']);
    fireEvent.click(button());
    expect(onClick).not.toHaveBeenCalled();
    rerender(<Button onClick={onClick}>Save</Button>);
    fireEvent.click(button());
    expect(onClick).toHaveBeenCalledTimes(1);
  });

  it('keeps the focus, too, where what cannot be repeated meanwhile is disabled', () => {
    const { rerender } = render(<Button>Save</Button>);
    button().focus();
    rerender(
      <Button isBusy disabled>
        Save
      </Button>,
    );
    expect([document.activeElement === button(), button().disabled]).toEqual([true, false]);
    rerender(<Button disabled>Save</Button>);
    expect(button().disabled).toBe(true);
  });

  it('does not submit its form', () => {
    const onSubmit = jest.fn((event: { preventDefault: () => void }) => event.preventDefault());
    render(
      <form onSubmit={onSubmit}>
        <Button type="submit" isBusy>
          Save
        </Button>
      </form>,
    );
    fireEvent.click(button());
    expect(onSubmit).not.toHaveBeenCalled();
  });
});
