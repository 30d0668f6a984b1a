/** What Markdown consists of, and what looks like it: replies for tests are put together from these pieces. */
export const MARKDOWN_MARKS: readonly string[] = '[ ] ( ) ! ` `` ``` ~~~ - \\ < > . , :'.split(' ');
