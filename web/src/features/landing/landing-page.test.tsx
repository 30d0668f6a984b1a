import { beforeEach, describe, expect, it } from '@jest/globals';
import { PLAN_CATALOGUE } from '@kith/proto';
import { act, screen, within } from '@testing-library/react';
import { fakeServer } from '../../testing/fake-server.js';
import { aUser, renderApp } from '../../testing/render-app.js';
import { LandingPage } from './landing-page.js';
import { NotFound, UnauthorizedPage } from './message-page.js';

beforeEach(() => {
  localStorage.clear();
  fakeServer({ 'GET /api/auth/user': () => ({ body: aUser() }), 'GET /api/auth/session': () => ({ body: { user: null } }) });
});
const addressOf = (link: HTMLElement) => link.getAttribute('href');
const linksTo = (name: string) => screen.getAllByRole('link', { name }).map(addressOf);

describe('the landing page', () => {
  it('shows the hero and the six features', () => {
    renderApp({ page: <LandingPage /> });
    expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('A companion that knows your community.');
    const features = within(document.querySelector<HTMLElement>('#features') ?? document.body);
    expect(features.getAllByRole('heading', { level: 3 }).map((each) => each.textContent)).toEqual([
      'Custom Personalities',
      'Advanced Security',
      'Intelligent Conversations',
      'Multiple Bots',
      'Premium AI Models',
      'Easy Setup',
    ]);
  });

  it('shows the three plans of the catalogue with their numbers', () => {
    renderApp({ page: <LandingPage /> });
    const plans = document.querySelector<HTMLElement>('#plans')?.textContent ?? '';
    for (const words of [
      '$0',
      '$9.99',
      '$19.99',
      PLAN_CATALOGUE.free.label,
      PLAN_CATALOGUE.basic.label,
      PLAN_CATALOGUE.premium.label,
    ]) {
      expect(plans).toContain(words);
    }
    for (const words of ['1 AI friend', '50 interactions/day', '3 AI friends', '500 interactions/day', 'Unlimited friends']) {
      expect(plans).toContain(words);
    }
  });

  it('links visitors to login and registration', () => {
    renderApp({ page: <LandingPage /> });
    expect(new Set(linksTo('Get Started'))).toEqual(
      new Set(['/auth', '/auth?return=%2Fpricing%3Fplan%3Dbasic', '/auth?return=%2Fpricing%3Fplan%3Dpremium']),
    );
    expect(new Set(linksTo('Log In'))).toEqual(new Set(['/auth?tab=login']));
    expect(screen.queryByText('Go to Dashboard')).toBeNull();
  });

  it('has its links in the order in which they are seen', () => {
    renderApp({ page: <LandingPage /> });
    const names = within(screen.getByRole('main'))
      .getAllByRole('link', { name: /^(Get Started|Log In)$/ })
      .map(({ textContent }) => textContent);
    expect(names.slice(0, 2)).toEqual(['Get Started', 'Log In']);
    expect(names.slice(-2)).toEqual(['Get Started', 'Log In']);
  });

  it('links signed-in users to their dashboard', async () => {
    localStorage.setItem('token', 'mine');
    renderApp({ page: <LandingPage /> });
    expect((await screen.findAllByRole('link', { name: 'Go to Dashboard' })).map(addressOf)).toContain('/dashboard');
    expect(screen.queryByText('Get Started')).toBeNull();
    expect(screen.queryByText('Log In')).toBeNull();
  });

  it('links to the dashboard when only a cookie holds the session, after one request', async () => {
    const calls = fakeServer({ 'GET /api/auth/session': () => ({ body: { user: aUser() } }) });
    renderApp({ page: <LandingPage /> });
    expect((await screen.findAllByRole('link', { name: 'Go to Dashboard' })).map(addressOf)).toContain('/dashboard');
    expect(screen.queryByText('Log In')).toBeNull();
    expect(calls.map(({ path }) => path)).toEqual(['/api/auth/session']);
  });

  it('stays as it is for visitors when the server cannot be reached', async () => {
    fakeServer({});
    renderApp({ page: <LandingPage /> });
    await act(async () => undefined);
    expect(linksTo('Get Started')).toContain('/auth');
  });

  it.each([
    ['is being looked up', () => new Promise<never>(() => undefined)],
    ['cannot be looked up', () => ({ status: 503, body: {} })],
  ])('links to the dashboard while a stored session %s', async (_when, answer) => {
    fakeServer({ 'GET /api/auth/user': answer });
    localStorage.setItem('token', 'mine');
    renderApp({ page: <LandingPage /> });
    await act(async () => undefined);
    expect(linksTo('Go to Dashboard')).toContain('/dashboard');
    expect(screen.queryByText('Get Started')).toBeNull();
  });

  it('links to login and registration when the stored session has ended', async () => {
    fakeServer({ 'GET /api/auth/user': () => ({ status: 401, body: {} }) });
    localStorage.setItem('token', 'old');
    renderApp({ page: <LandingPage /> });
    expect(await screen.findAllByText('Get Started')).not.toHaveLength(0);
    expect(screen.queryByText('Go to Dashboard')).toBeNull();
  });

  it('links to the pages about privacy, terms and safety', () => {
    renderApp({ page: <LandingPage /> });
    const legal = within(screen.getByRole('navigation', { name: 'Legal' }));
    expect(legal.getAllByRole('link').map(addressOf)).toEqual(['/privacy', '/terms', '/safety']);
  });
});

describe('the unauthorized page', () => {
  it('links to the landing page and says who can help', () => {
    renderApp({ page: <UnauthorizedPage /> });
    screen.getByRole('heading', { level: 1, name: 'Unauthorized Access' });
    expect(screen.getByText(/contact support/)).toBeTruthy();
    expect(addressOf(screen.getByRole('link', { name: 'Go to the home page' }))).toBe('/');
  });
});

describe('the not-found page', () => {
  it('names the error and links to the landing page', () => {
    renderApp({ page: <NotFound /> });
    screen.getByRole('heading', { level: 1, name: '404 Page Not Found' });
    expect(addressOf(screen.getByRole('link', { name: 'Go to the home page' }))).toBe('/');
  });
});
