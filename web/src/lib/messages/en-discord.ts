/** Texts of the page to which Discord returns, which is loaded separately. */
export const discordMessages = {
  discord: {
    title: 'Discord · Kith',
    failed: 'This did not work',
    denied: 'You cancelled at Discord. Nothing was changed.',
    incomplete: 'Discord sent no sign-in along. Please start it again.',
    linked: 'Discord Linked',
    back: 'Back to login',
    settings: 'Back to the settings',
  },
};
