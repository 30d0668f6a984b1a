const PLACEHOLDER = /\{(\w+)\}/g;
/** Discord's limit for a message. */
const MAX_MESSAGE_CHARS = 2000;

/** The text of an owner with `{name}` and the like replaced, as long as a message may be. Unknown placeholders stay as they are. */
export const fillTemplate = (template: string, values: Readonly<Record<string, string>>): string =>
  cut(template.replaceAll(PLACEHOLDER, (whole, name: string) => (Object.hasOwn(values, name) ? (values[name] ?? whole) : whole)));

/** Never within a character that takes two units. */
const cut = (text: string): string =>
  text.length <= MAX_MESSAGE_CHARS ? text : `${text.slice(0, MAX_MESSAGE_CHARS - 1).replace(/[\uD800-\uDBFF]$/, '')}…`;
