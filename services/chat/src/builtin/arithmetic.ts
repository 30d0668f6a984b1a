/** An exact number: numerator and positive denominator. */
interface Rational {
  readonly n: bigint;
  readonly d: bigint;
}
export type Calculation =
  { readonly kind: 'result'; readonly text: string; readonly isExact: boolean } | { readonly kind: 'tooLarge' | 'byZero' };

type Token = { readonly kind: 'number'; readonly value: Rational } | { readonly kind: 'sign'; readonly sign: string };

const MAX_CHARS = 200;
const MAX_TOKENS = 80;
const MAX_DEPTH = 30;
const MAX_DIGITS = 60;
const MAX_EXPONENT = 1000n;
const MAX_DECIMALS = 10;
const TOO_LARGE = 10n ** 400n;
const HUNDRED = { n: 100n, d: 1n };

class CalculationError extends Error {
  constructor(readonly reason: 'tooLarge' | 'byZero' | 'syntax') {
    super(reason);
  }
}

/**
 * The exact result of a calculation with `+ - * / ^ ( ) %`, where `of` stands for a product and `200 + 10 %` is 220; null when the text is no
 * calculation. `decimal` is the decimal separator that is meant where a number like 1,234 could be read in two ways.
 */
export function calculate(text: string, { decimal, locale }: { decimal: ',' | '.'; locale: string }): Calculation | null {
  if (text.length > MAX_CHARS) return null;
  const tokens = tokensOf(text, decimal);
  if (tokens === null || tokens.length > MAX_TOKENS || !isCalculation(tokens)) return null;
  try {
    return written(new Parser(tokens).whole(), decimal, locale);
  } catch (error) {
    if (!(error instanceof CalculationError)) throw error;
    return error.reason === 'syntax' ? null : { kind: error.reason };
  }
}

const NUMBER = /^\d(?:[\d ]*\d)?(?:[.,]\d+)*|^[.,]\d+/;
const SIGNS: Readonly<Record<string, string>> = {
  '×': '*',
  '·': '*',
  x: '*',
  '÷': '/',
  ':': '/',
  '−': '-',
  '–': '-',
  '**': '^',
  '%': '%',
};

function tokensOf(text: string, decimal: ',' | '.'): Token[] | null {
  const tokens: Token[] = [];
  for (let rest = text.trim(); rest !== '';) {
    const number = NUMBER.exec(rest)?.[0];
    const sign = number === undefined ? /^(?:\*\*|[-+*/^()%×·x÷:−–])/.exec(rest)?.[0] : undefined;
    const token = number ?? sign;
    if (token === undefined) return null;
    if (number === undefined) tokens.push({ kind: 'sign', sign: SIGNS[token] ?? token });
    else {
      const value = numberOf(number, decimal);
      if (value === null) return null;
      tokens.push({ kind: 'number', value });
    }
    rest = rest.slice(token.length).trimStart();
  }
  return tokens;
}

/** With both separators the last one is the decimal one; one alone is a separator of thousands before exactly three digits if it is not `decimal`. */
function numberOf(text: string, decimal: ',' | '.'): Rational | null {
  const digits = text.replaceAll(' ', '');
  const marks = [...digits.matchAll(/[.,]/g)].map(([mark]) => mark);
  const last = marks.at(-1);
  const isGrouped = /^\d{1,3}(?:[.,]\d{3})+$/.test(digits) && new Set(marks).size === 1 && (marks.length > 1 || last !== decimal);
  if (last === undefined || isGrouped) return { n: BigInt(digits.replace(/[.,]/g, '')), d: 1n };
  const at = digits.lastIndexOf(last);
  const whole = digits.slice(0, at);
  if (whole.includes(last)) return null;
  const fraction = digits.slice(at + 1);
  return { n: BigInt(`${whole.replace(/[.,]/g, '')}${fraction}` || '0'), d: 10n ** BigInt(fraction.length) };
}

/** A date, a score or a telephone number is none: it takes two numbers with a sign, and more than digits around a dash or slash. */
function isCalculation(tokens: readonly Token[]): boolean {
  const numbers = tokens.filter(({ kind }) => kind === 'number').length;
  const signs = tokens.flatMap((token) => (token.kind === 'sign' ? token.sign : []));
  return numbers >= 2 && signs.some((sign) => '+-*/^'.includes(sign));
}

class Parser {
  private at = 0;
  private depth = 0;

  constructor(private readonly tokens: readonly Token[]) {}

  whole(): Rational {
    const value = this.sum();
    if (this.at < this.tokens.length) throw new CalculationError('syntax');
    return value;
  }

  private sum(): Rational {
    let left = this.product();
    for (let sign = this.take('+', '-'); sign !== undefined; sign = this.take('+', '-')) {
      const isShare = this.isPercentage();
      const right = this.product();
      // "200 + 10 %" adds ten per cent of 200.
      const value = isShare ? multiply(left, right) : right;
      left = add(left, sign === '+' ? value : { n: -value.n, d: value.d });
    }
    return left;
  }

  private product(): Rational {
    let left = this.signed();
    for (let sign = this.take('*', '/'); sign !== undefined; sign = this.take('*', '/')) {
      const right = this.signed();
      left = sign === '*' ? multiply(left, right) : divide(left, right);
    }
    return left;
  }

  private signed(): Rational {
    const sign = this.take('-', '+');
    if (sign === undefined) return this.power();
    this.enter();
    const value = this.signed();
    this.depth -= 1;
    return sign === '-' ? { n: -value.n, d: value.d } : value;
  }

  private power(): Rational {
    const base = this.percentage();
    if (this.take('^') === undefined) return base;
    this.enter();
    const value = raise(base, this.signed());
    this.depth -= 1;
    return value;
  }

  private percentage(): Rational {
    let value = this.single();
    while (this.take('%') !== undefined) value = divide(value, HUNDRED);
    return value;
  }

  private single(): Rational {
    const token = this.tokens[this.at];
    this.at += 1;
    if (token?.kind === 'number') return token.value;
    if (token?.sign !== '(') throw new CalculationError('syntax');
    this.enter();
    const value = this.sum();
    this.depth -= 1;
    if (this.take(')') === undefined) throw new CalculationError('syntax');
    return value;
  }

  /** Whether a number with a percent sign comes, and nothing that multiplies it. */
  private isPercentage(): boolean {
    const [number, sign, next] = this.tokens.slice(this.at, this.at + 3);
    const isEnd = next === undefined || (next.kind === 'sign' && '+-)'.includes(next.sign));
    return number?.kind === 'number' && sign?.kind === 'sign' && sign.sign === '%' && isEnd;
  }

  private take(...signs: readonly string[]): string | undefined {
    const token = this.tokens[this.at];
    if (token?.kind !== 'sign' || !signs.includes(token.sign)) return undefined;
    this.at += 1;
    return token.sign;
  }

  private enter(): void {
    this.depth += 1;
    if (this.depth > MAX_DEPTH) throw new CalculationError('tooLarge');
  }
}

const absolute = (value: bigint): bigint => (value < 0n ? -value : value);
const gcd = (a: bigint, b: bigint): bigint => (b === 0n ? a : gcd(b, a % b));

function reduced(n: bigint, d: bigint): Rational {
  if (d === 0n) throw new CalculationError('byZero');
  if (absolute(n) > TOO_LARGE || absolute(d) > TOO_LARGE) throw new CalculationError('tooLarge');
  const factor = gcd(absolute(n), absolute(d)) || 1n;
  const sign = d < 0n ? -1n : 1n;
  return { n: (sign * n) / factor, d: (sign * d) / factor };
}

const add = (a: Rational, b: Rational): Rational => reduced(a.n * b.d + b.n * a.d, a.d * b.d);
const multiply = (a: Rational, b: Rational): Rational => reduced(a.n * b.n, a.d * b.d);
const divide = (a: Rational, b: Rational): Rational => reduced(a.n * b.d, a.d * b.n);

/** Whole exponents only. Nothing is computed that would become too large. */
function raise(base: Rational, { n: exponent, d }: Rational): Rational {
  if (d !== 1n) throw new CalculationError('syntax');
  const times = absolute(exponent);
  const digits = BigInt(Math.max(absolute(base.n).toString().length, base.d.toString().length));
  if (times > MAX_EXPONENT || (digits * times > 400n && absolute(base.n) > 1n)) throw new CalculationError('tooLarge');
  return exponent < 0n ? reduced(base.d ** times, base.n ** times) : reduced(base.n ** times, base.d ** times);
}

function written({ n, d }: Rational, decimal: ',' | '.', locale: string): Calculation {
  const whole = absolute(n) / d;
  if (whole.toString().length > MAX_DIGITS) return { kind: 'tooLarge' };
  const scale = 10n ** BigInt(MAX_DECIMALS);
  const scaled = absolute(n) * scale;
  const isExact = scaled % d === 0n;
  const rounded = isExact ? scaled / d : (scaled * 2n + d) / (d * 2n);
  const fraction = (rounded % scale).toString().padStart(MAX_DECIMALS, '0').replace(/0+$/, '');
  const sign = n < 0n ? '-' : '';
  const integer = (rounded / scale).toLocaleString(locale);
  return { kind: 'result', text: `${sign}${integer}${fraction === '' ? '' : decimal + fraction}`, isExact };
}
