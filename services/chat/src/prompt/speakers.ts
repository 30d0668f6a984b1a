/** Who wrote a text: a member of Discord with the id, or somebody of whom only the name is known. */
export interface Speaker {
  readonly name: string;
  readonly id?: string | undefined;
}

const MAX_NAME_CHARS = 64;
/** Everything that some reader takes for the end of a line. */
export const LINE_END = /\r\n|[\n\r\v\f\u0085\u2028\u2029]/g;
const HAS_LINE_END = /[\n\r\v\f\u0085\u2028\u2029]/;

/** A name as it stands in one line: without line ends, invisible and text direction characters, and what the form of a prompt uses. */
export const nameInLine = (name: string): string =>
  [...name.replace(/[\s\p{C}:<>()[\]]+/gu, ' ').trim()].slice(0, MAX_NAME_CHARS).join('') || 'somebody';

/** `Eve (id 400000000000000001)`, or the name alone. */
export const speakerInLine = ({ name, id }: Speaker): string =>
  id === undefined ? nameInLine(name) : `${nameInLine(name)} (id ${id})`;

/**
 * What somebody wrote, as every prompt shows it: a line that names them, and below it each line of theirs behind `> `. Whatever the text holds,
 * none of its lines can be taken for one of another person or of the system; and it is the same in each later prompt, which a random mark is not.
 */
export const quoted = (speaker: Speaker, text: string): string => quotedOf(speakerInLine(speaker), text);

/** The same where the line that names the speaker is known. */
export const quotedOf = (speakerLine: string, text: string): string => `${speakerLine} wrote:\n${behindMarks(text)}`;

/** Each line behind `> `. */
export const behindMarks = (text: string): string =>
  // Most messages have one line.
  HAS_LINE_END.test(text)
    ? text
        .split(LINE_END)
        .map((line) => `> ${line}`)
        .join('\n')
    : `> ${text}`;
