import { existsSync } from 'node:fs';
import path from 'node:path';
import { figuresOf, formatFigures, notMeasured, readFigures } from '../prepare/bench-figures.mjs';
import { WITH_LIMIT } from '../prepare/benchmarks.mjs';

const ROOT = path.resolve(import.meta.dirname, '../..');

it('figures above or below their limit are missed, those at it are met, and those without one are only shown', () => {
  const rows = [
    { what: 'a', ratio: 2, 'at most': 2 },
    { what: 'b', ratio: 2.01, 'at most': 2 },
    { what: 'c', ratio: 0.49, 'at least': 0.5 },
    { request: 'd', value: 190, 'at most': 180 },
    { what: 'e', value: 7, 'at most': '' },
  ];
  expect(
    formatFigures(readFigures('x', { rows }, false))
      .split('\n')
      .slice(2),
  ).toEqual([
    '| x | a | 2x | at most 2 | met |',
    '| x | b | 2.01x | at most 2 | MISSED |',
    '| x | c | 0.49x | at least 0.5 | MISSED |',
    '| x | d | 190 | at most 180 | MISSED |',
    '| x | e | 7 |  |  |',
  ]);
});

it('a benchmark that failed is missed although its figures are within their limits, or it wrote none', () => {
  expect(readFigures('x', undefined, false)).toEqual([{ benchmark: 'x', what: 'ended well', isMet: false }]);
  expect(readFigures('x', undefined, true)).toEqual([{ benchmark: 'x', what: 'ended well', isMet: true }]);
  expect(readFigures('x', { rows: [{ what: 'a', ratio: 1, 'at most': 2 }] }, false).at(-1)).toMatchObject({
    what: 'ended well',
    isMet: false,
  });
});

it('beside the figures of an earlier run each shows what was measured then and its share of it; rows that are new, or had no figure, show none', () => {
  const measured = (rows) => readFigures('x', { rows }, true);
  const earlier = measured([
    { what: 'a', ratio: 4, 'at most': 2 },
    { what: 'c', value: 0, 'at most': 1 },
  ]);
  const later = measured([
    { what: 'a', ratio: 1, 'at most': 2 },
    { what: 'b', value: 7 },
    { what: 'c', value: 1, 'at most': 1 },
  ]);
  expect(formatFigures(later, figuresOf(JSON.stringify({ figures: earlier })))).toBe(
    [
      '| benchmark | what | before | measured | change | limit |  |',
      '| --- | --- | --- | --- | --- | --- | --- |',
      '| x | a | 4x | 1x | 0.25x | at most 2 | met |',
      '| x | b |  | 7 |  |  |  |',
      '| x | c | 0 | 1 |  | at most 1 | met |',
    ].join('\n'),
  );
});

it('a benchmark that cannot run on this machine is shown as not measured, and is not missed', () => {
  const figure = notMeasured('x', 'the package registry does not answer');
  expect(figure.isMet).toBeUndefined();
  expect(formatFigures([figure]).split('\n').at(-1)).toBe('| x | not measured: the package registry does not answer |  |  |  |');
});

it('a benchmark that found nothing to measure is shown as not measured, and is missed only when it failed', () => {
  const written = { notMeasured: 'there is no data set in .data/bench' };
  expect(readFigures('x', written, true)).toEqual([notMeasured('x', written.notMeasured)]);
  expect(readFigures('x', written, false).at(-1)).toMatchObject({ what: 'ended well', isMet: false });
});

it.each(['', 'null', '{}', '{"figures":{}}', '{"figures":[{"what":"a"}]}'])('%j is no file of an earlier run', (text) => {
  expect(() => figuresOf(text)).toThrow('it has no figures of an earlier run');
});

it('the benchmarks with a limit exist', () => {
  const files = WITH_LIMIT.map(({ file }) => file);
  expect(new Set(files).size).toBe(files.length);
  expect(files.filter((file) => !existsSync(path.join(ROOT, file)))).toEqual([]);
});
