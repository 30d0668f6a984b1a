import { isolated } from '@kith/proto';

const PLACEHOLDER = /\{(\w+)\}/g;
/** Discord's limit for a message. */
const MAX_MESSAGE_CHARS = 2000;

/** The text of an owner with `{name}` and the like replaced, as long as a message may be. Unknown placeholders stay as they are. */
export const fillTemplate = (template: string, values: Readonly<Record<string, string>>): string =>
  cut(template.replaceAll(PLACEHOLDER, (whole, name: string) => (Object.hasOwn(values, name) ? (values[name] ?? whole) : whole)));

/** A name that a member chose, so that it formats nothing, is no link or mention, and does not turn the sentence around it. */
export const escapedName = (name: string): string =>
  isolated(
    name
      .replaceAll(/[\p{Cc}\p{Zl}\p{Zp}]/gu, ' ')
      .replaceAll(/[\\`*_~|<>#[\]()@:-]/g, String.raw`\$&`)
      .trim(),
  );

/** Never within a character that takes two units. */
const cut = (text: string): string =>
  text.length <= MAX_MESSAGE_CHARS ? text : `${text.slice(0, MAX_MESSAGE_CHARS - 1).replace(/[\uD800-\uDBFF]$/, '')}…`;
