import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { describe, expect, it } from '@jest/globals';
import { QuickJS } from 'quickjs-wasi';
import { capMemory, compile, createEngine, newHost } from './engine.js';
import { PRELUDE } from './prelude.js';
import { BOUNDS } from './protocol.js';

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
    const vm = await createEngine(new WebAssembly.Module(Uint8Array.from(bytes)), newHost());
    expect(() => vm.evalCode(ALLOCATE)).toThrow('out of memory');
    const { memory } = Reflect.get(vm, 'exports') as { memory: WebAssembly.Memory };
    expect(memory.buffer.byteLength).toBeLessThan(18 * 1024 * 1024);
    expect(memory.buffer.byteLength).toBeGreaterThan(8 * 1024 * 1024);
  });

  it('refuses a module with an unexpected memory section', () => {
    expect(() => capMemory(Buffer.from('\0asm\x01\0\0\0'))).toThrow('no memory');
    expect(() => capMemory(capMemory(bytes))).toThrow('another memory layout');
  });

  it('shows the time of its host, which may change after it was made', async () => {
    const host = newHost();
    const vm = await createEngine(new WebAssembly.Module(Uint8Array.from(capMemory(bytes))), host);
    for (const nowMs of [1_700_000_000_000, 1_800_000_000_000]) {
      host.nowMs = () => nowMs;
      expect(vm.evalCode('Date.now()').toNumber()).toBe(nowMs);
    }
  });

  it('stops code when its host says so, also one that was made before', async () => {
    const host = newHost();
    const vm = await createEngine(new WebAssembly.Module(Uint8Array.from(capMemory(bytes))), host);
    let asked = 0;
    host.mustStop = () => (asked += 1) > 3;
    expect(() => vm.evalCode('for (;;);')).toThrow('interrupted');
  });
});

describe('the random numbers of the prelude', () => {
  const drawn = async (seed: string, count: number): Promise<number[]> => {
    const wasm = new WebAssembly.Module(Uint8Array.from(capMemory(bytes)));
    const prelude = await compile(wasm, PRELUDE, 'prelude.js');
    const vm = await createEngine(wasm, newHost());
    const write = vm.newFunction('write', () => vm.undefined);
    vm.callFunction(vm.evalBytecode(prelude), vm.undefined, write, vm.newString(JSON.stringify(BOUNDS)), vm.newString(seed));
    const numbers = vm.evalCode(`JSON.stringify(Array.from({ length: ${count} }, () => Math.random()))`).toString();
    return JSON.parse(numbers) as number[];
  };

  it('are the same for the same seed, and others for each other seed', async () => {
    const seeds = ['0000000000000000', '0000000000000001', '0000000100000000', 'ffffffffffffffff', '8000000000000000'];
    const all = await Promise.all(seeds.map((seed) => drawn(seed, 2)));
    expect(new Set(all.flat()).size).toBe(2 * seeds.length);
    expect(await drawn('0000000000000001', 2)).toEqual(all[1]);
  });

  it('are spread evenly from 0 to 1', async () => {
    const numbers = await drawn('00112233445566ff', 10_000);
    const tenths = Array.from({ length: 10 }, (_, at) => numbers.filter((number) => Math.floor(number * 10) === at).length);
    expect(tenths.reduce((sum, count) => sum + count, 0)).toBe(10_000);
    // Five standard deviations.
    for (const count of tenths) expect(Math.abs(count - 1000)).toBeLessThan(150);
  });
});
