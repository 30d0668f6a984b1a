import { describe, expect, it } from '@jest/globals';
import { idAt, ProactiveMessage } from '@kith/proto';
import { MessageFlags, MessageType } from 'discord-api-types/v10';
import { dueEvent, lastWrittenBefore } from './proactive-schedule.js';

const TEXT = 'What are you playing?';
const NOW = Date.parse('2027-06-10T12:00:00Z');
const DAY = 86_400_000;
const SELF = '200000000000000001';
const NOW_CONTEXT = { nowMs: NOW, applicationId: SELF };
const messageOf = (fields: object): ProactiveMessage =>
  ProactiveMessage.parse({ channelId: idAt(Date.parse('2026-01-01T00:20:00Z')), text: TEXT, ...fields });

describe('a message of the week', () => {
  const eventAt = (at: string, fields: object = {}) =>
    dueEvent(messageOf({ event: 'weekly', weekday: 1, time: '18:30', timeZone: 'Europe/Berlin', ...fields }), Date.parse(at));
  const eventOf = (at: string) => `weekly-${Date.parse(at) / 60_000}`;

  it.each([
    ['in winter', '2027-01-11T17:30:00Z', {}],
    ['in summer', '2027-06-14T16:30:00Z', {}],
    ['before midnight UTC, on the next day there', '2027-01-10T15:15:00Z', { time: '00:15', timeZone: 'Asia/Tokyo' }],
    ['after midnight UTC, on the day before there', '2027-01-12T04:00:00Z', { time: '20:00', timeZone: 'America/Los_Angeles' }],
    ['in a zone with a half hour', '2027-01-11T13:00:00Z', { timeZone: 'Asia/Kolkata' }],
    ['on a Sunday at midnight', '2027-01-10T00:00:00Z', { weekday: 7, time: '00:00', timeZone: 'UTC' }],
  ])('is due at its time on the clocks of its zone %s, for an hour, with the same event', (_when, at, fields) => {
    const atMs = Date.parse(at);
    expect(eventAt(new Date(atMs - 1).toISOString(), fields)).toBeNull();
    for (const later of [0, 59_999, 59 * 60_000]) expect(eventAt(new Date(atMs + later).toISOString(), fields)).toBe(eventOf(at));
    expect(eventAt(new Date(atMs + 3_600_000).toISOString(), fields)).toBeNull();
  });

  it('whose time the clocks leave out is due when they go on', () => {
    const fields = { weekday: 7, time: '02:30' };
    expect(eventAt('2027-03-28T00:59:00Z', fields)).toBeNull();
    expect(eventAt('2027-03-28T01:00:00Z', fields)).toBe(eventAt('2027-03-28T01:20:00Z', fields));
    expect(eventAt('2027-03-28T01:20:00Z', fields)).not.toBeNull();
  });
});

describe('a quiet channel', () => {
  it('is looked at once an hour, at a minute of its own; a new member is no matter of time', () => {
    const eventAt = (at: string) => dueEvent(messageOf({ event: 'quiet' }), Date.parse(at));
    expect(eventAt('2027-06-10T12:20:00Z')).toBe(eventAt('2027-06-10T13:19:59Z'));
    expect(eventAt('2027-06-10T13:20:00Z')).not.toBe(eventAt('2027-06-10T13:19:59Z'));
    expect(dueEvent(messageOf({ event: 'newMember' }), NOW)).toBeNull();
  });
});

describe('whether a message is said', () => {
  const by = (isBot: boolean, daysAgo: number, fields: object = {}) => ({
    id: idAt(NOW - daysAgo * DAY),
    type: MessageType.Default,
    content: 'hello',
    author: { id: isBot ? SELF : '400000000000000001', bot: isBot },
    ...fields,
  });
  const [quiet, weekly] = [messageOf({ event: 'quiet', quietDays: 7 }), messageOf({ event: 'weekly' })];

  it('in a quiet channel depends on when a person wrote last, whatever bots wrote since', () => {
    expect(lastWrittenBefore(quiet, [by(true, 1), by(false, 7), by(false, 20)], NOW_CONTEXT)).toBe(NOW - 7 * DAY);
    expect(lastWrittenBefore(quiet, [by(true, 1), by(false, 6.9)], NOW_CONTEXT)).toBeNull();
    expect(lastWrittenBefore(quiet, [by(false, 1, { webhook_id: '1' }), by(false, 8)], NOW_CONTEXT)).toBe(NOW - 8 * DAY);
    expect(lastWrittenBefore(quiet, [by(false, 1, { type: MessageType.UserJoin }), by(false, 8)], NOW_CONTEXT)).toBe(
      NOW - 8 * DAY,
    );
  });

  it('needs somebody who wrote at all, and since it was said last', () => {
    expect(lastWrittenBefore(weekly, [], NOW_CONTEXT)).toBeNull();
    expect(lastWrittenBefore(weekly, [by(true, 1)], NOW_CONTEXT)).toBeNull();
    expect(lastWrittenBefore(weekly, [by(true, 1, { content: TEXT }), by(false, 2)], NOW_CONTEXT)).toBeNull();
    expect(lastWrittenBefore(weekly, [by(false, 0.5), by(true, 1, { content: TEXT }), by(false, 2)], NOW_CONTEXT)).toBe(
      NOW - 0.5 * DAY,
    );
  });

  it('knows what a model wrote for it by the flag of its own messages, and takes no embed for an empty text', () => {
    const written = messageOf({ event: 'weekly', isWritten: true, text: '' });
    const silent = { flags: MessageFlags.SuppressNotifications };
    expect(lastWrittenBefore(written, [by(true, 1, silent), by(false, 2)], NOW_CONTEXT)).toBeNull();
    expect(lastWrittenBefore(written, [by(true, 1), by(false, 2)], NOW_CONTEXT)).toBe(NOW - 2 * DAY);
    expect(lastWrittenBefore(written, [by(true, 1, { content: '' }), by(false, 2)], NOW_CONTEXT)).toBe(NOW - 2 * DAY);
    const another = { ...silent, author: { id: '200000000000000002', bot: true } };
    expect(lastWrittenBefore(written, [by(true, 1, another), by(false, 2)], NOW_CONTEXT)).toBe(NOW - 2 * DAY);
  });

  it('once a day, although somebody wrote since it was said on the same day (UTC)', () => {
    const said = (hoursAgo: number) => by(true, hoursAgo / 24, { content: TEXT });
    expect(lastWrittenBefore(weekly, [by(false, 1 / 24), said(2)], NOW_CONTEXT)).toBeNull();
    expect(lastWrittenBefore(weekly, [by(false, 1 / 24), said(12)], NOW_CONTEXT)).toBeNull();
    expect(lastWrittenBefore(weekly, [by(false, 1 / 24), said(13)], NOW_CONTEXT)).toBe(NOW - DAY / 24);
  });
});
