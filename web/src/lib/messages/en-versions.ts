/** Texts of the versions of a companion, loaded with their page. */
export const versionMessages = {
  versions: {
    title: 'Versions of {{name}}',
    heading: 'Versions',
    back: 'Back to settings',
    lead: 'Each save that changed the character of {{name}}, the last {{count, number}} of them. Restoring one saves it as a new version.',
    version: 'Version {{version, number}}',
    present: 'Now',
    byYou: 'Saved by you',
    byAdministrator: 'Saved by an administrator for you',
    restoredFrom: 'Restored from version {{version, number}}',
    changes: 'What changed',
    noDifference: 'There is no difference.',
    added: 'Added:',
    removed: 'Removed:',
    on: 'On',
    off: 'Off',
    restore: 'Restore',
    restoreTitle: 'Restore version {{version, number}}?',
    restoreText:
      'Name, texts, model, style, personality and preferences become what they were then. Knowledge, Discord and conversations stay as they are. This is what changes:',
    restored: 'Version {{version, number}} is back',
    restoreFailed: 'The version was not restored',
  },
};
