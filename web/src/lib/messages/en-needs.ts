/** What commands, systems and settings of channels need, on their pages. */
export const needsMessages = {
  needs: {
    model: 'Needs a language model',
    message_content: 'Needs the Message Content switch',
    server_members: 'Needs the Server Members switch',
    permissions_one: 'Needs the permission {{permissions}}',
    permissions_other: 'Needs the permissions {{permissions}}',
    possible_permissions_one: 'May need the permission {{permissions}}, depending on how you set it up',
    possible_permissions_other: 'May need the permissions {{permissions}}, depending on how you set it up',
    for: '{{need}} for {{use}}',
    unmet: {
      model: '{{need}}: this companion answers without one',
      intent: '{{need}}: it is off for this companion',
      permissions: '{{need}}: not granted in {{server}}',
    },
    sentence: '{{text}}.',
  },
};
