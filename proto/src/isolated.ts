// By their codes, as nobody sees them.
const [FIRST_STRONG_ISOLATE, POP_ISOLATE] = ['\u2068', '\u2069'];
const ISOLATES = /[\u2066-\u2069]/g;
/** Letters that are read from right to left, and the invisible characters that change the direction. */
const TURNS =
  /[\p{Script=Hebrew}\p{Script=Arabic}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}\p{Script=Adlam}\u061C\u200F\u202A-\u202E\u2066-\u2069]/u;

/**
 * A name or another text of users as part of an English sentence, where no `<bdi>` is possible: its direction does not change the order of what
 * is around it. Other texts stay as they are.
 */
export const isolated = (text: string): string =>
  TURNS.test(text) ? `${FIRST_STRONG_ISOLATE}${balanced(text)}${POP_ISOLATE}` : text;

/** The text without the marks of `isolated`: what members type and search has none. */
export const withoutIsolates = (text: string): string => text.replace(ISOLATES, '');

/** Isolates that the text itself begins end in it, and it ends none that it did not begin. */
function balanced(text: string): string {
  let open = 0;
  const kept = text.replace(ISOLATES, (mark) => {
    if (mark !== POP_ISOLATE) open += 1;
    else if (open === 0) return '';
    else open -= 1;
    return mark;
  });
  return kept + POP_ISOLATE.repeat(open);
}
