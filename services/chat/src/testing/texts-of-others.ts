/**
 * What others wrote in the messages of a prompt, with the marks around it: what a model recites that obeys all it reads. Without the rules and what
 * else Kith says in a prompt, as a reply with that is withheld.
 */
export const textsOfOthers = (messages: readonly { readonly role: string; readonly content?: unknown }[]): string =>
  messages.flatMap(({ role, content }) => (role === 'system' ? [] : textsIn(content).map(insideOfMarks))).join('\n');

const textsIn = (content: unknown): string[] =>
  Array.isArray(content) ? content.map((part: { readonly text?: string }) => part.text ?? '') : [String(content)];

/** A text without marks is somebody's own. */
function insideOfMarks(text: string): string {
  const [, mark] = /^\[(kb-[0-9a-f]{16}) begin /m.exec(text) ?? [];
  if (mark === undefined) return text;
  let isInside = false;
  const lines = text.split('\n').filter((line) => {
    const isMark = line.startsWith(`[${mark} `);
    if (isMark) isInside = line.startsWith(`[${mark} begin `);
    return isMark || isInside || line.startsWith('> ');
  });
  return lines.join('\n');
}
