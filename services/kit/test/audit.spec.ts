import { randomUUID } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { Audit, auditEvent, callScope, CLIENT_IP, createLogger, openRuntime, type Runtime } from '@kith/kit';
import { anActor, testEnvironment, waitFor, type TestEnvironment } from '@kith/kit/testing';
import { AuditEvent, queues } from '@kith/proto';
import { startWorker } from '../src/job-worker.js';

describe('auditEvent', () => {
  it('records the actor, the target and the IP address and id of the request', () => {
    const actor = anActor();
    const target = randomUUID();
    const meta = { 'x-request-id': 'request-1', [CLIENT_IP]: '203.0.113.7' };
    const event = callScope.run({ meta }, () => auditEvent('plan_set', { actor, target, details: { plan: 'premium' } }));
    expect(AuditEvent.parse(event)).toEqual({
      id: expect.any(String),
      at: expect.any(String),
      action: 'plan_set',
      actorId: actor.userId,
      actorName: actor.username,
      effectiveUserId: actor.userId,
      target,
      ip: '203.0.113.7',
      requestId: 'request-1',
      details: { plan: 'premium' },
    });
    expect(Math.abs(Date.parse(event.at) - Date.now())).toBeLessThan(5000);
    expect(auditEvent('plan_set', { actor }).id).not.toBe(event.id);
  });

  it('records the super-admin as the actor during an impersonation', () => {
    const impersonator = { userId: randomUUID(), username: 'root' };
    const actor = anActor({ impersonator });
    expect(auditEvent('bot_removed', { actor })).toMatchObject({
      actorId: impersonator.userId,
      actorName: 'root',
      effectiveUserId: actor.userId,
    });
  });

  it('has null for an unknown actor, and for address and request id outside of a request', () => {
    const event = auditEvent('webhook_refused', {});
    expect(AuditEvent.parse(event)).toMatchObject({
      actorId: null,
      actorName: null,
      effectiveUserId: null,
      target: null,
      ip: null,
      requestId: null,
      details: {},
    });
  });

  it('shortens names, targets and request ids to the lengths that the contract allows', () => {
    const meta = { 'x-request-id': 'r'.repeat(1000), [CLIENT_IP]: 'f'.repeat(64) };
    const actor = anActor({ username: 'u'.repeat(1000) });
    const event = callScope.run({ meta }, () => auditEvent('login', { actor, target: 't'.repeat(1000) }));
    expect(AuditEvent.safeParse(event).success).toBe(true);
  });
});

describe('Audit.report', () => {
  let environment: TestEnvironment;
  let runtime: Runtime;
  const lines: string[] = [];

  beforeEach(async () => {
    lines.length = 0;
    environment = await testEnvironment();
    runtime = await openRuntime(environment.env);
  });
  afterEach(async () => {
    await runtime.close();
    await environment.drop();
  });

  const logger = () => createLogger('trace', { write: (line) => lines.push(line) });

  it('adds a job whose id is the id of the event', async () => {
    const received: [string, unknown][] = [];
    const worker = startWorker(
      queues.audit,
      { redisUrl: environment.env['REDIS_URL'] ?? '', keys: runtime.keys, logger: createLogger('silent') },
      (data, { jobId }) => received.push([jobId, data]),
    );
    const actor = anActor();
    await runtime.audit.report('login', { actor, target: actor.userId });
    await runtime.audit.report('registered');
    await waitFor('both jobs', () => received.length === 2);
    await worker.close();
    const [login] = received;
    const event = AuditEvent.parse(login?.[1]);
    expect(event).toMatchObject({ action: 'login', actorId: actor.userId, target: actor.userId });
    expect(login?.[0]).toBe(event.id);
    expect(received[1]?.[0]).not.toBe(event.id);
  });

  it('logs an error and does not throw when the queue is unavailable', async () => {
    await runtime.queues.close();
    await new Audit(runtime.queues, logger()).report('plan_set', { actor: anActor(), target: 'somebody' });
    expect(lines).toHaveLength(1);
    expect(JSON.parse(lines[0] ?? '')).toMatchObject({ level: 'error', action: 'plan_set', target: 'somebody' });
  });

  it('logs hostile names and targets as one line of JSON [S49]', async () => {
    const hostile = 'eve\r\n{"level":"fatal"}\u001b[31m';
    await runtime.queues.close();
    await new Audit(runtime.queues, logger()).report('login', { actor: anActor({ username: hostile }), target: hostile });
    expect(lines.join('').trimEnd().split('\n')).toHaveLength(1);
    for (const sign of ['\r', '\u001b']) expect(lines.join('')).not.toContain(sign);
    expect(JSON.parse(lines[0] ?? '')).toMatchObject({ level: 'error', target: hostile });
  });

  it('logs an error and does not throw when an event does not match its contract', async () => {
    await new Audit(runtime.queues, logger()).report('login', { details: { reason: 'r'.repeat(301) } });
    expect(lines.map((line) => (JSON.parse(line) as { level: string }).level)).toEqual(['error']);
  });
});
