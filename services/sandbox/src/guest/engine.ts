// Runs in the guest process, from source by Node's type stripping: values are not imported by relative paths, and only erasable syntax is used.
import { CompileFlags, Intrinsics, QuickJS } from 'quickjs-wasi';

const MEMORY_BYTES = 16 * 1024 * 1024;
const STACK_BYTES = 192 * 1024;
/** Of the module, in pages of 64 KB: the memory that code may use, and what the engine itself needs. */
const MAX_PAGES = 320;
const MEMORY_SECTION = 5;
const INTRINSICS = Intrinsics.ALL & ~Intrinsics.WEAK_REF & ~Intrinsics.PERFORMANCE;

/** What an engine asks its host. It is asked anew each time, so that an engine can be made before it is known for what. */
export interface Host {
  /** What the clock of the code shows, in Unix milliseconds. */
  nowMs: () => number;
  /** Whether the code must stop; asked regularly. */
  mustStop: () => boolean;
}

/** Before there is code to run. */
export const newHost = (): Host => ({ nowMs: () => 0, mustStop: () => false });

/**
 * Creates a new engine, so that nothing of one run is visible in the next. Not from a snapshot: copying one takes longer than starting an engine. All
 * engines draw the same numbers by their own `Math.random`, which the prelude replaces.
 */
export function createEngine(engine: WebAssembly.Module, host: Host): Promise<QuickJS> {
  return QuickJS.create({
    wasm: engine,
    memoryLimit: MEMORY_BYTES,
    maxStackSize: STACK_BYTES,
    timezoneOffset: 0,
    intrinsics: INTRINSICS,
    interruptHandler: () => host.mustStop(),
    wasi: (memory) => ({
      clock_time_get(_clock: number, _precision: bigint, at: number) {
        new DataView(memory.buffer).setBigUint64(at, BigInt(host.nowMs()) * 1_000_000n, true);
        return 0;
      },
      // Output of the engine itself is discarded.
      fd_write: () => 0,
    }),
  });
}

/** The bytecode of a script of ours: parsing it takes a multiple of loading that. */
export async function compile(engine: WebAssembly.Module, script: string, fileName: string): Promise<Uint8Array> {
  const vm = await createEngine(engine, newHost());
  return vm.compile(script, fileName, 0, CompileFlags.STRIP_SOURCE);
}

/** The engine's WASM module with a maximum in its memory section, which no code can exceed. */
export function capMemory(bytes: Buffer): Buffer {
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
    const section = [1, 1, ...writeNumber(minPages), ...writeNumber(MAX_PAGES)];
    return Buffer.concat([
      bytes.subarray(0, at),
      Buffer.from([MEMORY_SECTION, ...writeNumber(section.length), ...section]),
      bytes.subarray(body + length),
    ]);
  }
  throw new Error('the engine declares no memory');
}

/** An unsigned LEB128 number and the index after it. */
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
