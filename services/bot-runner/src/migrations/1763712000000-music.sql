-- What the system music-bot keeps.

-- Files that owners uploaded. `file_key` is in the file store: the upload while `state` is 'preparing', then its packets of Opus. `attempt_at` is when the
-- preparation is tried again. `problem` is a sentence for the owner.
create table runner.music_track (
  id uuid primary key default gen_random_uuid(),
  bot_id uuid not null,
  owner_id uuid not null,
  title text not null,
  state text not null default 'preparing',
  problem text,
  file_key text not null,
  bytes int not null,
  duration_ms int not null default 0,
  attempts int not null default 0,
  attempt_at timestamptz not null default now(),
  created_at timestamptz not null default now(),
  constraint music_track_file unique (file_key)
);
create unique index music_track_title on runner.music_track (bot_id, lower(title));
create index music_track_list on runner.music_track (bot_id, created_at, id);
create index music_track_owner on runner.music_track (owner_id);
create index music_track_preparing on runner.music_track (attempt_at) where state = 'preparing';
alter table runner.music_track enable row level security;
create policy owner on runner.music_track using ((select current_setting('kith.owner', true)) in ('system', owner_id::text));

-- Radio stations that owners added. A station has no name that a file of the same companion has.
create table runner.music_station (
  id uuid primary key default gen_random_uuid(),
  bot_id uuid not null,
  owner_id uuid not null,
  name text not null,
  address text not null,
  created_at timestamptz not null default now()
);
create unique index music_station_name on runner.music_station (bot_id, lower(name));
create index music_station_list on runner.music_station (bot_id, created_at, id);
alter table runner.music_station enable row level security;
create policy owner on runner.music_station using ((select current_setting('kith.owner', true)) in ('system', owner_id::text));

-- What is played in a server; nothing without `voice_channel_id`. The first of `queue` is played, from `position_ms` on. `volume`: null for that of the settings.
-- `applied` has the last events that changed it, so that none does twice. The row stays for the volume.
create table runner.music_session (
  bot_id uuid not null,
  guild_id text not null,
  owner_id uuid not null,
  voice_channel_id text,
  text_channel_id text,
  queue jsonb not null default '[]',
  position_ms int not null default 0,
  is_paused boolean not null default false,
  volume int,
  applied text[] not null default '{}',
  changed_at timestamptz not null default now(),
  primary key (bot_id, guild_id)
);
create index music_session_playing on runner.music_session (owner_id) where voice_channel_id is not null;
alter table runner.music_session enable row level security;
create policy owner on runner.music_session using ((select current_setting('kith.owner', true)) in ('system', owner_id::text));
