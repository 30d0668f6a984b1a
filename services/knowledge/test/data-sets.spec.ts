import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { dataSetsIn, ndcg, readDataSet } from '../bench/data-sets.js';

const CORPUS = ['pier', 'ferry', 'hall', 'boat'].map((id) => JSON.stringify({ _id: id, title: id, text: `About the ${id}.` }));
const QUERIES = ['when does it leave', 'who pays', 'nobody judged this'].map((text, n) =>
  JSON.stringify({ _id: String(n), text }),
);
const QRELS = ['query-id\tcorpus-id\tscore', '0\tboat\t2', '0\tferry\t1', '0\tpier\t0', '1\thall\t1'];

function aFolder({ corpus = CORPUS, queries = QUERIES, qrels = QRELS } = {}): string {
  const folder = path.join(mkdtempSync(path.join(tmpdir(), 'kith-data-set-')), 'harbour');
  mkdirSync(path.join(folder, 'qrels'), { recursive: true });
  writeFileSync(path.join(folder, 'corpus.jsonl'), corpus.join('\n'));
  writeFileSync(path.join(folder, 'queries.jsonl'), `${queries.join('\r\n')}\r\n`);
  writeFileSync(path.join(folder, 'qrels/test.tsv'), qrels.join('\n'));
  return folder;
}

describe('a data set for the search', () => {
  it('is read with the questions that have an answer, and with their grades', async () => {
    const folder = aFolder();
    expect(dataSetsIn(path.dirname(folder))).toEqual([folder]);
    const { name, documents, questions, isCut } = await readDataSet(folder, 10);
    expect([name, documents.length, isCut]).toEqual(['harbour', 4, false]);
    expect(questions).toEqual([
      {
        text: 'when does it leave',
        grades: new Map([
          ['boat', 2],
          ['ferry', 1],
        ]),
      },
      { text: 'who pays', grades: new Map([['hall', 1]]) },
    ]);
  });

  it('keeps all documents that answer a question when it is too large', async () => {
    const { documents, isCut } = await readDataSet(aFolder(), 3);
    expect([documents.map(({ key }) => key), isCut]).toEqual([['ferry', 'hall', 'boat'], true]);
  });

  it('is none where the folder or its files do not exist', () => {
    expect(dataSetsIn('/nowhere/at/all')).toEqual([]);
    expect(dataSetsIn(mkdtempSync(path.join(tmpdir(), 'kith-data-set-')))).toEqual([]);
  });

  it.each([
    ['a line that is no JSON', { corpus: [...CORPUS, '{'] }, /corpus\.jsonl:5: not of the expected form$/],
    ['a document without a text', { corpus: ['{"_id":"boat"}'] }, /corpus\.jsonl:1/],
    ['a judgement without a grade', { qrels: [...QRELS, '1\tboat'] }, /test\.tsv:6/],
    ['questions that nobody judged', { qrels: QRELS.slice(0, 1) }, /no question has an answer/],
  ])('is refused with file and line for %s', async (_what, files, message) => {
    await expect(readDataSet(aFolder(files), 10)).rejects.toThrow(message);
  });

  it('is judged by nDCG@10: 1 for the best order, less for another, 0 without an answer', () => {
    const grades = new Map([
      ['boat', 2],
      ['ferry', 1],
    ]);
    expect(ndcg(['boat', 'ferry', 'pier'], grades)).toBe(1);
    expect(ndcg(['ferry', 'boat'], grades)).toBeCloseTo((1 + 2 / Math.log2(3)) / (2 + 1 / Math.log2(3)), 10);
    expect(ndcg(['pier'], grades)).toBe(0);
    expect(ndcg([...Array.from({ length: 10 }, (_, n) => `other ${n}`), 'boat'], grades)).toBe(0);
  });
});
