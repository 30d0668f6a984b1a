import { randomUUID } from 'node:crypto';
import { fixture } from '@kith/kit/testing';
import { accessKeys, AppError, discordSignIn, refuseImpersonation, type AccessKey, type Actor } from '@kith/proto';
import { hashOf, NOW, userOf, WRONG_PASSWORD } from './values.js';

/** The only state and the secret of the only browser with which a sign-in with Discord can be finished. */
export const DISCORD_STATE = 'sign-in.the-state';
export const BROWSER_SECRET = 'the-secret-of-the-browser';
const URL_OF_DISCORD = 'https://discord.example/oauth2/authorize?state=the-state';

const KEY: AccessKey = {
  id: randomUUID(),
  name: 'Nightly report',
  hint: 'wxyz',
  scopes: ['bots:read', 'analytics:read'],
  createdAt: NOW,
  lastUsedAt: null,
};

export const stubSignInMethods = (open: (fields: Partial<Actor>) => { actor: Actor; token: string; cookie: string }) => [
  fixture(accessKeys.list, () => ({ accessKeys: [KEY] })),
  fixture(accessKeys.create, ({ actor, name, scopes, currentPassword }) => {
    refuseImpersonation(actor);
    if (currentPassword === WRONG_PASSWORD) throw new AppError('WRONG_PASSWORD');
    return { key: 'kith_new', accessKey: { ...KEY, name, scopes } };
  }),
  fixture(accessKeys.revoke, () => ({ message: 'Revoked' })),
  fixture(discordSignIn.start, () => ({ url: URL_OF_DISCORD, browserSecret: BROWSER_SECRET })),
  fixture(discordSignIn.finish, ({ state, browserHash }) => {
    refuseUnlessStarted(state, browserHash);
    const { token, cookie, actor } = open({ username: 'dana' });
    return { token, cookie, user: userOf(actor), isNew: true };
  }),
  fixture(discordSignIn.startLink, ({ currentPassword }) => {
    if (currentPassword === WRONG_PASSWORD) throw new AppError('WRONG_PASSWORD');
    return { url: URL_OF_DISCORD, browserSecret: BROWSER_SECRET };
  }),
  fixture(discordSignIn.finishLink, ({ state, browserHash }) => {
    refuseUnlessStarted(state, browserHash);
    return { message: 'Linked' };
  }),
  fixture(discordSignIn.unlink, () => ({ message: 'Unlinked' })),
  fixture(discordSignIn.methods, () => ({ hasPassword: true, discordName: 'dana', isDiscordOffered: true })),
];

function refuseUnlessStarted(state: string, browserHash: string | undefined): void {
  if (state !== DISCORD_STATE || browserHash !== hashOf(BROWSER_SECRET)) throw new AppError('DISCORD_SIGN_IN_INVALID');
}
