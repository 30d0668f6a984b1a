import { randomUUID } from 'node:crypto';
import { describe, expect, it } from '@jest/globals';
import type { NotificationContent } from '@kith/proto';
import { emailChangedMail, notificationMail, passwordResetMail } from './mail-texts.js';

const PUBLIC_URL = 'https://kith.example.com';
const botId = randomUUID();
const about = (botName: string): readonly NotificationContent[] => [
  { kind: 'bot-failed', botId, botName, reason: 'Discord refused the token.' },
  { kind: 'bot-paused', botId, botName },
  { kind: 'moderation-paused', botId, botName, guildId: '700000000000000001' },
];

describe('a mail about a companion', () => {
  it.each(['\u05E0\u05D5\u05E2\u05D4', '24/7 \u0645\u0633\u0627\u0639\u062F', 'Noa\u202E'])(
    'keeps the order of its sentences around the name %s',
    (name) => {
      for (const content of about(name)) {
        const { subject, text } = notificationMail(content, name, PUBLIC_URL);
        expect(subject).toMatch(new RegExp(`^\u2068${name}\u2069 (has|is) `));
        expect(text).toContain(`Hello \u2068${name}\u2069,\n\n`);
        expect(text).toContain(`companion \u2068${name}\u2069`);
      }
    },
  );

  it('leaves a name as it is that is read from left to right', () => {
    const mails = about('Mira').map((content) => notificationMail(content, 'Ada', PUBLIC_URL));
    expect(mails.map(({ subject }) => subject)).toEqual([
      'Mira has stopped',
      'Mira is paused by your plan',
      'Mira has paused its moderation',
    ]);
    for (const { text } of mails) expect(text).toMatch(/^Hello Ada,\n\n[^]*\bcompanion Mira\b/);
  });
});

it('a mail about an account keeps the order of its greeting around the name', () => {
  const name = '\u05D3\u05E0\u05D4 7';
  for (const { text } of [passwordResetMail(name, PUBLIC_URL), emailChangedMail(name, PUBLIC_URL)])
    expect(text).toMatch(new RegExp(`^Hello \u2068${name}\u2069,\n\n`));
});
