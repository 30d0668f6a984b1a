// The figures of benchmarks in one form: what was measured, its value, its limit and whether it is met.

/**
 * `written` is what the benchmark wrote into BENCH_JSON: rows with the text of what was measured, `ratio` or `value`, and `at most` or `at least`.
 * A benchmark that wrote nothing, or failed with all rows within their limits, gets a row that says whether it ended well.
 */
export function readFigures(name, written, isOk) {
  const figures = (written?.rows ?? []).map((row) => figureOf(name, row));
  const isExplained = isOk || figures.some(({ isMet }) => isMet === false);
  if (figures.length > 0 && isExplained) return figures;
  return [...figures, { benchmark: name, what: 'ended well', isMet: isOk }];
}

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

/** A table in Markdown. */
export function formatFigures(figures) {
  const cells = figures.map(({ benchmark, what, value, unit = '', limit = '', isMet }) => [
    benchmark,
    what,
    value === undefined ? '' : `${Number.isInteger(value) ? value : value.toFixed(2)}${unit}`,
    limit,
    isMet === undefined ? '' : isMet ? 'met' : 'MISSED',
  ]);
  const rows = [['benchmark', 'what', 'measured', 'limit', ''], ['---', '---', '---', '---', '---'], ...cells];
  return rows.map((row) => `| ${row.join(' | ')} |`).join('\n');
}
