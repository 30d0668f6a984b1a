import { beforeEach, describe, expect, it, jest } from '@jest/globals';
import { fireEvent, render, screen, waitFor } from '@testing-library/react';
import { createMemoryRouter } from 'react-router';
import { RouterProvider } from 'react-router/dom';
import '../testing/messages.js';
import { ErrorPage } from './error-page.js';

const OFFLINE = 'Kith cannot be reached. Please check your connection.';

/** A page whose code did not come. */
function open(
  error: Error = new TypeError('Failed to fetch dynamically imported module: http://kith.test/assets/credits-page.js'),
) {
  const loader = (): never => {
    throw error;
  };
  const page = { path: '/', loader, element: null, hydrateFallbackElement: <p />, errorElement: <ErrorPage /> };
  render(<RouterProvider router={createMemoryRouter([page])} />);
}

describe('a page that cannot be loaded', () => {
  const answer = jest.fn<typeof fetch>();
  beforeEach(() => {
    sessionStorage.clear();
    globalThis.fetch = answer.mockReset().mockRejectedValue(new TypeError('fetch failed'));
  });

  it('shows that the server is unreachable instead of an error page of the browser', async () => {
    open();
    await screen.findByText(OFFLINE);
    expect(screen.getByRole('heading', { name: 'Something went wrong' })).toBeTruthy();
    // It has not been tried yet: what comes back later is worth a reload.
    expect(sessionStorage.length).toBe(0);
  });

  it('shows the same when a style sheet could not be loaded', async () => {
    open(new Error('Unable to preload CSS for /assets/billing.css'));
    await screen.findByText(OFFLINE);
  });

  it('shows the same when a proxy answers instead of the server', async () => {
    answer.mockResolvedValue(new Response('<h1>502 Bad Gateway</h1>', { status: 502 }));
    open();
    await screen.findByText(OFFLINE);
    expect(sessionStorage.length).toBe(0);
  });

  it('shows the error page when storage is denied', async () => {
    answer.mockResolvedValue(new Response('<html></html>'));
    const denied = (): never => {
      throw new DOMException('denied', 'SecurityError');
    };
    const spies = [jest.spyOn(Storage.prototype, 'getItem'), jest.spyOn(Storage.prototype, 'setItem')];
    spies.forEach((spy) => spy.mockImplementation(denied));
    open();
    await screen.findByText('This page stopped working. Reloading usually helps.');
    await waitFor(() => expect(answer).toHaveBeenCalledTimes(1));
    spies.forEach((spy) => spy.mockRestore());
    expect(screen.getByRole('heading', { name: 'Something went wrong' })).toBeTruthy();
  });

  it('sends no request for an error that is not a missing chunk', async () => {
    open(new TypeError('bots is undefined'));
    await screen.findByText('This page stopped working. Reloading usually helps.');
    expect(answer).not.toHaveBeenCalled();
  });

  it('reloads on request, and by itself when the network is back', async () => {
    open();
    await screen.findByText(OFFLINE);
    fireEvent.click(screen.getByRole('button', { name: 'Reload page' }));
    await waitFor(() => expect(answer).toHaveBeenCalledTimes(2));
    fireEvent(globalThis.window, new Event('online'));
    await waitFor(() => expect(answer).toHaveBeenCalledTimes(3));
    await screen.findByText(OFFLINE);
  });
});
