import { t } from '../../lib/i18n.js';

// The first that fits counts: Edge and Opera name Chrome too, Chrome names Safari, Android names Linux.
const BROWSERS = [
  [/\bEdg(?:e|A|iOS)?\//, 'Edge'],
  [/\bOPR\//, 'Opera'],
  [/\b(?:Firefox|FxiOS)\//, 'Firefox'],
  [/\b(?:Chrome|Chromium|HeadlessChrome|CriOS)\//, 'Chrome'],
  [/\bSafari\//, 'Safari'],
] as const;
const SYSTEMS = [
  [/iPhone|iPad|iPod/, 'iOS'],
  [/Android/, 'Android'],
  [/CrOS/, 'ChromeOS'],
  [/Windows/, 'Windows'],
  [/Mac OS X|Macintosh/, 'macOS'],
  [/Linux|X11/, 'Linux'],
] as const;

const MAX_LENGTH = 40;

/** What a session runs on, in words: 'Firefox on macOS', or the name that a program gives itself. */
export function deviceName(userAgent: string): string {
  const browser = BROWSERS.find(([sign]) => sign.test(userAgent))?.[1];
  const system = SYSTEMS.find(([sign]) => sign.test(userAgent))?.[1];
  if (browser && system) return t('settings.sessions.on', { browser, system });
  return browser ?? (userAgent.trim().split(/[\s/]/)[0]?.slice(0, MAX_LENGTH) || t('settings.sessions.unknown'));
}

/** True for phones and tablets. */
export const isHandheld = (userAgent: string): boolean => /iPhone|iPad|iPod|Android|Mobile/.test(userAgent);
