import { describe, expect, it, jest } from '@jest/globals';
import { fireEvent, render, screen } from '@testing-library/react';
import { Pager, type ListedPage } from './pager.js';

const open = (page: ListedPage, offset: number, isTurning = false) => {
  const onTurn = jest.fn();
  render(<Pager label="Users" page={page} offset={offset} limit={10} isTurning={isTurning} onTurn={onTurn} />);
  return onTurn;
};
const press = (name: string): void => void fireEvent.click(screen.getByRole('button', { name }));
const isDisabled = (name: string): boolean => (screen.getByRole('button', { name }) as HTMLButtonElement).disabled;

describe('the pager', () => {
  it('turns to the neighbouring pages by their cursors', () => {
    const onTurn = open({ total: 95, next: 'behind', previous: 'before' }, 20);
    expect(screen.getByText('21–30 of 95')).toBeTruthy();
    press('Next');
    press('Previous');
    expect(onTurn.mock.calls).toEqual([[{ offset: 30, cursor: 'behind' }], [{ offset: 10, cursor: 'before' }]]);
  });

  it('turns back to the first page without a cursor, so that new entries are seen', () => {
    const onTurn = open({ total: 15, next: null, previous: 'before' }, 10);
    press('Previous');
    expect(onTurn.mock.calls).toEqual([[{ offset: 0, cursor: null }]]);
  });

  it.each([{ total: 25 }, { total: 25, next: null, previous: null }])(
    'turns by numbers in a list without cursors: %j',
    (page) => {
      const onTurn = open(page, 10);
      press('Next');
      expect(onTurn.mock.calls).toEqual([[{ offset: 20, cursor: null }]]);
    },
  );

  it('ends where the server says so, whatever was counted', () => {
    open({ total: 95, next: null, previous: 'before' }, 20);
    expect([isDisabled('Next'), isDisabled('Previous')]).toEqual([true, false]);
  });

  it('says that there are more than were counted', () => {
    open({ total: 1000, isMoreThanTotal: true, next: 'behind', previous: 'before' }, 1500);
    expect(screen.getByText('1,501–1,510 of more than 1,000')).toBeTruthy();
  });

  it('does not end at the number of entries that were counted where there are more and no cursors', () => {
    open({ total: 200, isMoreThanTotal: true }, 190);
    expect(isDisabled('Next')).toBe(false);
  });

  it('does not turn again before the page has arrived', () => {
    const onTurn = open({ total: 95, next: 'behind', previous: 'before' }, 20, true);
    press('Next');
    expect(onTurn).not.toHaveBeenCalled();
  });

  it.each([{ total: 9 }, { total: 10, next: null, previous: null }])('is not there for a list of one page: %j', (page) => {
    open(page, 0);
    expect(screen.queryByRole('navigation')).toBeNull();
  });
});
