import { describe, expect, it } from '@jest/globals';
import { act, render, screen, waitFor } from '@testing-library/react';
import { useState } from 'react';
import { createMemoryRouter } from 'react-router';
import { RouterProvider } from 'react-router/dom';
import { AuthProvider } from '../shared/auth.js';
import { Root } from './root.js';

function Slow() {
  const [isThere, setThere] = useState(false);
  return (
    <main tabIndex={-1}>
      {isThere && <h1>Late heading</h1>}
      <button onClick={() => setThere(true)}>arrive</button>
      <input aria-label="Elsewhere" />
    </main>
  );
}

function open() {
  Object.assign(globalThis, { scrollTo: () => undefined });
  const router = createMemoryRouter([
    {
      element: <Root />,
      children: [
        { path: '/', element: <h1>Start</h1> },
        {
          path: '/quick',
          element: (
            <main>
              <h1>Quick heading</h1>
            </main>
          ),
        },
        { path: '/slow', element: <Slow /> },
      ],
    },
  ]);
  render(
    <AuthProvider>
      <RouterProvider router={router} />
    </AuthProvider>,
  );
  return router;
}

describe('the focus after navigation', () => {
  it('stays where it is on the first page', () => {
    open();
    expect(document.activeElement).toBe(document.body);
  });

  it('moves to the heading of the new page', async () => {
    const router = open();
    await act(() => router.navigate('/quick'));
    expect(document.activeElement).toBe(screen.getByRole('heading', { name: 'Quick heading' }));
  });

  it('moves before the page is painted, so that typing at once loses no letters', async () => {
    const router = open();
    const scope = globalThis as { IS_REACT_ACT_ENVIRONMENT?: boolean };
    scope.IS_REACT_ACT_ENVIRONMENT = false;
    try {
      const focused = new Promise<Element | null>((resolve) => {
        const watch = new MutationObserver(() => {
          if (!screen.queryByText('Quick heading')) return;
          watch.disconnect();
          resolve(document.activeElement);
        });
        watch.observe(document.body, { childList: true, subtree: true });
      });
      await router.navigate('/quick');
      expect(await focused).toBe(screen.getByRole('heading', { name: 'Quick heading' }));
    } finally {
      scope.IS_REACT_ACT_ENVIRONMENT = true;
    }
  });

  it('waits in the main element for a heading that is rendered later', async () => {
    const router = open();
    await act(() => router.navigate('/slow'));
    expect(document.activeElement).toBe(screen.getByRole('main'));
    act(() => screen.getByText('arrive').click());
    await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('heading', { name: 'Late heading' })));
  });

  it('is not taken from an element that the user has focused meanwhile', async () => {
    const router = open();
    await act(() => router.navigate('/slow'));
    const field = screen.getByLabelText('Elsewhere');
    act(() => field.focus());
    act(() => screen.getByText('arrive').click());
    await screen.findByText('Late heading');
    expect(document.activeElement).toBe(field);
  });
});
