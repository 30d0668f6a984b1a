import type { Keyring } from '@kith/kit';
import type { MessageEntity } from './message.entity.js';
import { storable } from './storable-text.js';

type Texts = Pick<
  MessageEntity,
  'botId' | 'requestId' | 'authorName' | 'question' | 'reply' | 'sources' | 'citedPassages' | 'files'
>;
type SealedTexts = Omit<Texts, 'botId' | 'requestId'>;

/** What members write and models answer may contain anything; it is stored encrypted (docs/security.md S74). An empty text stays empty. */
export function sealed(keyring: Keyring, message: Texts): SealedTexts {
  const seal = (text: string, column: string): string => (text === '' ? '' : keyring.encrypt(text, placeOf(message, column)));
  const { authorName, question, reply, sources, citedPassages, files } = storableTexts(message);
  return {
    authorName: seal(authorName, 'author_name'),
    question: seal(question, 'question'),
    reply: seal(reply, 'reply'),
    sources: sources.map((source) => seal(source, 'sources')),
    citedPassages: seal(citedPassages, 'citations'),
    files: seal(files, 'files'),
  };
}

export function readable(keyring: Keyring, message: Texts): SealedTexts {
  const open = (text: string, column: string): string => (text === '' ? '' : keyring.decrypt(text, placeOf(message, column)));
  return {
    authorName: open(message.authorName, 'author_name'),
    question: open(message.question, 'question'),
    reply: open(message.reply, 'reply'),
    sources: message.sources.map((source) => open(source, 'sources')),
    citedPassages: open(message.citedPassages, 'citations'),
    files: open(message.files, 'files'),
  };
}

export const storableTexts = ({ authorName, question, reply, sources, citedPassages, files }: SealedTexts): SealedTexts => ({
  authorName: storable(authorName),
  question: storable(question),
  reply: storable(reply),
  sources: sources.map(storable),
  citedPassages: storable(citedPassages),
  files: storable(files),
});

/** Each text of a row is encrypted for its place, so that none can be moved to another bot or message. */
const placeOf = ({ botId, requestId }: Texts, column: string): string => `chat.message.${column}.${botId}.${requestId}`;
