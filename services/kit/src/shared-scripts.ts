import type { Redis } from 'ioredis';

type Definition = Parameters<Redis['defineCommand']>[1];

/** What a connection has of a command that a script defines; of no connection in particular. */
interface Command {
  readonly definition: Definition;
  readonly script: unknown;
  readonly asText: unknown;
  readonly asBuffer: unknown;
}

const commands = new Map<string, Command>();

/**
 * Connections that define the same script have the command from the first one that did: BullMQ defines seventy scripts on each connection, and each took
 * a class and a hash of its own, 5 MB in a process with all services. ioredis knows of each socket what it has sent to it.
 */
export function shareScripts(redis: Redis): void {
  const define = redis.defineCommand.bind(redis);
  redis.defineCommand = (name, definition) => {
    const known = commands.get(name);
    if (known && isSame(known.definition, definition)) give(redis, name, known);
    else {
      define(name, definition);
      commands.set(name, taken(redis, name, definition));
    }
  };
}

const isSame = (one: Definition, other: Definition): boolean =>
  one.lua === other.lua && one.numberOfKeys === other.numberOfKeys && one.readOnly === other.readOnly;

const scriptsOf = (redis: Redis): Record<string, unknown> =>
  (redis as unknown as { readonly scriptsSet: Record<string, unknown> }).scriptsSet;

function taken(redis: Redis, name: string, definition: Definition): Command {
  const script = scriptsOf(redis)[name];
  return { definition, script, asText: Reflect.get(redis, name), asBuffer: Reflect.get(redis, `${name}Buffer`) };
}

function give(redis: Redis, name: string, { script, asText, asBuffer }: Command): void {
  scriptsOf(redis)[name] = script;
  Reflect.set(redis, name, asText);
  Reflect.set(redis, `${name}Buffer`, asBuffer);
}
