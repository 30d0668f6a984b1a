import { GatewayOpcodes, type GatewayReceivePayload } from 'discord-api-types/v10';
import type { RawData } from 'ws';

/**
 * What Discord sent, as far as the connection itself relies on it; the content of other events is checked where it is used. Null for an event
 * that cannot be one; of an event with a number the rest may be missing, so that it is counted as received: were the connection ended, Discord
 * would send it again and again. Throws an Error that names what is wrong, without the content.
 */
export function parsePayload(data: RawData): GatewayReceivePayload | null {
  const payload = parseJson(data);
  if (!isObject(payload)) throw new Error('a gateway payload without an opcode');
  const { op, t, s, d } = payload;
  if (typeof op !== 'number') throw new Error('a gateway payload without an opcode');
  if (op === GatewayOpcodes.Hello && !isHello(d)) throw new Error('a malformed HELLO');
  if (op !== GatewayOpcodes.Dispatch) return payload as unknown as GatewayReceivePayload;
  if (typeof s !== 'number') return null;
  const content = isObject(d) ? d : {};
  if (t === 'READY' && !isReady(content)) throw new Error('a malformed READY');
  if (typeof t === 'string' && content === d) return payload as unknown as GatewayReceivePayload;
  return { op, t: typeof t === 'string' ? t : '', s, d: content } as unknown as GatewayReceivePayload;
}

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null;
const isText = (value: unknown): boolean => typeof value === 'string' && value !== '';
const isHello = (d: unknown): boolean =>
  isObject(d) && typeof d['heartbeat_interval'] === 'number' && d['heartbeat_interval'] > 0;
const isReady = (d: Record<string, unknown>): boolean =>
  isText(d['session_id']) && isText(d['resume_gateway_url']) && isObject(d['user']) && isText(d['user']['id']);

function parseJson(data: RawData): unknown {
  try {
    return JSON.parse(String(data));
  } catch {
    throw new Error('a gateway payload that is no JSON');
  }
}
