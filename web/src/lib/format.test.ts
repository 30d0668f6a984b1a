import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import i18next from 'i18next';
import { formatNumber } from './format.js';
import './i18n.js';

const NOON = new Date(2026, 9, 5, 14, 30);
// What Intl puts between a number and its unit is no plain space.
const plain = (text: string): string => text.replace(/\s/g, ' ');

describe('numbers and dates in a German browser', () => {
  let texts: object;
  // The module of the texts, loaded again, takes away those that other modules have added.
  afterAll(() => {
    i18next.addResourceBundle('en', 'translation', texts, true, true);
    i18next.services.formatter?.add('number', formatNumber);
  });

  // Before the modules are loaded: they ask once. The first tag is one that Chromium reports and Intl refuses.
  beforeAll(() => {
    texts = structuredClone(i18next.getResourceBundle('en', 'translation') as object);
    jest.resetModules();
    jest.spyOn(navigator, 'languages', 'get').mockReturnValue(['de-DE@posix', 'de-DE', 'en-US']);
  });

  it('follow the German format', async () => {
    const format = await import('./format.js');
    expect(format.formatNumber(12345.5)).toBe('12.345,5');
    expect(format.formatScore(4.256)).toBe('4,26');
    expect(plain(format.formatFinePercent(99.5))).toBe('99,5 %');
    expect(plain(format.formatExactPrice(199_900))).toBe('1.999,00 $');
    expect(format.formatDay(NOON.toISOString())).toBe('05.10.2026');
    expect(format.formatMoment(NOON.toISOString())).toBe('05.10.2026, 14:30');
  });

  it('follow it in file sizes, hours and texts of the catalogue too', async () => {
    const [{ formatBytes }, { fullHour, shortHour }, { t }] = await Promise.all([
      import('./format.js'),
      import('../features/analytics/activity-chart.js'),
      import('./i18n.js'),
    ]);
    expect(formatBytes(1_500_000)).toBe('1,4 MB');
    expect(shortHour(NOON)).toBe('14:30');
    expect(plain(fullHour(NOON))).toBe('Mo., 14:30');
    expect(t('promises.landing.messages.basic', { count: 1500 })).toBe('1.500 interactions/day');
  });
});
