// Runs as a worker thread, from source by Node's own type stripping: hence no relative imports and no syntax that needs compiling.
import { readFileSync } from 'node:fs';
import { parentPort } from 'node:worker_threads';
import { EvalFlags, QuickJS } from 'quickjs-wasi';

const MEMORY_BYTES = 16 * 1024 * 1024;
const STACK_BYTES = 192 * 1024;
const MAX_PAGES = 320;
const MEMORY_SECTION = 5;

type Report = { valid: true } | { valid: false; message: string; line: number | null; column: number | null };

const raw = readFileSync(new URL(import.meta.resolve('quickjs-wasi/quickjs.wasm')));
const engine = new WebAssembly.Module(Uint8Array.from(capMemory(raw, MAX_PAGES)));

parentPort?.on('message', (job: { id: number; code: string }) => {
  void compile(job.code).then((report) => parentPort?.postMessage({ id: job.id, report }));
});
parentPort?.postMessage({ ready: true });

/** A fresh engine per check: what one user breaks, the next does not meet. Compiled only, never run. */
async function compile(code: string): Promise<Report> {
  try {
    const vm = await QuickJS.create({ wasm: engine, memoryLimit: MEMORY_BYTES, maxStackSize: STACK_BYTES, timezoneOffset: 0 });
    vm.evalCode(code, 'command.js', EvalFlags.COMPILE_ONLY | EvalFlags.ASYNC);
    return { valid: true };
  } catch (error) {
    const { message, stack } = error instanceof Error ? error : new Error('The code could not be parsed');
    return { valid: false, message: message.slice(0, 300), ...positionOf(stack ?? '', code) };
  }
}

/** The engine counts in bytes of UTF-8, editors in UTF-16 units. */
function positionOf(stack: string, code: string): { line: number | null; column: number | null } {
  const [, row, byteColumn] = /command\.js:(\d+):(\d+)/.exec(stack) ?? [];
  if (row === undefined || byteColumn === undefined) return { line: null, column: null };
  const text = code.split(/\r\n|[\n\r\u2028\u2029]/)[Number(row) - 1] ?? '';
  const before = Buffer.from(text).subarray(0, Number(byteColumn) - 1);
  return { line: Number(row), column: before.toString('utf8').length + 1 };
}

/** The engine's bytes with a maximum written into the WASM memory section: growth stops there whatever the guest tries. */
function capMemory(bytes: Buffer, maxPages: number): Buffer {
  let at = 8;
  while (at < bytes.length) {
    const [length, body] = readNumber(bytes, at + 1);
    if (bytes[at] !== MEMORY_SECTION) {
      at = body + length;
      continue;
    }
    const [count, flagsAt] = readNumber(bytes, body);
    if (count !== 1 || bytes[flagsAt] !== 0) throw new Error('the engine has another memory layout than expected');
    const [minPages] = readNumber(bytes, flagsAt + 1);
    const section = [1, 1, ...writeNumber(minPages), ...writeNumber(maxPages)];
    return Buffer.concat([
      bytes.subarray(0, at),
      Buffer.from([MEMORY_SECTION, ...writeNumber(section.length), ...section]),
      bytes.subarray(body + length),
    ]);
  }
  throw new Error('the engine declares no memory');
}

/** An unsigned LEB128 number and the index behind it. */
function readNumber(bytes: Buffer, start: number): [value: number, next: number] {
  let value = 0;
  let shift = 0;
  let at = start;
  for (;;) {
    const byte = bytes[at] ?? 0;
    at += 1;
    value |= (byte & 0x7f) << shift;
    if ((byte & 0x80) === 0) return [value >>> 0, at];
    shift += 7;
  }
}

function writeNumber(value: number): number[] {
  const bytes: number[] = [];
  let left = value;
  do {
    const low = left & 0x7f;
    left >>>= 7;
    bytes.push(left > 0 ? low | 0x80 : low);
  } while (left > 0);
  return bytes;
}
