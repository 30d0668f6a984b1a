import { t } from '../../lib/i18n.js';

/** In words that a token is stored. The server gives no end of one that is too short to be a real one. */
export const storedToken = (hint: string | null | undefined): string =>
  hint ? t('form.tokenStored', { hint }) : t('form.tokenStoredOnly');
