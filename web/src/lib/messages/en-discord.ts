/** Texts of the sign-in with Discord, which is loaded separately. */
export const discordMessages = {
  discord: {
    or: 'or',
    start: 'Continue with Discord',
    openFailed: 'Failed to open Discord',
    title: 'Discord · Kith',
    failed: 'This did not work',
    denied: 'You cancelled at Discord. Nothing was changed.',
    incomplete: 'Discord sent no sign-in along. Please start it again.',
    linked: 'Discord Linked',
    back: 'Back to login',
    settings: 'Back to the settings',
  },
};
