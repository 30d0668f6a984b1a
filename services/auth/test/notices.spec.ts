import { randomUUID } from 'node:crypto';
import { auth, notifications, queues, type JobOf } from '@kith/proto';
import { Queues } from '@kith/kit';
import { waitFor } from '@kith/kit/testing';
import { afterEach, describe, expect, it, jest } from '@jest/globals';
import { authUnderTest, PASSWORD, type AuthUnderTest } from './auth-under-test.js';
import { smtpStandIn, type SmtpStandIn } from './smtp-stand-in.js';

let kith: AuthUnderTest;
let smtp: SmtpStandIn | undefined;
afterEach(async () => {
  await kith.stop();
  await smtp?.close();
  smtp = undefined;
});

type BotFailed = Extract<JobOf<typeof queues.notices>, { kind: 'bot-failed' }>;
const add = async (userId: string, fields: Partial<BotFailed> = {}): Promise<string> => {
  const jobId = `notice-${randomUUID()}`;
  await kith.runtime.queues.add(queues.notices, jobId, {
    kind: 'bot-failed',
    userId,
    botId: randomUUID(),
    botName: 'Mira',
    reason: 'Discord refused the token.',
    ...fields,
  });
  return jobId;
};
const reasonOf = (jobId: string) => kith.runtime.redis.hget(`jobs:notices:${jobId}`, 'failedReason');
const done = () => waitFor('the queue to be empty', async () => (await kith.runtime.queues.depth(queues.notices)) === 0);

async function withMail(): Promise<SmtpStandIn> {
  smtp = await smtpStandIn();
  kith = await authUnderTest({
    SMTP_URL: smtp.url,
    MAIL_FROM: 'Kith <kith@example.com>',
    PUBLIC_URL: 'https://kith.example.com',
  });
  return smtp;
}

describe('a notice', () => {
  it('is mailed to the owner once, as plain text', async () => {
    const { mails } = await withMail();
    const { user } = await kith.register({ username: 'Ada', email: 'ada@example.com' });
    const jobId = await add(user.id);
    const mail = await waitFor('the mail', () => mails[0]);
    await done();
    expect(mails).toHaveLength(1);
    expect(mail).toMatch(/^From: Kith <kith@example.com>\r$/m);
    expect(mail).toMatch(/^To: ada@example.com\r$/m);
    expect(mail).toMatch(/^Subject: Mira has stopped\r$/m);
    expect(mail).toContain(`Message-ID: <${jobId}@kith.example.com>`);
    expect(mail).toContain('Content-Type: text/plain');
    expect(mail).toContain('Hello Ada,');
    expect(mail).toContain('Discord refused the token.');
    expect(mail).toContain('https://kith.example.com/dashboard');
  });

  it('contains no header injected by the name of a bot', async () => {
    const { mails } = await withMail();
    const { user } = await kith.register();
    await add(user.id, { botName: 'Mira\r\nBcc: everybody@example.com' });
    expect(await waitFor('the mail', () => mails[0])).not.toMatch(/^Bcc:/m);
  });

  it.each([['emailNotifications'], ['botStatusAlerts']])('is not sent to a user who switched %s off', async (setting) => {
    const { mails } = await withMail();
    const { user, actor } = await kith.signUp();
    await kith.ask(auth.notificationSettings, { actor, [setting]: false });
    await add(user.id);
    await done();
    expect(mails).toEqual([]);
    await kith.ask(auth.notificationSettings, { actor, [setting]: true, usageReports: false, marketingUpdates: false });
    await add(user.id);
    await waitFor('the mail', () => mails.length === 1);
  });

  it('is not retried when the mail server refuses it permanently', async () => {
    const server = await withMail();
    const { user } = await kith.register();
    server.refusals.push('550 no such user', '250 would be taken if it came again');
    const jobId = await add(user.id);
    await waitFor('the mail server to refuse', () => server.refusals.length === 1);
    await done();
    expect(server.mails).toEqual([]);
    // The operator sees the reason, but not the recipient.
    expect(await reasonOf(jobId)).toBe('The mail server refused the mail: EENVELOPE 550');
  });

  it('that cannot reach the mail server records the reason in the job', async () => {
    await withMail();
    await smtp?.close();
    const { user } = await kith.register();
    const jobId = await add(user.id);
    expect(await waitFor('the first attempt', () => reasonOf(jobId))).toMatch(
      /^The mail server did not accept the mail: E[A-Z]+$/,
    );
  });

  it('is retried until a busy mail server accepts it', async () => {
    const server = await withMail();
    const { user } = await kith.register();
    server.refusals.push('451 later', '421 much later');
    await add(user.id);
    await waitFor('the mail', () => server.mails.length === 1);
    expect(server.refusals).toEqual([]);
  });

  it('is dropped for a user who does not exist, and without SMTP_URL', async () => {
    const { mails } = await withMail();
    await add(randomUUID());
    await done();
    expect(mails).toEqual([]);
    await kith.stop();
    kith = await authUnderTest();
    await add((await kith.register()).user.id);
    await done();
  });
});

describe('a change of the e-mail address', () => {
  it('is told to the old address whatever mails the user wants, without the new one, and in the app', async () => {
    const { mails } = await withMail();
    const { user, actor } = await kith.signUp();
    await kith.ask(auth.notificationSettings, { actor, emailNotifications: false });
    const email = `${randomUUID()}@example.com`;
    await kith.ask(auth.profile, { actor, username: user.username, email, currentPassword: PASSWORD });
    await waitFor('both mails', () => mails.length === 2);
    await done();
    const [mail, ...more] = mails.filter((each) => each.includes(`To: ${user.email}`));
    expect(more).toEqual([]);
    expect(mail).toContain('https://kith.example.com/settings');
    expect(mail).not.toContain(email);
    const { notifications: stored } = await kith.ask(notifications.list, { actor });
    expect(stored.map(({ content }) => content)).toEqual([{ kind: 'access-changed', change: 'email' }]);
  });

  it('is told to the new address although the notice is queued before the change is committed', async () => {
    const { mails } = await withMail();
    const { user, actor } = await kith.signUp();
    const queues = kith.services.get('auth')?.app.get(Queues);
    if (!queues) throw new Error('the service is not running');
    const add = queues.add.bind(queues);
    // The change waits until the worker waits for it, or has sent the mail without waiting.
    const waiting = `select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
    jest.spyOn(queues, 'add').mockImplementationOnce(async (...job) => {
      await add(...job);
      await waitFor('the worker', async () => mails.length > 0 || (await kith.query(waiting)).length > 0);
    });
    const email = `${randomUUID()}@example.com`;
    await kith.ask(auth.profile, { actor, username: user.username, email, currentPassword: PASSWORD });
    await waitFor('both mails', () => mails.length === 2);
    const recipients = mails.map((mail) => /^To: (.*)\r$/m.exec(mail)?.[1]);
    expect(recipients.toSorted()).toEqual([email, user.email].toSorted());
  });

  it('that is refused is told to nobody', async () => {
    const { mails } = await withMail();
    const [{ user: other }, { user, actor }] = [await kith.register(), await kith.signUp()];
    const change = kith.ask(auth.profile, { actor, username: user.username, email: other.email, currentPassword: PASSWORD });
    await expect(change).rejects.toMatchObject({ code: 'EMAIL_TAKEN' });
    await done();
    expect(mails).toEqual([]);
  });
});
