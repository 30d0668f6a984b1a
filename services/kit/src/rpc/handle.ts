import { badInput, type AnswerOf, type Call, type ParsedInputOf } from '@kith/proto';
import { MessagePattern, RpcException } from '@nestjs/microservices';
import { PARAM_ARGS_METADATA } from '@nestjs/microservices/constants.js';
import type { z } from 'zod';
import { limitToActor } from '../row-owner.js';
import type { RpcContext } from './running-call.js';
import { readerOf, UNREAD } from './schema-reader.js';

/** A method that handles call `C`: takes the parsed input and returns the answer, or for a stream a generator of frames. */
export type HandlerOf<C extends Call> = (
  input: ParsedInputOf<C>,
  context: RpcContext,
) => AnswerOf<C> | Promise<AnswerOf<C>> | AsyncGenerator<AnswerOf<C>>;

/**
 * Makes a controller method the handler of `call`. The input is parsed first (BAD_INPUT with `fields`) and the answer last, so that fields
 * missing in the output schema are never sent. An AppError is passed to the caller; any other error is logged and becomes INTERNAL.
 */
export function Handle<C extends Call>(call: C) {
  return <M extends HandlerOf<C>>(target: object, key: string | symbol, descriptor: TypedPropertyDescriptor<M>): void => {
    const method = descriptor.value;
    if (!method) throw new TypeError(`@Handle(${call.name}) can only decorate a method`);
    const wrapped = function (this: unknown, input: unknown, context: RpcContext): unknown {
      return answer(call, (parsed) => Reflect.apply(method, this, [parsed, context]), input);
    };
    Object.defineProperty(wrapped, 'name', { value: String(key) });
    Object.assign(descriptor, { value: wrapped });
    // The executor calls a handler with input and context. Nest passes on what it is given when it knows of no parameters; one that is declared costs
    // an asynchronous step in each call.
    Reflect.defineMetadata(PARAM_ARGS_METADATA, {}, target.constructor, key);
    MessagePattern(call.name, { callers: call.callers })(target, key, descriptor);
  };
}

async function answer(call: Call, run: (input: unknown) => unknown, input: unknown): Promise<unknown> {
  try {
    const parsed = parseInput(call, input);
    limitToActor(parsed);
    const result = await run(parsed);
    if (!call.stream) return parseAnswer(call, result);
    if (!isAsyncIterable(result)) throw new TypeError(`${call.name} is a stream: its handler must be an async generator`);
    return framesOf(call, result);
  } catch (error) {
    // Nest's exception filter passes the content of an RpcException on unchanged; the executor logs it once if it is a bug.
    throw new RpcException(error instanceof Error ? error : new Error(String(error)));
  }
}

async function* framesOf(call: Call, frames: AsyncIterable<unknown>): AsyncGenerator<unknown, void> {
  for await (const frame of frames) yield parseAnswer(call, frame);
}

/** The parsed input of a call. Throws BAD_INPUT with the first problem of each of the first fields. */
export function parseInput(call: Call, input: unknown): unknown {
  const read = readerOf(call.input)(input);
  if (read !== UNREAD) return read;
  const parsed = call.input.safeParse(input);
  if (parsed.success) return parsed.data;
  throw badInput(parsed.error);
}

function parseAnswer(call: Call, value: unknown): unknown {
  const read = readerOf(call.output)(value);
  if (read !== UNREAD) return read;
  const parsed = call.output.safeParse(value);
  if (parsed.success) return parsed.data;
  const problems = parsed.error.issues.map((issue) => `${pathOf(issue) || '(whole answer)'}: ${issue.code}`);
  throw new TypeError(`the answer to ${call.name} does not match its schema: ${problems.join(', ')}`);
}

const pathOf = (issue: z.core.$ZodIssue): string => issue.path.map(String).join('.');

const isAsyncIterable = (value: unknown): value is AsyncIterable<unknown> =>
  typeof value === 'object' && value !== null && Symbol.asyncIterator in value;
