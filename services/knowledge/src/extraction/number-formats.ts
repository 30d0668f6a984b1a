import { readXml } from '#extraction/xml';

export type NumberFormat = 'number' | 'percent' | 'date';

/** Of the formats that are numbered and have no code in the file (ECMA-376, 18.8.30). */
const isBuiltInDate = (id: number): boolean =>
  (id >= 14 && id <= 22) || (id >= 27 && id <= 36) || (id >= 45 && id <= 47) || (id >= 50 && id <= 58);
const isBuiltInPercent = (id: number): boolean => id === 9 || id === 10;

// Guest processes can open no other packages of Kith.
const DAY_MS = 86_400_000;
/** 1 January 1970 as a day number of each of the two calendars. */
const UNIX_EPOCH_1900 = 25_569;
const UNIX_EPOCH_1904 = 24_107;
const LAST_DAY = 2_958_465;

/** What the cell styles of a workbook make of numbers, in the order in which cells refer to them. */
export function numberFormats(styles: Uint8Array): NumberFormat[] {
  const custom = new Map<number, NumberFormat>();
  const formats: NumberFormat[] = [];
  let isCellStyle = false;
  readXml(styles, {
    opened: (name, attributes) => {
      const id = Number(attributes['numFmtId'] ?? 0);
      if (name === 'numFmt') custom.set(id, formatOfCode(attributes['formatCode'] ?? ''));
      if (name === 'cellXfs') isCellStyle = true;
      if (name === 'xf' && isCellStyle) formats.push(custom.get(id) ?? builtInFormat(id));
    },
    closed: (name) => {
      if (name === 'cellXfs') isCellStyle = false;
    },
  });
  return formats;
}

function builtInFormat(id: number): NumberFormat {
  if (isBuiltInDate(id)) return 'date';
  return isBuiltInPercent(id) ? 'percent' : 'number';
}

function formatOfCode(code: string): NumberFormat {
  // Quoted texts, escaped characters, and colours and conditions in brackets; [h] counts hours.
  const symbols = code.replaceAll(/"[^"]*"|[\\_*].|\[(?!h+\]|m+\]|s+\])[^\]]*\]/gi, '').replaceAll(/general/gi, '');
  if (/[ymdhs]/i.test(symbols)) return 'date';
  return symbols.includes('%') ? 'percent' : 'number';
}

/** A stored number as people read it. Dates are written as ISO 8601, in which no country swaps day and month. */
export function numberText(stored: string, format: NumberFormat, isDate1904: boolean): string {
  const value = Number(stored);
  // Whole numbers stay as they are, because long ones would lose digits.
  if (stored.trim() === '' || !Number.isFinite(value)) return stored;
  if (format === 'date') return dateText(value, isDate1904) ?? stored;
  if (format === 'percent') return `${shortest(value * 100)} %`;
  return /^-?\d+$/.test(stored) ? stored : shortest(value);
}

/** Without the digits that binary fractions add. */
const shortest = (value: number): string => String(Number(value.toPrecision(15)));

/** Undefined for a number that is no date. */
function dateText(serial: number, isDate1904: boolean): string | undefined {
  if (serial < 0 || serial > LAST_DAY) return undefined;
  const epoch = isDate1904 ? UNIX_EPOCH_1904 : UNIX_EPOCH_1900;
  const seconds = Math.round(((serial - epoch) * DAY_MS) / 1000);
  const [day = '', time = ''] = new Date(seconds * 1000).toISOString().slice(0, 16).split('T');
  if (serial < 1) return time;
  return time === '00:00' ? day : `${day} ${time}`;
}
