export interface Position {
  readonly line: number | null;
  readonly column: number | null;
}

const NOWHERE: Position = { line: null, column: null };

/** The first place of the user's code in a stack trace of the engine, which counts in bytes of UTF-8, while editors count in UTF-16 units. */
export function positionOf(stack: string, code: string): Position {
  const [, row, byteColumn] = /command\.js:(\d{1,6}):(\d{1,6})/.exec(stack) ?? [];
  const text = code.split(/\r\n|[\n\r\u2028\u2029]/)[Number(row) - 1];
  if (text === undefined || byteColumn === undefined) return NOWHERE;
  const before = Buffer.from(text).subarray(0, Number(byteColumn) - 1);
  return { line: Number(row), column: before.toString('utf8').length + 1 };
}
