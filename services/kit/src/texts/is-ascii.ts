const ASCII = /^[\0-\x7f]*$/;

/** Whether a text has characters of ASCII alone, as most have: those are the same in all normal forms, and their classes need no tables of Unicode. */
export const isAscii = (text: string): boolean => ASCII.test(text);
