import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { describe, expect, it } from '@jest/globals';
import { QuickJS } from 'quickjs-wasi';
import { capMemory, createEngine } from './engine.js';

const PAGE = 65_536;
const bytes = readFileSync(createRequire(import.meta.url).resolve('quickjs-wasi/quickjs.wasm'));
/** Ends by itself above every limit, so that the test fails instead of using up the memory of the machine. */
const ALLOCATE = 'const all = []; for (let mb = 0; mb < 64; mb += 0.1) all.push(new Uint8Array(100000).fill(1))';

describe('the engine', () => {
  it('cannot grow above the maximum in its module, even without a limit of its own [S53]', async () => {
    const vm = await QuickJS.create({ wasm: new WebAssembly.Module(Uint8Array.from(capMemory(bytes))) });
    expect(() => vm.evalCode(ALLOCATE)).toThrow();
    const { memory } = Reflect.get(vm, 'exports') as { memory: WebAssembly.Memory };
    expect(memory.buffer.byteLength).toBeLessThanOrEqual(320 * PAGE);
    expect(memory.buffer.byteLength).toBeGreaterThan(200 * PAGE);
  });

  it('gives code 16 MB, even in a module without a maximum [S53]', async () => {
    const vm = await createEngine(new WebAssembly.Module(Uint8Array.from(bytes)), { seed: 1n, nowMs: () => 0 });
    expect(() => vm.evalCode(ALLOCATE)).toThrow('out of memory');
    const { memory } = Reflect.get(vm, 'exports') as { memory: WebAssembly.Memory };
    expect(memory.buffer.byteLength).toBeLessThan(18 * 1024 * 1024);
    expect(memory.buffer.byteLength).toBeGreaterThan(8 * 1024 * 1024);
  });

  it('refuses a module with an unexpected memory section', () => {
    expect(() => capMemory(Buffer.from('\0asm\x01\0\0\0'))).toThrow('no memory');
    expect(() => capMemory(capMemory(bytes))).toThrow('another memory layout');
  });

  it('gives the random numbers of its seed and the time of its clock, and no others', async () => {
    const wasm = new WebAssembly.Module(Uint8Array.from(capMemory(bytes)));
    let nowMs = 1_700_000_000_000;
    const draw = async (seed: bigint) => {
      const vm = await createEngine(wasm, { seed, nowMs: () => nowMs });
      const first = vm.evalCode('Math.random()').toNumber();
      nowMs += 1000;
      return [first, vm.evalCode('Math.random()').toNumber(), vm.evalCode('Date.now()').toNumber()];
    };
    const drawn = await Promise.all(Array.from({ length: 8 }, (_value, seed) => draw(BigInt(seed + 1) << 40n)));
    expect(new Set(drawn.flatMap(([first, second]) => [first, second])).size).toBe(16);
    const [one] = drawn;
    nowMs = (one?.[2] ?? 0) - 1000;
    expect(await draw(1n << 40n)).toEqual(one);
  });
});
