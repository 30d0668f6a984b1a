import type { ReplyContext } from '../replies/reply-writer.js';
import { parametersOf, textIn, ToolFailure, type Tool } from './tool.js';

/** Longer addresses are none that people write. */
const MAX_ADDRESS_CHARS = 2000;
/** How many addresses of one text can be opened: the first ones. */
const MAX_ADDRESSES = 5;
const ADDRESS = /\bhttps?:\/\/[^\s<>"`|\\^{}]+/gi;
const TRAILING = /[.,;:!?'"*_~\])]+$/;

type Said = Pick<ReplyContext, 'question' | 'history' | 'author' | 'repliedTo'> & {
  readonly persona: Pick<ReplyContext['persona'], 'instructions'>;
};

/**
 * The addresses that may be opened for a message, each normalised: those that its author wrote, now or before, those of the owner's instructions,
 * and the one address of a message that is replied to. A page, a knowledge item or another member can name none, and the model cannot make one
 * up: an address that somebody else chooses, or that is put together, could carry what the model has read (docs/decisions.md T18).
 */
export function addressesFor({ question, history, author, repliedTo, persona }: Said): Set<string> {
  const own = history.filter((exchange) => exchange.author === author).map((exchange) => exchange.question);
  const written = [question, ...own.toReversed(), persona.instructions ?? ''].flatMap((text) => addressesIn(text));
  const replied = repliedTo ? addressesIn(repliedTo.text) : [];
  return new Set([...written, ...(replied.length === 1 ? replied : [])]);
}

function addressesIn(text: string): string[] {
  const found = Array.from(text.matchAll(ADDRESS), ([address]) => normalised(withoutTrailing(address)));
  return [...new Set(found.filter((address) => address !== null))].slice(0, MAX_ADDRESSES);
}

/** A closing parenthesis belongs to an address that has an opening one. */
function withoutTrailing(address: string): string {
  const stripped = address.replace(TRAILING, '');
  return stripped.includes('(') && address.startsWith(`${stripped})`) ? `${stripped})` : stripped;
}

function normalised(address: string): string | null {
  if (address.length > MAX_ADDRESS_CHARS) return null;
  const url = URL.parse(address);
  if (!url) return null;
  url.hash = '';
  return url.href;
}

/** Reads a page; `read` answers its text and throws AppError or ToolFailure. */
export const pageTool = (
  addresses: ReadonlySet<string>,
  read: (address: string, signal: AbortSignal) => Promise<string>,
): Tool => ({
  name: 'read_page',
  description:
    'Reads the text of a web page or PDF. Only addresses that stand in the message itself, or that its author wrote before, can be read.',
  parameters: parametersOf({ address: { type: 'string', description: 'The address exactly as it was written.' } }, ['address']),
  // The address is one that a person wrote.
  isOutward: false,
  isForeign: true,
  run: async (given, signal) => {
    const address = normalised(textIn(given, 'address', MAX_ADDRESS_CHARS));
    if (address === null || !addresses.has(address))
      throw new ToolFailure('Only an address that the author of the message wrote can be read, exactly as it was written.');
    return read(address, signal);
  },
});
