import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { describe, expect, it } from '@jest/globals';
import { QuickJS } from 'quickjs-wasi';
import { capMemory, createEngine } from './engine.js';

const PAGE = 65_536;
const bytes = readFileSync(createRequire(import.meta.url).resolve('quickjs-wasi/quickjs.wasm'));
const ALLOCATE_FOREVER = 'const all = []; for (;;) all.push(new Uint8Array(100000).fill(1))';

describe('the engine', () => {
  it('cannot grow above the maximum in its module, even without a limit of its own', async () => {
    const vm = await QuickJS.create({ wasm: new WebAssembly.Module(Uint8Array.from(capMemory(bytes, 320))) });
    expect(() => vm.evalCode(ALLOCATE_FOREVER)).toThrow();
    const { memory } = Reflect.get(vm, 'exports') as { memory: WebAssembly.Memory };
    expect(memory.buffer.byteLength).toBeLessThanOrEqual(320 * PAGE);
    expect(memory.buffer.byteLength).toBeGreaterThan(200 * PAGE);
  });

  it('refuses a module with an unexpected memory section', () => {
    expect(() => capMemory(Buffer.from('\0asm\x01\0\0\0'), 320)).toThrow('no memory');
    expect(() => capMemory(capMemory(bytes, 320), 320)).toThrow('another memory layout');
  });

  it('gives different random numbers in each run, and the real time', async () => {
    const wasm = new WebAssembly.Module(Uint8Array.from(capMemory(bytes, 320)));
    const draw = async () => {
      const vm = await createEngine(wasm);
      return [vm.evalCode('Math.random()').toNumber(), vm.evalCode('Date.now()').toNumber()];
    };
    const drawn = await Promise.all(Array.from({ length: 8 }, draw));
    expect(new Set(drawn.map(([random]) => random)).size).toBe(8);
    for (const [, now] of drawn) expect(Math.abs((now ?? 0) - Date.now())).toBeLessThan(60_000);
  });
});
