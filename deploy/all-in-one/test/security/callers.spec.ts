import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import * as proto from '@kith/proto';

const root = new URL('../../../../', import.meta.url).pathname;
const sources: Readonly<Record<proto.ProcessName, string>> = {
  gateway: 'gateway/src',
  ...Object.fromEntries(proto.SERVICES.map((name) => [name, `services/${name}/src`])),
} as Record<proto.ProcessName, string>;
/** `rpc.ask(bots.persona`, `this.rpc.stream(chat.say`, and `call: bots.get` in the routes of the gateway. */
const USE = /(?:\.(?:ask|stream)\(|\bcall: )\s*(\w+)\.(\w+)\b/g;

/** `tools as toolCalls` of an import. */
const RENAMED = /\b(\w+) as (\w+)\b/g;

/** The calls that the sources of a process make, as `<area>.<verb>` of proto. */
function callsIn(folder: string): ReadonlyMap<string, proto.Call> {
  const texts = readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((file) => /(?<!\.spec)\.ts$/.test(file))
    .map((file) => readFileSync(join(root, folder, file), 'utf8'));
  const uses = texts.flatMap((text) => {
    const areaOf = new Map([...text.matchAll(RENAMED)].map(([, original = '', renamed = '']) => [renamed, original]));
    return [...text.matchAll(USE)].map(([, area = '', verb = '']) => [areaOf.get(area) ?? area, verb] as const);
  });
  const areas = proto as unknown as Readonly<Record<string, Readonly<Record<string, unknown>> | undefined>>;
  return new Map(
    uses.flatMap(([area, verb]) => {
      const call = areas[area]?.[verb];
      return isCall(call) ? [[`${area}.${verb}`, call] as const] : [];
    }),
  );
}

const isCall = (value: unknown): value is proto.Call => proto.CALLS.includes(value as proto.Call);

/** In one process, as in most tests, every caller holds all keys: a call that proto does not allow would fail only in containers. */
describe('the sources of', () => {
  it.each(proto.PROCESSES)('%s make only calls that proto allows them', (name) => {
    const refused = [...callsIn(sources[name])].filter(([, call]) => !call.callers.includes(name)).map(([use]) => use);
    expect(refused).toEqual([]);
  });

  it('all processes together make every call for each of its callers', () => {
    const made = proto.PROCESSES.flatMap((name) => [...callsIn(sources[name]).values()].map((call) => `${name} ${call.name}`));
    const allowed = proto.CALLS.flatMap((call) => call.callers.map((name) => `${name} ${call.name}`));
    expect(allowed.filter((use) => !made.includes(use))).toEqual([]);
  });
});
