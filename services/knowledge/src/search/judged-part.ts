/** What a message is about is at its beginning; a long one must not cost more. */
const MAX_CHARS = 400;

/** The part of a message that the gate looks at. */
export const judgedPart = (message: string): string => message.slice(0, MAX_CHARS);
