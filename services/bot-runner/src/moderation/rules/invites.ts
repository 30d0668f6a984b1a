import { latinised } from './fold-text.js';
import type { MessageText } from './message-text.js';

/** Written between the parts of an address so that filters miss it. */
const DOTS = /\s?[([{<]?\s?\b(?:dot|punkt)\b\s?[)\]}>]?\s?|[([{]\.[)\]}]|[。．｡․]/g;
const SEPARATORS = /[\s\\*_~`|>]+/g;
/** Of Discord itself, and of sites whose short addresses lead to one. */
const INVITE =
  /(?:discord(?:app)?\.(?:com\/+invite|gg(?:\/+invite)?|me|io|link)|dsc\.gg|invite\.gg|disboard\.org\/+(?:[a-z-]+\/+)?server\/+join)\/+[\p{L}\p{N}-]{2}/u;
/** The letters of each of these addresses. */
const LETTERS = ['discord', 'dscgg', 'invitegg', 'disboardorgserverjoin'];
/** No letters of other alphabets and none that are written by their codes. */
const ASCII_AS_WRITTEN = /^[\0-$&-\x7F]*$/;
const ENCODED = /%([2-7][0-9a-f])/g;

/** Whether a text invites to a Discord server, also when the address is written with spaces, look-alike letters or "dot". */
export function hasInvite({ folded }: Pick<MessageText, 'folded'>): boolean {
  // The cheap question first: most messages have neither.
  if (!folded.includes('/') && !folded.includes('%2f') && !folded.includes('⁄')) return false;
  if (ASCII_AS_WRITTEN.test(folded) && !LETTERS.some((letters) => hasInOrder(folded, letters))) return false;
  const decoded = latinised(folded).replace(ENCODED, (_match, code: string) => String.fromCharCode(parseInt(code, 16)));
  return INVITE.test(decoded.replace(DOTS, '.').replace(SEPARATORS, '').replaceAll('⁄', '/'));
}

/** Whether a text has these letters in this order, whatever is between them. */
function hasInOrder(text: string, letters: string): boolean {
  let at = -1;
  for (const letter of letters) {
    at = text.indexOf(letter, at + 1);
    if (at === -1) return false;
  }
  return true;
}
