import type { SystemPageForm } from '@kith/proto';

export const ROLE_REASON = 'Role for new members';
export const NO_CHANNEL = 'Choose a channel first: the server has none in which Discord announces new members.';
export const NO_GREETING = 'Write a greeting first.';
export const TEST_DONE = 'Your companion posted a test greeting.';
export const TEST_WITHOUT_PICTURE =
  'Your companion posted a test greeting without its picture: Discord refused the picture there.';
/** Instead of the name of a member in a test. */
export const TEST_MEMBER = 'New member';

export const TEST_FORM: SystemPageForm = {
  id: 'test',
  title: 'Try the greeting',
  description: 'Your companion posts the greeting once, as for a new member. Nobody is notified.',
  submit: 'Post a test greeting',
  confirm: null,
  fields: {},
};

/** What the owner reads about members who were not greeted, or not bidden farewell. */
export const NOWHERE =
  'Nothing was said about a member who came or left: the settings name no channel of this server, and Discord announces new members in none.';
export const NOWHERE_FOR_ADULTS =
  'Nothing was said about a member who came or left: the settings name no channel of this server, and Discord restricts the channel in which it announces new members, if there is one, not to adults.';
export const tooManyGreetings = (max: number): string =>
  `Nothing was said about a member who came or left: more than ${max} did within a minute.`;
