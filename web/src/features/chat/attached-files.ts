import { attachmentType, MAX_ATTACHMENT_BYTES, MAX_ATTACHMENTS } from '@kith/proto';
import { formatNumber, formatTenths } from '../../lib/format.js';
import { t } from '../../lib/i18n.js';

/** A file that waits to be sent. */
export interface AttachedFile {
  readonly id: string;
  readonly file: File;
  /** One of the allowed types; what the browser says of the file, or else what its name says. */
  readonly type: string;
}

interface Sorted {
  readonly accepted: readonly AttachedFile[];
  /** Why each of the others was left out, in words. */
  readonly skipped: readonly string[];
}

const MAX_REASONS = 3;
// Drawings (SVG) can hold scripts and are never shown inline (decision T1).
const RASTER = new Set(['image/jpeg', 'image/png', 'image/gif', 'image/webp']);

/** Which files may go with a message that holds `already` (specification 2, section 5; decision T1). */
export function sortFiles(files: readonly File[], already: number): Sorted {
  const accepted: AttachedFile[] = [];
  const skipped: string[] = [];
  for (const file of files) {
    const type = attachmentType(file);
    const { name } = file;
    if (type === undefined) skipped.push(t('chat.skippedKind', { name }));
    else if (file.size > MAX_ATTACHMENT_BYTES) skipped.push(t('chat.skippedSize', { name }));
    else if (already + accepted.length >= MAX_ATTACHMENTS) skipped.push(t('chat.skippedCount', { name, count: MAX_ATTACHMENTS }));
    else accepted.push({ id: crypto.randomUUID(), file, type });
  }
  return { accepted, skipped };
}

/** The reasons for a toast: the first ones, and how many there are besides. */
export function reasonsOf(skipped: readonly string[]): string {
  const rest = skipped.length - MAX_REASONS;
  return [...skipped.slice(0, MAX_REASONS), ...(rest > 0 ? [t('chat.skippedMore', { count: rest })] : [])].join('; ');
}

/** True for pictures that a browser draws without running anything in them. */
export const isRaster = (type: string): boolean => RASTER.has(type);

/** A size as people read it. */
export function sizeOf(bytes: number): string {
  if (bytes < 1024) return t('chat.bytes', { size: formatNumber(bytes) });
  if (bytes < 1024 * 1024) return t('chat.kilobytes', { size: formatNumber(Math.round(bytes / 1024)) });
  return t('chat.megabytes', { size: formatTenths(bytes / 1024 / 1024) });
}
