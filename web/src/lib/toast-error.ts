import { t } from './i18n.js';
import { readError } from './read-error.js';
import { toast } from './toast.js';

/** Shows why a request failed, or `otherwise` when the server gave no reason; returns the shown text. */
export function toastError(title: string, error: unknown, otherwise: string = t('load.failedText')): string {
  const text = readError(error).message ?? otherwise;
  toast.error(title, { text });
  return text;
}
