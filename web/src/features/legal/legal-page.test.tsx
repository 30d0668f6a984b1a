import { beforeEach, describe, expect, it } from '@jest/globals';
import { screen, waitFor } from '@testing-library/react';
import { fakeServer } from '../../testing/fake-server.js';
import { aUser, renderApp } from '../../testing/render-app.js';
import { PrivacyPage, SafetyPage, TermsPage } from './legal-page.js';

beforeEach(() => {
  localStorage.clear();
  fakeServer({ 'GET /api/auth/user': () => ({ body: aUser() }) });
});

describe('the privacy page', () => {
  it('says what is stored, for how long, and how to delete it [S74]', async () => {
    renderApp({ page: <PrivacyPage /> });
    screen.getByRole('heading', { level: 1, name: 'Privacy' });
    for (const words of [
      /^Type \/forget-me/,
      /within 24 hours/,
      /trains no model/,
      /Nothing is sold/,
      /AES-256-GCM/,
      /7 days after/,
    ]) {
      expect(screen.getByText(words)).toBeTruthy();
    }
    expect(screen.getByText(/Delete account/)).toBeTruthy();
    await waitFor(() => expect(document.title).toBe('Privacy · Kith'));
  });

  it('names who is responsible and says that there is no contact address', () => {
    renderApp({ page: <PrivacyPage /> });
    expect(screen.getByText(/the operator\) decides/)).toBeTruthy();
    expect(screen.getByText(/names no security contact/)).toBeTruthy();
  });

  it('links visitors to the landing page and the terms', () => {
    renderApp({ page: <PrivacyPage /> });
    expect(screen.getByRole('link', { name: 'Back to the home page' }).getAttribute('href')).toBe('/');
    expect(screen.getByRole('link', { name: 'Read the terms' }).getAttribute('href')).toBe('/terms');
  });
});

describe('the safety page', () => {
  it('says what happens in a crisis, what is counted, and where to find help', async () => {
    renderApp({ page: <SafetyPage /> });
    screen.getByRole('heading', { level: 1, name: 'Safety' });
    for (const words of [
      /nobody can switch them off/,
      /neither your message nor the answer/,
      /how often .* on a day/,
      /911/,
      /findahelpline\.com/,
    ])
      expect(screen.getByText(words)).toBeTruthy();
    await waitFor(() => expect(document.title).toBe('Safety · Kith'));
    // First of all, and a press calls.
    expect(screen.getAllByRole('heading', { level: 2 })[0]?.textContent).toBe('Where to find help');
    const target = (name: string) => screen.getByRole('link', { name }).getAttribute('href');
    expect([target('911'), target('0800 111 0 111'), target('findahelpline.com')]).toEqual([
      'tel:911',
      'tel:08001110111',
      'https://findahelpline.com',
    ]);
    expect(screen.getByRole('link', { name: 'Read the privacy page' }).getAttribute('href')).toBe('/privacy');
  });
});

describe('the terms', () => {
  it('have a heading per rule and link signed-in users to the dashboard', async () => {
    localStorage.setItem('token', 'mine');
    renderApp({ page: <TermsPage /> });
    screen.getByRole('heading', { level: 1, name: 'Terms' });
    expect(screen.getAllByRole('heading', { level: 2 })).toHaveLength(9);
    expect((await screen.findByRole('link', { name: 'Go to Dashboard' })).getAttribute('href')).toBe('/dashboard');
    expect(screen.getByRole('link', { name: 'Read the privacy page' }).getAttribute('href')).toBe('/privacy');
  });
});
