-- What Discord refuses to a bot, until the same action succeeds: at most 50 of a bot, for 30 days after it was last seen.
create table runner.problem (
  bot_id uuid not null,
  owner_id uuid not null,
  -- Both are '' where there is none: in direct messages, and for what concerns a whole server.
  guild_id text not null,
  channel_id text not null,
  action text not null,
  -- The permission that is missing, in the words of Discord's settings; null when something else is the reason, such as the order of roles.
  permission text,
  first_seen_at timestamptz not null default now(),
  last_seen_at timestamptz not null default now(),
  primary key (bot_id, guild_id, channel_id, action)
);
create index problem_age on runner.problem (last_seen_at);

-- What became of each message that reached a bot, without its content and its author; kept for seven days.
create table runner.message_trace (
  bot_id uuid not null,
  message_id text not null,
  owner_id uuid not null,
  channel_id text not null,
  guild_id text,
  sent_at timestamptz not null,
  outcome text not null,
  reason text,
  detail text,
  primary key (bot_id, message_id)
);
create index message_trace_list on runner.message_trace (bot_id, sent_at desc, message_id desc);
create index message_trace_age on runner.message_trace (sent_at);
alter table runner.message_trace enable row level security;
create policy owner on runner.message_trace using ((select current_setting('kith.owner', true)) in ('system', owner_id::text));

-- Against a forgotten condition on the owner: kit sets `kith.owner` to the actor of the running call, or to `system`.
alter table runner.problem enable row level security;
create policy owner on runner.problem using ((select current_setting('kith.owner', true)) in ('system', owner_id::text));
