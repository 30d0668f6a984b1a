import { area } from '@kith/proto';
import { z } from 'zod';
import { Handle } from '../src/rpc/handle.js';

const calls = area('bots', 'typed', {
  find: {
    input: z.object({ limit: z.number().default(10) }),
    output: z.object({ name: z.string(), age: z.number().default(0) }),
  },
  watch: { input: z.object({}), output: z.object({ n: z.number() }), stream: true },
});

// Checked by the compiler: the lines below a @ts-expect-error must not compile, all others must.
class TypedController {
  @Handle(calls.find) parsedInput({ limit }: { limit: number }): { name: string } {
    return { name: 'x'.repeat(limit) };
  }

  @Handle(calls.find) async fieldsTooMany(): Promise<{ name: string; secret: string }> {
    return { name: '', secret: '' };
  }

  // @ts-expect-error the output names `name`
  @Handle(calls.find) missingField(): { age: number } {
    return { age: 1 };
  }

  // @ts-expect-error `name` is a string
  @Handle(calls.find) async wrongType(): Promise<{ name: number }> {
    return { name: 1 };
  }

  // @ts-expect-error the input has no `limits`
  @Handle(calls.find) wrongInput({ limits }: { limits: string }): { name: string } {
    return { name: limits };
  }

  @Handle(calls.watch) async *frames(): AsyncGenerator<{ n: number }> {
    yield { n: 1 };
  }

  // @ts-expect-error a frame has `n`
  @Handle(calls.watch) async *wrongFrames(): AsyncGenerator<{ m: number }> {
    yield { m: 1 };
  }
}

it('a handler of a stream fails when its method returns no async generator', async () => {
  const { frames, ...rest } = Object.getOwnPropertyDescriptors(TypedController.prototype);
  expect(Object.keys(rest)).toContain('parsedInput');
  const descriptor = { value: async () => ({ n: 1 }) };
  Handle(calls.watch)(TypedController.prototype, 'frames', descriptor);
  await expect(Reflect.apply(descriptor.value, {}, [{}])).rejects.toThrow('must be an async generator');
  expect(frames).toBeDefined();
});

it('@Handle fills in the defaults of the input and the answer', async () => {
  const controller = new TypedController();
  // The decorated method takes what came over the wire.
  const answer: unknown = await Reflect.apply(controller.parsedInput, controller, [{}]);
  expect(answer).toEqual({ name: 'xxxxxxxxxx', age: 0 });
});

it('@Handle passes only the fields that the input names, at every depth [S32]', async () => {
  const call = area('bots', 'narrow', {
    save: { input: z.object({ name: z.string(), inner: z.object({ kept: z.number() }) }), output: z.object({}) },
  }).save;
  const given: unknown[] = [];
  const descriptor = {
    value: async (input: unknown) => {
      given.push(input);
      return {};
    },
  };
  Handle(call)(TypedController.prototype, 'parsedInput', descriptor);
  const sent: unknown = JSON.parse(
    '{"name":"Nova","role":"admin","__proto__":{"plan":"premium"},"inner":{"kept":1,"ownerId":"x"}}',
  );
  await Reflect.apply(descriptor.value, {}, [sent]);
  expect(given).toEqual([{ name: 'Nova', inner: { kept: 1 } }]);
  expect(Object.keys(given[0] as object)).toEqual(['name', 'inner']);
});
