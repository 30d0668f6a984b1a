/** A record of a JSON file as the knowledge keeps it, with the path that leads to it: `menu[0]: {"name":"Tea"}`, `hours.monday: "9-17"`. */
const RECORD = /^(?:([\p{L}\p{N}_$.[\]-]{1,200}): )?(\{.*\}|"(?:[^"\\]|\\.)*")$/u;
const MAX_DEPTH = 4;
/** How lists of questions and answers name both. */
const ASKED = /^(?:q|question|frage|pregunta|pergunta|domanda|вопрос|soru|问题|質問)$/iu;
const ANSWERED = /^(?:a|answer|antwort|r[eé]ponse|respuesta|resposta|risposta|ответ|cevap|答案|回答)$/iu;

/** What a record says, and the question that it answers; '' for none. */
export interface SaidByRecord {
  readonly text: string;
  readonly question: string;
}

/** What a line with a record of JSON says, as a sentence; undefined for all other lines. */
export function recordStatement(line: string): SaidByRecord | undefined {
  const [, path = '', json] = RECORD.exec(line.trim()) ?? [];
  const value = json === undefined ? undefined : parsed(json);
  if (isRecord(value)) return statementOf(value, '');
  return typeof value === 'string' && /[.[]/.test(path) ? said(nameIn(path), value) : undefined;
}

/** What a whole text that is JSON says; undefined for every other one. */
export function jsonStatements(text: string): SaidByRecord[] | undefined {
  if (!/^\s*[[{]/.test(text)) return undefined;
  const value = parsed(text);
  return value === undefined ? undefined : statementsIn(value, '', 0);
}

function statementsIn(value: unknown, name: string, depth: number): SaidByRecord[] {
  if (Array.isArray(value)) {
    const items: readonly unknown[] = value;
    if (items.every((item) => !isRecord(item) && !Array.isArray(item)))
      return items.length === 0 ? [] : [said(name, wordsOf(items))];
    return depth < MAX_DEPTH ? items.flatMap((item) => statementsIn(item, name, depth + 1)) : [];
  }
  if (!isRecord(value)) return value === null || value === '' ? [] : [said(name, wordsOf(value))];
  const values = Object.values(value);
  const isFlat = values.every((one) => !isRecord(one) && !Array.isArray(one));
  // The outermost one is the whole file.
  if ((isFlat && depth > 0) || depth >= MAX_DEPTH) return [statementOf(value, name)];
  return Object.entries(value).flatMap(([key, one]) =>
    statementsIn(one, depth === 0 ? nameIn(key) : `${name} ${nameIn(key)}`.trim(), depth + 1),
  );
}

/** "Tea: price 3, size large." */
function statementOf(record: Readonly<Record<string, unknown>>, name: string): SaidByRecord {
  const entries = Object.entries(record).flatMap(([key, value]) => {
    const words = wordsOf(value);
    return words === '' ? [] : [[nameIn(key), words] as const];
  });
  const question = entries.find(([key]) => ASKED.test(key))?.[1];
  const answer = entries.find(([key]) => ANSWERED.test(key))?.[1];
  if (question !== undefined && answer !== undefined) return { ...said('', answer), question };
  const [first, ...others] = entries;
  const subject = name === '' && first && others.length > 0 ? first[1] : name;
  const named = (subject === name ? entries : others).map(([key, words]) => `${key} ${words}`);
  return said(subject, named.join(', '));
}

const said = (subject: string, words: string): SaidByRecord => ({
  text: (subject === '' ? words : `${subject}: ${words}`) + (/[.!?。！？]$/u.test(words) ? '' : '.'),
  question: '',
});

function wordsOf(value: unknown): string {
  if (value === null || value === undefined) return '';
  if (Array.isArray(value)) return value.map(wordsOf).filter(Boolean).join(', ');
  if (!isRecord(value)) return String(value);
  return Object.entries(value)
    .map(([key, one]) => `${nameIn(key)} ${wordsOf(one)}`)
    .join(', ');
}

/** `openingHours[0].day_name` as words. */
const nameIn = (path: string): string =>
  path
    .replaceAll(/\[\d+\]|[._$-]+/g, ' ')
    .replaceAll(/(?<=\p{Ll})(?=\p{Lu})/gu, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim();

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

function parsed(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch {
    return undefined;
  }
}
