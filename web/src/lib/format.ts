import { UNLIMITED_BOTS, UNLIMITED_MESSAGES } from '@kith/proto';

/** The languages of the browser, preferred first, without tags that Intl rejects ('en-US@posix'). */
export const LOCALES: readonly string[] = navigator.languages.filter((tag) => {
  try {
    return Intl.getCanonicalLocales(tag).length > 0;
  } catch {
    return false;
  }
});

const KB = 1024;
const upToOneDecimal = new Intl.NumberFormat(LOCALES, { maximumFractionDigits: 1 });
const dollars = new Intl.NumberFormat(LOCALES, { style: 'currency', currency: 'USD', minimumFractionDigits: 2 });
const wholeDollars = new Intl.NumberFormat(LOCALES, { style: 'currency', currency: 'USD', maximumFractionDigits: 0 });
const smallPrices = new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD', maximumSignificantDigits: 2 });
const numbers = new Intl.NumberFormat(LOCALES);
const tenths = new Intl.NumberFormat(LOCALES, { minimumFractionDigits: 1, maximumFractionDigits: 1 });
const scores = new Intl.NumberFormat(LOCALES, { minimumFractionDigits: 2, maximumFractionDigits: 2 });
const finePrices = new Intl.NumberFormat(LOCALES, { style: 'currency', currency: 'USD', minimumFractionDigits: 4 });
const anyPrices = new Intl.NumberFormat(LOCALES, { style: 'currency', currency: 'USD', maximumFractionDigits: 6 });
const wholePercents = new Intl.NumberFormat(LOCALES, { style: 'percent' });
const finePercents = new Intl.NumberFormat(LOCALES, { style: 'percent', minimumFractionDigits: 1, maximumFractionDigits: 1 });
const days = new Intl.DateTimeFormat(LOCALES, { dateStyle: 'medium' });
const months = new Intl.DateTimeFormat(LOCALES, { month: 'long', year: 'numeric', timeZone: 'UTC' });
const moments = new Intl.DateTimeFormat(LOCALES, { dateStyle: 'medium', timeStyle: 'short' });
const times = new Intl.DateTimeFormat(LOCALES, { timeStyle: 'short' });
const MINUTE_MS = 60_000;

export const formatPrice = (cents: number): string => (cents % 100 === 0 ? wholeDollars : dollars).format(cents / 100);
/** Always with two decimals: the credits page. */
export const formatExactPrice = (cents: number): string => dollars.format(cents / 100);
/** An amount in the smallest unit of a currency (ISO 4217, any letter case). */
export function formatMoney(amount: number, currency: string): string {
  const format = new Intl.NumberFormat(LOCALES, { style: 'currency', currency: currency.toUpperCase() });
  return format.format(amount / 10 ** (format.resolvedOptions().maximumFractionDigits ?? 2));
}
/** Price per unit, with four decimals. */
export const formatPricePer = (cents: number, count: number): string => finePrices.format(cents / 100 / count);
/** Price in dollars, with as many decimals as it needs. */
export const formatFinePrice = (price: number): string => anyPrices.format(price);
export const formatNumber = (value: number): string => numbers.format(value);
/** A price of less than a dollar: '$0.00019'. */
export const formatSmallPrice = (dollars: number): string => smallPrices.format(dollars);
/** Always with one decimal. */
export const formatTenths = (value: number): string => tenths.format(value);
/** Always with two decimals. */
export const formatScore = (score: number): string => scores.format(score);
/** A percentage from 0 to 100, rounded. */
export const formatPercent = (percent: number): string => wholePercents.format(percent / 100);
/** Always with one decimal. */
export const formatFinePercent = (percent: number): string => finePercents.format(percent / 100);
export const formatDay = (iso: string): string => days.format(new Date(iso));
/** The month of an ISO month as '2026-11', named as in UTC. */
export const formatMonth = (month: string): string => months.format(new Date(`${month}-01T00:00:00Z`));
/** The time of day where the user is. */
export const formatTime = (iso: string): string => times.format(new Date(iso));
export const formatMoment = (iso: string): string => moments.format(new Date(iso));

/** The maximum number of bots, ∞ for an unlimited plan. */
export const formatCap = (maxBots: number): string => (maxBots >= UNLIMITED_BOTS ? '∞' : formatNumber(maxBots));

/** Whether a plan has no daily message limit. */
export const isUnlimited = (dailyLimit: number): boolean => dailyLimit >= UNLIMITED_MESSAGES;

/** Time left as '3 h 12 m' or '12 m', at least one minute. */
export function formatUntil(iso: string, now: number): string {
  const minutes = Math.max(1, Math.ceil((Date.parse(iso) - now) / MINUTE_MS));
  const hours = Math.floor(minutes / 60);
  return hours > 0 ? `${hours} h ${minutes % 60} m` : `${minutes} m`;
}

/** The size of a file: '812 B', '3.4 KB', '9.5 MB'. */
export function formatBytes(bytes: number): string {
  if (bytes < KB) return `${bytes} B`;
  return bytes < KB * KB ? `${upToOneDecimal.format(bytes / KB)} KB` : `${upToOneDecimal.format(bytes / (KB * KB))} MB`;
}
