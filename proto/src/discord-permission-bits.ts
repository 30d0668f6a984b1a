/** The permissions that a bot of Kith can need, with their bits as Discord documents them. */
export const PERMISSION_BITS = {
  view_channels: 1n << 10n,
  send_messages: 1n << 11n,
  send_in_threads: 1n << 38n,
  read_history: 1n << 16n,
  embed_links: 1n << 14n,
  attach_files: 1n << 15n,
  add_reactions: 1n << 6n,
  send_polls: 1n << 49n,
  create_public_threads: 1n << 35n,
  create_private_threads: 1n << 36n,
  manage_threads: 1n << 34n,
  manage_messages: 1n << 13n,
  manage_channels: 1n << 4n,
  manage_roles: 1n << 28n,
  manage_guild: 1n << 5n,
  moderate_members: 1n << 40n,
  manage_events: 1n << 33n,
  create_events: 1n << 44n,
  connect: 1n << 20n,
  speak: 1n << 21n,
} as const;

export type DiscordPermission = keyof typeof PERMISSION_BITS;
export const DISCORD_PERMISSIONS = Object.keys(PERMISSION_BITS) as [DiscordPermission, ...DiscordPermission[]];
