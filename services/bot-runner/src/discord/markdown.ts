import { isolated } from '@kith/proto';

/** A text of somebody else without a meaning in Discord's Markdown: it formats nothing, is no link or mention, and does not turn the sentence around it. */
export const escaped = (text: string): string => isolated(text.replaceAll(/[\\`*_~|<>#[\]()@:-]/g, String.raw`\$&`));

/** The same for a name, in one line. */
export const escapedName = (name: string): string => escaped(name.replaceAll(/[\p{Cc}\p{Zl}\p{Zp}]/gu, ' ').trim());
