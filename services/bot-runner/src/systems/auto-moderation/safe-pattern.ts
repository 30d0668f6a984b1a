/** Longer patterns are refused; the same limit as that of Discord's AutoMod. */
export const MAX_PATTERN_CHARS = 260;
const MAX_INSTRUCTIONS = 400;
const MAX_REPEATS = 30;
const MAX_TEXT_CHARS = 4000;
/** Of one search, so that no pattern keeps the process from its other work: about a millisecond. */
const MAX_STEPS = 60_000;

type Test = (char: string) => boolean;
type Instruction =
  | { readonly op: 'char'; readonly test: Test }
  | { readonly op: 'split'; readonly to: readonly [number, number] }
  | { readonly op: 'assert'; readonly holds: (before: string, after: string) => boolean }
  | { readonly op: 'match' };
/** An expression as a function that writes its instructions, which go on at the end of the program. */
type Node = (program: Instruction[]) => void;

/** Why a pattern is refused, as a sentence for people. */
export class PatternProblem extends Error {
  override readonly name = 'PatternProblem';
}

/**
 * A regular expression without backtracking: literals, `.`, classes, `\d \w \s \b`, groups, `|`, `^ $`, and `? * + {n,m}`. A search takes at most
 * the length of the pattern times that of the text, and gives up after MAX_STEPS, so that an owner cannot stop the process. Letter case has no meaning.
 */
export class SafePattern {
  private readonly program: Instruction[] = [];

  /** Throws PatternProblem for what it does not support. */
  constructor(source: string) {
    if (source.length > MAX_PATTERN_CHARS) throw new PatternProblem(`Patterns have at most ${MAX_PATTERN_CHARS} characters.`);
    new Parser(source).parse()(this.program);
    this.program.push({ op: 'match' });
  }

  /** Whether the pattern is found anywhere in the text; false also when the search takes more than MAX_STEPS. */
  isIn(text: string): boolean {
    const chars = [...text.slice(0, MAX_TEXT_CHARS).toLowerCase()];
    const { length } = this.program;
    // Where each state was last reached, so that it is followed once a place. Both lists have room for all states.
    const reachedAt = new Uint32Array(length);
    let [open, next] = [new Uint32Array(length), new Uint32Array(length)];
    let steps = 0;
    for (let index = 0, count = 0; index <= chars.length; index++) {
      const [before, after] = [chars[index - 1] ?? '', chars[index] ?? ''];
      const place = index + 1;
      const reach = (state: number): void => {
        if (reachedAt[state] === place) return;
        reachedAt[state] = place;
        open[count++] = state;
      };
      // A match may begin anywhere.
      reach(0);
      let nextCount = 0;
      while (count > 0) {
        if (++steps > MAX_STEPS) return false;
        const state = open[--count] ?? 0;
        const instruction = this.program[state];
        if (instruction?.op === 'match') return true;
        if (instruction?.op === 'split') instruction.to.forEach(reach);
        else if (instruction?.op === 'assert' && instruction.holds(before, after)) reach(state + 1);
        else if (instruction?.op === 'char' && after !== '' && instruction.test(after)) next[nextCount++] = state + 1;
      }
      [open, next, count] = [next, open, nextCount];
      for (let position = 0; position < count; position++) reachedAt[open[position] ?? 0] = place + 1;
    }
    return false;
  }
}

const isWord: Test = (char) => /[\p{L}\p{M}\p{N}_]/u.test(char);
const isDigit: Test = (char) => char >= '0' && char <= '9';
const isSpace: Test = (char) => /\s/u.test(char);
const CLASSES: Readonly<Record<string, Test>> = {
  d: isDigit,
  D: (char) => !isDigit(char),
  w: isWord,
  W: (char) => !isWord(char),
  s: isSpace,
  S: (char) => !isSpace(char),
};
const CONTROLS: Readonly<Record<string, string>> = { n: '\n', t: '\t', r: '\r' };
const isBoundary = (before: string, after: string): boolean =>
  (before !== '' && isWord(before)) !== (after !== '' && isWord(after));

const char =
  (test: Test): Node =>
  (program) =>
    add(program, { op: 'char', test });
const assertion =
  (holds: (before: string, after: string) => boolean): Node =>
  (program) =>
    add(program, { op: 'assert', holds });

function add(program: Instruction[], instruction: Instruction): void {
  if (program.length >= MAX_INSTRUCTIONS) throw new PatternProblem('This pattern is too complicated.');
  program.push(instruction);
}

const either =
  (left: Node, right: Node): Node =>
  (program) => {
    const split = reserve(program);
    left(program);
    const jump = reserve(program);
    program[split] = { op: 'split', to: [split + 1, program.length] };
    right(program);
    program[jump] = { op: 'split', to: [program.length, program.length] };
  };

const optional =
  (node: Node): Node =>
  (program) => {
    const split = reserve(program);
    node(program);
    program[split] = { op: 'split', to: [split + 1, program.length] };
  };

const repeated =
  (node: Node): Node =>
  (program) => {
    const split = reserve(program);
    node(program);
    add(program, { op: 'split', to: [split, split] });
    program[split] = { op: 'split', to: [split + 1, program.length] };
  };

/** The place of an instruction that is written later. */
function reserve(program: Instruction[]): number {
  add(program, { op: 'split', to: [0, 0] });
  return program.length - 1;
}

class Parser {
  private readonly chars: readonly string[];
  private index = 0;
  private depth = 0;

  constructor(source: string) {
    // Escapes have a meaning by their case: \D is not \d.
    const chars = [...source];
    this.chars = chars.map((one, index) => (chars[index - 1] === '\\' ? one : one.toLowerCase()));
  }

  parse(): Node {
    const node = this.alternatives();
    if (this.index < this.chars.length) throw new PatternProblem('There is a closing bracket too many.');
    return node;
  }

  private alternatives(): Node {
    const left = this.sequence();
    if (this.peek() !== '|') return left;
    this.index += 1;
    return either(left, this.alternatives());
  }

  private sequence(): Node {
    const nodes: Node[] = [];
    while (this.index < this.chars.length && this.peek() !== '|' && this.peek() !== ')') nodes.push(this.quantified());
    return (program) => nodes.forEach((node) => node(program));
  }

  private quantified(): Node {
    const node = this.atom();
    const sign = this.peek();
    if (sign === '*' || sign === '+' || sign === '?') {
      this.index += 1;
      this.skipLazy();
      if (sign === '?') return optional(node);
      return sign === '*' ? repeated(node) : sequenceOf(node, repeated(node));
    }
    return sign === '{' ? this.counted(node) : node;
  }

  private counted(node: Node): Node {
    const [found, min = '', comma, max = ''] = /^\{(\d{1,3})(,?)(\d{0,3})\}/.exec(this.chars.slice(this.index).join('')) ?? [];
    if (found === undefined) throw new PatternProblem('After { there are one or two numbers, as in {2,5}.');
    this.index += found.length;
    this.skipLazy();
    const [from, to] = [Number(min), comma === '' ? Number(min) : Number(max)];
    if (Math.max(from, to) > MAX_REPEATS || (comma !== '' && max !== '' && to < from))
      throw new PatternProblem(`Repetitions go up to ${MAX_REPEATS}.`);
    const needed = Array.from({ length: from }, () => node);
    if (comma !== '' && max === '') return sequenceOf(...needed, repeated(node));
    return sequenceOf(...needed, ...Array.from({ length: to - from }, () => optional(node)));
  }

  /** Whether a match is long or short makes no difference here. */
  private skipLazy(): void {
    if (this.peek() === '?') this.index += 1;
    if (['*', '+', '?', '{'].includes(this.peek())) throw new PatternProblem('A repetition cannot be repeated.');
  }

  private atom(): Node {
    const next = this.take();
    if (next === '(') return this.group();
    if (next === '[') return char(this.characterClass());
    if (next === '.') return char((one) => one !== '\n');
    if (next === '^') return assertion((before) => before === '' || before === '\n');
    if (next === '$') return assertion((_before, after) => after === '' || after === '\n');
    if (next === '\\') return this.escape();
    if (['*', '+', '?', '{'].includes(next)) throw new PatternProblem(`There is nothing before ${next} to be repeated.`);
    return char((one) => one === next);
  }

  private group(): Node {
    if (this.peek() === '?') {
      if (this.chars[this.index + 1] !== ':') throw new PatternProblem('Groups that begin with (? are not supported.');
      this.index += 2;
    }
    this.depth += 1;
    if (this.depth > 20) throw new PatternProblem('This pattern has too many groups within each other.');
    const node = this.alternatives();
    if (this.take() !== ')') throw new PatternProblem('A closing bracket is missing.');
    this.depth -= 1;
    return node;
  }

  private escape(): Node {
    const next = this.take();
    if (next === 'b') return assertion(isBoundary);
    const known = CLASSES[next];
    if (known) return char(known);
    return char(sameAs(this.literal(next)));
  }

  private characterClass(): Test {
    const isNegated = this.peek() === '^';
    if (isNegated) this.index += 1;
    const tests: Test[] = [];
    while (this.peek() !== ']') tests.push(this.classItem());
    this.index += 1;
    if (tests.length === 0) throw new PatternProblem('Between [ and ] there is nothing.');
    return (one) => tests.some((test) => test(one)) !== isNegated;
  }

  private classItem(): Test {
    const first = this.take();
    if (first === '\\' && CLASSES[this.peek()]) return CLASSES[this.take()] ?? (() => false);
    const from = first === '\\' ? this.literal(this.take()) : first;
    if (this.peek() !== '-' || this.chars[this.index + 1] === ']') return sameAs(from);
    this.index += 1;
    const next = this.take();
    const to = next === '\\' ? this.literal(this.take()) : next;
    const [low, high] = [from.codePointAt(0) ?? 0, to.codePointAt(0) ?? 0];
    if (high < low) throw new PatternProblem(`The range ${from}-${to} is the wrong way round.`);
    return (one) => (one.codePointAt(0) ?? -1) >= low && (one.codePointAt(0) ?? -1) <= high;
  }

  private literal(escaped: string): string {
    const control = CONTROLS[escaped];
    if (control !== undefined) return control;
    if (/[\p{L}\p{N}]/u.test(escaped)) throw new PatternProblem(`\\${escaped} is not supported.`);
    return escaped;
  }

  private peek(): string {
    return this.chars[this.index] ?? '';
  }

  private take(): string {
    const next = this.chars[this.index];
    if (next === undefined) throw new PatternProblem('The pattern ends too early.');
    this.index += 1;
    return next;
  }
}

const sameAs =
  (wanted: string): Test =>
  (one) =>
    one === wanted;

const sequenceOf =
  (...nodes: readonly Node[]): Node =>
  (program) =>
    nodes.forEach((node) => node(program));
