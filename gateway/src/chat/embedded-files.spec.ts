import { describe, expect, it, jest } from '@jest/globals';
import { AppError } from '@kith/proto';
import fc from 'fast-check';
import { EmbeddedFiles } from './embedded-files.js';

/** A store that keeps the contents in memory; the key of a file is its number. */
function aReader(maxBytes = 1_000_000) {
  const contents: Buffer[] = [];
  const onFirstFile = jest.fn<() => void>();
  const store = async (content: AsyncIterable<Buffer>) => {
    const slices: Buffer[] = [];
    for await (const slice of content) {
      slices.push(slice);
      if (Buffer.concat(slices).length > maxBytes) throw new AppError('TOO_LARGE');
    }
    contents.push(Buffer.concat(slices));
    return { key: String(contents.length - 1), bytes: Buffer.concat(slices).length };
  };
  return { contents, onFirstFile, reader: new EmbeddedFiles({ store, maxFiles: 5, reserve: () => undefined, onFirstFile }) };
}

const dataUrl = (content: Buffer) => `data:text/plain;base64,${content.toString('base64')}`;
const LONG = Buffer.alloc(30_000, 7);

describe('JSON with embedded files', () => {
  it('gives the same values and files whatever the pieces in which it arrives', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.nat(50_000), { maxLength: 12 }),
        fc.array(fc.uint8Array({ minLength: 13_000, maxLength: 20_000 }), { minLength: 1, maxLength: 3 }),
        fc.string({ maxLength: 60, unit: fc.constantFrom('"', '\\', '/', 'ä', 'x', '{', ',') }),
        async (cuts, files, text) => {
          const value = { [text]: text, files: files.map((file) => dataUrl(Buffer.from(file))), end: [text, 1, null] };
          const json = JSON.stringify(value).replaceAll('/', '\\/');
          const body = Buffer.from(json);
          const { reader, contents } = aReader();
          let at = 0;
          for (const cut of [...cuts.map((cut) => cut % body.length).toSorted((a, b) => a - b), body.length]) {
            await reader.write(body.subarray(at, cut));
            at = cut;
          }
          const parsed = JSON.parse(reader.end().toString()) as { files: string[] };
          const stored = await Promise.all(parsed.files.map((placeholder) => reader.file(placeholder)));
          expect(stored.map(({ key, type }) => [type, contents[Number(key)]])).toEqual(
            files.map((file) => ['text/plain', Buffer.from(file)]),
          );
          expect({ ...parsed, files: [] }).toEqual({ ...value, files: [] });
        },
      ),
      { numRuns: 40, endOnFailure: true },
    );
  });

  it('is rejected when it ends within a string, or when the text around the files is above 128 KB', async () => {
    const { reader } = aReader();
    await reader.write(Buffer.from('{"a":"b'));
    expect(() => reader.end()).toThrow('not valid JSON');
    const texts = Buffer.from(`[${`"${'x'.repeat(1000)}",`.repeat(140)}""]`);
    await expect(aReader().reader.write(texts)).rejects.toMatchObject({ code: 'TOO_LARGE' });
  });

  it('is rejected at its first string beyond those of the largest accepted JSON, before the rest arrives', async () => {
    const [entries, last] = [`"a":"b",`.repeat(1999), '"a":"b"'];
    const { reader } = aReader();
    await reader.write(Buffer.from(`{${entries}${last}}`));
    expect(JSON.parse(reader.end().toString())).toEqual({ a: 'b' });
    await expect(aReader().reader.write(Buffer.from(`{${entries}${last},"`))).rejects.toMatchObject({ code: 'BAD_INPUT' });
  });

  it('takes a slot at the first long string, and none for short ones', async () => {
    const { reader, onFirstFile } = aReader();
    await reader.write(Buffer.from(JSON.stringify([dataUrl(LONG.subarray(0, 9000))])));
    expect(onFirstFile).not.toHaveBeenCalled();
    await reader.write(Buffer.from(JSON.stringify([dataUrl(LONG), dataUrl(LONG)])));
    expect(onFirstFile).toHaveBeenCalledTimes(1);
  });

  it('reports a file that is too large or no data URL where it is used, and keeps reading', async () => {
    const { reader } = aReader(20_000);
    await reader.write(Buffer.from(JSON.stringify([dataUrl(LONG), 'x'.repeat(30_000), dataUrl(LONG.subarray(0, 15_000))])));
    const [large = '', text = '', good = ''] = JSON.parse(reader.end().toString()) as string[];
    await expect(reader.file(large)).rejects.toMatchObject({ code: 'TOO_LARGE' });
    await expect(reader.file(text)).rejects.toMatchObject({ code: 'BAD_INPUT' });
    await expect(reader.file(good)).resolves.toMatchObject({ bytes: 15_000 });
    expect([reader.isLong(text), reader.isLong('text')]).toEqual([true, false]);
    expect(await reader.storedKeys()).toHaveLength(1);
  });

  it('leaves no listeners behind while a large file waits for the store', async () => {
    const warnings: Error[] = [];
    const onWarning = (warning: Error) => warnings.push(warning);
    process.on('warning', onWarning);
    const { reader } = aReader(10_000_000);
    const body = Buffer.from(JSON.stringify([dataUrl(Buffer.alloc(5_000_000, 7))]));
    for (let at = 0; at < body.length; at += 100_000) await reader.write(body.subarray(at, at + 100_000));
    await reader.file((JSON.parse(reader.end().toString()) as string[])[0] ?? '');
    await new Promise((resolve) => setImmediate(resolve));
    process.off('warning', onWarning);
    expect(warnings).toEqual([]);
  });

  it('ends a file that is being received when the rest will not come', async () => {
    const { reader, contents } = aReader();
    await reader.write(Buffer.from(`["${dataUrl(LONG)}`));
    expect(await reader.storedKeys()).toEqual([]);
    expect(contents).toEqual([]);
  });
});
