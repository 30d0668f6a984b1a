const MAX_DICE = 100;
const MAX_SIDES = 1000;
const MAX_MODIFIER = 10_000;
const MAX_TERMS = 10;
/** Longer lists of single throws are left out. */
const MAX_SHOWN = 30;
const TERM = /([+-]?)(?:(\d{0,5})d(\d{1,5})|(\d{1,6}))/giy;

interface Term {
  readonly sign: 1 | -1;
  /** 0 for a plain number. */
  readonly dice: number;
  /** Of each die; the number itself for a plain number. */
  readonly sides: number;
}

/** The terms of a text such as `2d6+1`, at most 100 dice of at most 1,000 sides; null for anything else. An empty text is one die of six sides. */
export function parseDice(text: string): Term[] | null {
  const compact = text.replaceAll(/\s+/g, '').toLowerCase() || '1d6';
  const terms: Term[] = [];
  let end = 0;
  for (const match of compact.matchAll(TERM)) {
    const [whole, sign = '', dice, sides, plain] = match;
    if (sign === '' && terms.length > 0) return null;
    const isDie = sides !== undefined;
    terms.push({
      sign: sign === '-' ? -1 : 1,
      dice: isDie ? Number(dice || '1') : 0,
      sides: Number(isDie ? sides : plain),
    });
    end = match.index + whole.length;
  }
  const dice = terms.reduce((sum, term) => sum + term.dice, 0);
  const areWithinLimits = terms.every((term) =>
    term.dice > 0 ? term.sides >= 2 && term.sides <= MAX_SIDES : term.sides <= MAX_MODIFIER,
  );
  const isDieOfNone = /(?:^|[+-])0+d/.test(compact);
  const isValid =
    end === compact.length && dice >= 1 && dice <= MAX_DICE && terms.length <= MAX_TERMS && areWithinLimits && !isDieOfNone;
  return isValid ? terms : null;
}

/** `2d6+1: 3 + 5 + 1 = **9**`. `random` returns a number from 1 to `sides`. */
export function rollDice(terms: readonly Term[], random: (sides: number) => number): string {
  const rolled = terms.flatMap(({ sign, dice, sides }) =>
    dice === 0 ? [sign * sides] : Array.from({ length: dice }, () => sign * random(sides)),
  );
  const total = rolled.reduce((sum, value) => sum + value, 0);
  const name = terms
    .map(({ sign, dice, sides }, index) => {
      const term = dice === 0 ? String(sides) : `${dice}d${sides}`;
      return sign < 0 ? `-${term}` : index === 0 ? term : `+${term}`;
    })
    .join('');
  if (rolled.length === 1 || rolled.length > MAX_SHOWN) return `🎲 ${name}: **${total}**`;
  const sum = rolled.map((value, index) => (index === 0 ? String(value) : value < 0 ? `- ${-value}` : `+ ${value}`)).join(' ');
  return `🎲 ${name}: ${sum} = **${total}**`;
}
