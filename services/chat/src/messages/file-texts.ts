import type { Keyring } from '@kith/kit';

/** How much text of the files of a message is kept, in characters. */
export const MAX_KEPT_CHARS = 100_000;

/** A file of a message, as later replies read it. */
export interface KeptFile {
  readonly name: string;
  readonly text: string;
}

interface Place {
  readonly botId: string;
  readonly requestId: string;
}

/** For the column `file_texts`, encrypted for its place like the other texts of a message (docs/security.md S74); '' without files. */
export const sealedFileTexts = (keyring: Keyring, message: Place, files: readonly KeptFile[]): string =>
  files.length === 0 ? '' : keyring.encrypt(JSON.stringify(files), placeOf(message));

export const openedFileTexts = (keyring: Keyring, message: Place, sealed: string): KeptFile[] =>
  JSON.parse(keyring.decrypt(sealed, placeOf(message))) as KeptFile[];

const placeOf = ({ botId, requestId }: Place): string => `chat.message.file_texts.${botId}.${requestId}`;
