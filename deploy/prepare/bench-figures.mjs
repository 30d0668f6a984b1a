// The figures of benchmarks in one form: what was measured, its value, its limit and whether it is met.

/**
 * `written` is what the benchmark wrote into BENCH_JSON: rows with the text of what was measured, `ratio` or `value`, and `at most` or `at least`;
 * or `notMeasured`, why it found nothing to measure. A benchmark that wrote nothing, or failed with all rows within their limits, gets a row that says whether it ended well.
 */
export function readFigures(name, written, isOk) {
  if (isOk && written?.notMeasured) return [notMeasured(name, written.notMeasured)];
  const figures = (written?.rows ?? []).map((row) => figureOf(name, row));
  const isExplained = isOk || figures.some(({ isMet }) => isMet === false);
  if (figures.length > 0 && isExplained) return figures;
  return [...figures, { benchmark: name, what: 'ended well', isMet: isOk }];
}

/** The row of a benchmark that cannot run here; it is neither met nor missed. */
export const notMeasured = (benchmark, reason) => ({ benchmark, what: `not measured: ${reason}` });

function figureOf(benchmark, row) {
  const { ratio, value = ratio, 'at most': most, 'at least': least } = row;
  const what = row.what ?? row.request ?? '';
  const limit = [most, least].find((bound) => typeof bound === 'number');
  if (typeof value !== 'number' || limit === undefined) return { benchmark, what, value };
  const isMet = typeof most === 'number' ? value <= most : value >= least;
  return {
    benchmark,
    what,
    value,
    unit: ratio === undefined ? '' : 'x',
    limit: `${most === limit ? 'at most' : 'at least'} ${limit}`,
    isMet,
  };
}

/** A table in Markdown; with the figures of an earlier run two columns more: what was measured then, and this run's share of it. */
export function formatFigures(figures, earlier) {
  const titles = ['benchmark', 'what', ...(earlier ? ['before', 'measured', 'change'] : ['measured']), 'limit', ''];
  const cells = figures.map((figure) => {
    const { benchmark, what, value, limit = '', isMet } = figure;
    const before = earlier?.find((one) => one.benchmark === benchmark && one.what === what);
    const measured = earlier ? [textOf(before), textOf(figure), changeOf(before?.value, value)] : [textOf(figure)];
    return [benchmark, what, ...measured, limit, isMet === undefined ? '' : isMet ? 'met' : 'MISSED'];
  });
  const rows = [titles, titles.map(() => '---'), ...cells];
  return rows.map((row) => `| ${row.join(' | ')} |`).join('\n');
}

/** The figures of a file that an earlier run wrote; an error when it is no such file. */
export function figuresOf(text) {
  const figures = parse(text)?.figures;
  const isFigure = (one) => typeof one?.benchmark === 'string' && typeof one.what === 'string';
  if (!Array.isArray(figures) || !figures.every(isFigure)) throw new Error('it has no figures of an earlier run');
  return figures;
}

function parse(text) {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function textOf({ value, unit = '' } = {}) {
  return typeof value !== 'number' ? '' : `${Number.isInteger(value) ? value : value.toFixed(2)}${unit}`;
}

const changeOf = (before, value) =>
  typeof value === 'number' && typeof before === 'number' && before !== 0 ? `${(value / before).toFixed(2)}x` : '';
