import { beforeEach, expect, it } from '@jest/globals';
import { act, fireEvent, render, screen } from '@testing-library/react';
import { createMemoryRouter } from 'react-router';
import { RouterProvider } from 'react-router/dom';
import { clearUserData } from './session.js';
import { forgetKept, useKept } from './use-kept.js';

function Counter({ name }: { readonly name: string }) {
  const [count, setCount] = useKept(name, 0);
  return <button onClick={() => setCount(count + 1)}>{`${name} ${count}`}</button>;
}

beforeEach(() => forgetKept());

const open = () => {
  const list = (
    <>
      <Counter name="first" />
      <Counter name="second" />
    </>
  );
  const router = createMemoryRouter(
    [
      { path: '/list', element: list },
      { path: '/elsewhere', element: <p>elsewhere</p> },
    ],
    { initialEntries: ['/list'] },
  );
  render(<RouterProvider router={router} />);
  return (to: number | string) => act(() => (typeof to === 'number' ? router.navigate(to) : router.navigate(to)));
};
const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }));

it('a kept state is as it was left when one goes back, each under its name', async () => {
  const go = open();
  press('first 0');
  press('first 1');
  press('second 0');
  await go('/elsewhere');
  await screen.findByText('elsewhere');
  await go(-1);
  await screen.findByRole('button', { name: 'first 2' });
  expect(screen.getByRole('button', { name: 'second 1' })).toBeTruthy();
});

it('a kept state begins anew on a page that is opened again by a link', async () => {
  const go = open();
  press('first 0');
  await go('/elsewhere');
  await go('/list');
  await screen.findByRole('button', { name: 'first 0' });
});

it('a kept state outlasts a change of the address on the same page', async () => {
  const go = open();
  press('first 0');
  await go('/list?tab=one');
  press('first 1');
  await go('/elsewhere');
  await go(-1);
  await screen.findByRole('button', { name: 'first 2' });
});

it('a kept state is of one page, though entries that a link to a part of a page makes all have the same key', async () => {
  const [list, other] = ['/list', '/other'].map((pathname) => ({ pathname, key: 'default' }));
  const router = createMemoryRouter(
    [
      { path: '/list', element: <Counter key="list" name="page" /> },
      { path: '/other', element: <Counter key="other" name="page" /> },
    ],
    { initialEntries: [list, other].flatMap((one) => one ?? []), initialIndex: 0 },
  );
  render(<RouterProvider router={router} />);
  press('page 0');
  await act(() => router.navigate(1));
  press('page 0');
  press('page 1');
  await act(() => router.navigate(-1));
  await screen.findByRole('button', { name: 'page 1' });
});

it('a kept state is forgotten when the user signs out', async () => {
  const go = open();
  press('first 0');
  await go('/elsewhere');
  clearUserData();
  await go(-1);
  await screen.findByRole('button', { name: 'first 0' });
});
