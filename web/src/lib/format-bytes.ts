import { LOCALES } from './format-locale.js';

const KB = 1024;
const numbers = new Intl.NumberFormat(LOCALES, { maximumFractionDigits: 1 });

/** The size of a file as people read it: '812 B', '3.4 KB', '9.5 MB'. */
export function formatBytes(bytes: number): string {
  if (bytes < KB) return `${bytes} B`;
  return bytes < KB * KB ? `${numbers.format(bytes / KB)} KB` : `${numbers.format(bytes / (KB * KB))} MB`;
}
