/** Of German dates: "5. Mai". */
const MONTHS = 'Januar|Jänner|Februar|März|April|Mai|Juni|Juli|August|September|Oktober|November|Dezember';
/** Behind which a name, a number or another word of the same sentence comes. */
const SHORT =
  'Dr|Mr|Mrs|Ms|Prof|St|Mt|Ft|Mme|Mlle|Sra|Srta|Nr|No|Tel|tel|Fig|fig|Abb|approx|vs|ca|bzw|ggf|inkl|zzgl|evtl|vgl|min|max|etc|usw';
/** A sentence may end with them, too. */
const SHORT_AT_END = 'No|min|max|etc|usw';
const MONTHS_IN_SHORT = 'Jan|Feb|Mar|Apr|Jun|Jul|Aug|Sept?|Oct|Nov|Dec';
/** With which a new sentence begins rather than a name behind a single letter: "block B. My name is …". */
const BEGINNINGS = 'I|My|It|But|And|So|We|You|The|Ich|Mein|Meine|Er|Sie|Es|Wir|Der|Die|Das|Je|Mon|Ma|Il|Elle|Yo|Mi|Me|El|La';

const WORD_BEFORE = '(?<![\\p{L}\\p{N}])';
const SHORT_END = new RegExp(`${WORD_BEFORE}(?:${SHORT})\\.\\s*$`, 'u');
const SHORT_END_OF_SENTENCE = new RegExp(`${WORD_BEFORE}(?:${SHORT_AT_END})\\.\\s*$`, 'u');
const MONTH_END = new RegExp(`${WORD_BEFORE}(?:${MONTHS_IN_SHORT})\\.\\s*$`, 'u');
const LETTER_END = new RegExp(`${WORD_BEFORE}(?!I)\\p{Lu}\\.\\s*$`, 'u');
/** "z. B.", "u. U.": the next letter belongs to it. */
const SMALL_LETTER_END = new RegExp(`${WORD_BEFORE}\\p{Ll}\\.\\s*$`, 'u');
const DAY_END = /(?<!\d)\d{1,2}\.\s*$/u;
const MONTH_BEGIN = new RegExp(`^(?:${MONTHS})(?!\\p{L})`, 'u');
const SENTENCE_BEGIN = new RegExp(`^(?:${BEGINNINGS})(?![\\p{L}])`, 'u');

/** More than an abbreviation or a date has: a long text is not searched for the place where it ends. */
const END_CHARS = 40;

/** Whether a text goes on in the same sentence behind its full stop: "Dr. Meyer", "5. Mai", "Dec. 5", "J. Smith". */
export function goesOnBehindStop(text: string, next: string): boolean {
  const end = text.slice(-END_CHARS);
  if (SHORT_END.test(end)) return !SHORT_END_OF_SENTENCE.test(end) || /^[\p{Ll}\p{N}]/u.test(next);
  if (MONTH_END.test(end)) return /^\d/.test(next);
  if (SMALL_LETTER_END.test(end)) return /^\p{L}\./u.test(next);
  if (DAY_END.test(end)) return MONTH_BEGIN.test(next);
  return LETTER_END.test(end) && /^\p{Lu}/u.test(next) && !SENTENCE_BEGIN.test(next);
}
