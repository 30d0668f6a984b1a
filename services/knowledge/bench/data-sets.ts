import { createReadStream, existsSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { z } from 'zod';

export interface DataSet {
  readonly name: string;
  readonly documents: readonly { readonly key: string; readonly title: string; readonly text: string }[];
  readonly questions: readonly { readonly text: string; readonly grades: ReadonlyMap<string, number> }[];
  /** Whether the file has more documents than a companion can hold: those that answer a question are kept, and the first of the others. */
  readonly isCut: boolean;
}

const Id = z.union([z.string(), z.number()]).transform(String);
const Document = z.object({ _id: Id, title: z.string().nullish(), text: z.string() });
const Question = z.object({ _id: Id, text: z.string() });
const JUDGEMENTS = ['qrels/test.tsv', 'qrels/dev.tsv', 'qrels.tsv'];

/** The folders with a data set in the form of BEIR: corpus.jsonl, queries.jsonl and judgements in qrels. None where the folder does not exist. */
export function dataSetsIn(folder: string): string[] {
  if (!existsSync(folder)) return [];
  const folders = readdirSync(folder, { withFileTypes: true }).filter((entry) => entry.isDirectory());
  return folders
    .map(({ name }) => path.join(folder, name))
    .filter((each) => existsSync(path.join(each, 'corpus.jsonl')) && existsSync(path.join(each, 'queries.jsonl')))
    .toSorted();
}

/** Throws a TypeError that names file and line for what is not in that form. */
export async function readDataSet(folder: string, maxDocuments: number): Promise<DataSet> {
  const grades = await readJudgements(folder);
  const wanted = new Set([...grades.values()].flatMap((judged) => [...judged.keys()]));
  const documents: DataSet['documents'][number][] = [];
  const spare: typeof documents = [];
  let isCut = false;
  for await (const { _id, title, text } of linesOf(path.join(folder, 'corpus.jsonl'), Document)) {
    const document = { key: _id, title: title ?? '', text };
    if (wanted.has(_id)) documents.push(document);
    else if (spare.length < maxDocuments) spare.push(document);
    else isCut = true;
  }
  const others = spare.slice(0, Math.max(0, maxDocuments - documents.length));
  const questions: DataSet['questions'][number][] = [];
  for await (const { _id, text } of linesOf(path.join(folder, 'queries.jsonl'), Question)) {
    const judged = grades.get(_id);
    if (judged) questions.push({ text, grades: judged });
  }
  if (documents.length === 0 || questions.length === 0)
    throw new TypeError(`${folder}: no question has an answer among the documents`);
  return {
    name: path.basename(folder),
    documents: [...documents, ...others],
    questions,
    isCut: isCut || others.length < spare.length,
  };
}

/** By question: the documents that answer it, and how well. */
async function readJudgements(folder: string): Promise<ReadonlyMap<string, ReadonlyMap<string, number>>> {
  const file = JUDGEMENTS.map((name) => path.join(folder, name)).find((each) => existsSync(each));
  if (file === undefined) throw new TypeError(`${folder}: none of ${JUDGEMENTS.join(', ')}`);
  const grades = new Map<string, Map<string, number>>();
  let line = 0;
  for await (const text of createInterface({ input: createReadStream(file) })) {
    line += 1;
    const [question = '', document = '', grade] = text.split('\t');
    // The first line names the columns.
    if (text.trim() === '' || (line === 1 && !Number.isFinite(Number(grade)))) continue;
    if (document === '' || grade === undefined || !Number.isFinite(Number(grade)))
      throw new TypeError(`${file}:${line}: not question, document and grade`);
    if (Number(grade) <= 0) continue;
    const judged = grades.get(question) ?? new Map<string, number>();
    grades.set(question, judged.set(document, Number(grade)));
  }
  return grades;
}

async function* linesOf<T>(file: string, schema: z.ZodType<T>): AsyncGenerator<T> {
  let line = 0;
  for await (const text of createInterface({ input: createReadStream(file) })) {
    line += 1;
    if (text.trim() === '') continue;
    const read = schema.safeParse(parsed(text));
    if (!read.success) throw new TypeError(`${file}:${line}: not of the expected form`);
    yield read.data;
  }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** nDCG@10 of a ranking. */
export function ndcg(ranking: readonly string[], grades: ReadonlyMap<string, number>): number {
  const gain = (values: readonly number[]): number =>
    values.slice(0, 10).reduce((sum, value, rank) => sum + value / Math.log2(rank + 2), 0);
  const best = gain([...grades.values()].toSorted((one, other) => other - one));
  return best === 0 ? 0 : gain(ranking.map((key) => grades.get(key) ?? 0)) / best;
}
