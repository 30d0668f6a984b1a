create sequence knowledge.item_change;
create table knowledge.item (
  id uuid primary key default gen_random_uuid(),
  bot_id uuid not null,
  title text not null,
  content text not null,
  type text not null,
  tags text[] not null,
  position jsonb not null,
  status text not null check (status in ('queued', 'processing', 'ready', 'failed')),
  status_reason text,
  version int not null default 1,
  status_at timestamptz not null default now(),
  created_at timestamptz not null default clock_timestamp(),
  file_url text,
  whole_site boolean not null default false,
  extracted text not null default '',
  is_read boolean not null default true,
  source_note text,
  is_stale boolean not null default false,
  next_read_at timestamptz,
  read_failures int not null default 0,
  scan_at timestamptz,
  etag text,
  last_modified text,
  digest text,
  owner_id uuid not null,
  file_key text unique,
  file_name text,
  media_type text,
  file_bytes int,
  activation text not null default 'search' check (activation in ('search', 'keywords', 'always')),
  keywords text[] not null default '{}',
  embed_at timestamptz,
  embedded_with text not null default '',
  embed_failures int not null default 0,
  -- A new number with each change of what a question may find: set by a trigger.
  change bigint not null,
  check ((file_key is null) = (file_name is null or media_type is null or file_bytes is null))
);
-- With the owner, whom row-level security asks for: counting items and skipping pages reads the index alone.
create index item_bot on knowledge.item (bot_id, created_at, id) include (owner_id);
-- Whether anything has changed in the knowledge of a bot is read from this index alone.
create index item_changes on knowledge.item (bot_id) include (change, owner_id);
create index item_unfinished on knowledge.item (status_at) where status in ('queued', 'processing');
create index item_activated on knowledge.item (bot_id, created_at, id) where activation <> 'search';
create index item_embed on knowledge.item (embed_at) where embed_at is not null and status = 'ready';
-- For the oldest item of each owner.
create index item_owner_embed on knowledge.item (owner_id, embed_at) where embed_at is not null and status = 'ready';
create index item_embedded_with on knowledge.item (embedded_with) where embed_at is null;
create index item_scan on knowledge.item (owner_id, scan_at) where scan_at is not null;
create index item_next_read on knowledge.item (next_read_at) where next_read_at is not null;
-- For the total size of a user's files.
create index item_owner on knowledge.item (owner_id) include (file_bytes) where file_key is not null;

-- The text in which an owner's list is searched, kept by a trigger. Apart from the item, so that a new status does not read the words of a whole
-- book for the trigram index again.
create table knowledge.searched_text (
  item_id uuid primary key references knowledge.item (id) on delete cascade,
  bot_id uuid not null,
  owner_id uuid not null,
  created_at timestamptz not null,
  text text not null
);
-- In the order of the list: of a frequent text only the first items are read. By an expression of the bot, so that no search for a rare text takes this index
-- in place of the trigram index: the planner would where it knows little of a bot, and read all its texts.
create index searched_text_bot on knowledge.searched_text (uuid_send(bot_id), created_at, item_id);

create table knowledge.chunk (
  id bigint generated always as identity primary key,
  bot_id uuid not null,
  owner_id uuid not null,
  item_id uuid not null references knowledge.item (id),
  ord int not null,
  body text not null,
  -- The text search configuration under which it is indexed.
  language text not null
);
create index chunk_item on knowledge.chunk (item_id, ord);
-- Also for whether a bot has another chunk of a language.
create index chunk_bot on knowledge.chunk (bot_id, language, id);

-- How often a chunk contains a lexeme (tf), and how many lexemes it contains in all (dl).
create table knowledge.posting (
  bot_id uuid not null,
  lex text not null,
  chunk_id bigint not null references knowledge.chunk (id),
  tf smallint not null,
  dl smallint not null
);
create index posting_lex on knowledge.posting (bot_id, lex) include (chunk_id, tf, dl);
create index posting_chunk on knowledge.posting (chunk_id);

-- The direction of a chunk's meaning, as an embeddings model says: the sign of each number, by which all chunks of a bot are compared, and the
-- numbers themselves, a byte each, by which the nearest ones are. `unrelated` is how near the nearest unrelated message is (src/embeddings). All
-- three are null for a text that the model refuses. The numbers are kept apart, so that a search that reads all signs of a bot reads little.
create table knowledge.vector (
  chunk_id bigint primary key references knowledge.chunk (id) on delete cascade,
  bot_id uuid not null,
  owner_id uuid not null,
  item_id uuid not null,
  model text not null,
  signs bit varying,
  numbers bytea,
  unrelated real
) with (toast_tuple_target = 128);
alter table knowledge.vector alter column numbers set storage external;
create index vector_bot on knowledge.vector (bot_id, model, unrelated);

-- The number of chunks and of lexemes of a bot, and the text search configurations under which they are indexed.
create table knowledge.kstat (bot_id uuid primary key, n int not null, len bigint not null, languages text[] not null);
-- In how many chunks of a bot each lexeme occurs.
create table knowledge.klex (bot_id uuid not null, lex text not null, df int not null, primary key (bot_id, lex));

-- The key words of items that enter prompts by them, folded as in search/keywords.ts. `start` is what a text must contain to be a candidate.
create table knowledge.keyword (
  bot_id uuid not null,
  owner_id uuid not null,
  item_id uuid not null references knowledge.item (id) on delete cascade,
  start text not null,
  word text not null,
  primary key (bot_id, start, item_id, word)
);
create index keyword_item on knowledge.keyword (item_id);

-- Questions with which owners test what their bot finds, and the item that is to be found; without one, nothing is. `rank` is the place of that
-- item among those that entered the prompt; null when it did not. `run_with` names the state of the knowledge of that run, and `asked_before` the
-- question that this one follows.
create table knowledge.saved_question (
  id uuid primary key default gen_random_uuid(),
  bot_id uuid not null,
  owner_id uuid not null,
  question text not null,
  asked_before text,
  expected_item_id uuid,
  expected_title text,
  created_at timestamptz not null default clock_timestamp(),
  run_with text,
  outcome text,
  rank int,
  previous_outcome text,
  previous_rank int,
  -- Whether the owner saw the result of the last run. Until then the one before stays, however often it is run again.
  is_seen boolean not null default true
);
create index saved_question_bot on knowledge.saved_question (bot_id, created_at, id);

-- Of bots with saved questions whose knowledge changed: when these are run again, the first change since the last run began, and when that was.
create table knowledge.question_run (
  bot_id uuid primary key,
  owner_id uuid not null,
  due_at timestamptz,
  changed_at timestamptz,
  ran_at timestamptz
);
create index question_run_due on knowledge.question_run (due_at) where due_at is not null;
create index question_run_owner on knowledge.question_run (owner_id, ran_at);

-- Files whose item is deleted, until they are removed from the file store.
create table knowledge.discarded_file (key text primary key, discarded_at timestamptz not null default now());

-- Bots that were deleted: no item is stored for them any more.
create table knowledge.purged_bot (bot_id uuid primary key, purged_at timestamptz not null default now());

-- Against a forgotten condition on the owner: kit sets `kith.owner` to the actor of the running call, or to `system`. The other tables hold
-- no texts and are read by the functions of src/sql.
alter table knowledge.item enable row level security;
alter table knowledge.chunk enable row level security;
alter table knowledge.searched_text enable row level security;
alter table knowledge.vector enable row level security;
alter table knowledge.keyword enable row level security;
alter table knowledge.saved_question enable row level security;
alter table knowledge.question_run enable row level security;
create policy owner on knowledge.item using ((select current_setting('kith.owner', true)) in ('system', owner_id::text));
create policy owner on knowledge.chunk using ((select current_setting('kith.owner', true)) in ('system', owner_id::text));
create policy owner on knowledge.searched_text using ((select current_setting('kith.owner', true)) in ('system', owner_id::text));
create policy owner on knowledge.vector using ((select current_setting('kith.owner', true)) in ('system', owner_id::text));
create policy owner on knowledge.keyword using ((select current_setting('kith.owner', true)) in ('system', owner_id::text));
create policy owner on knowledge.saved_question using (current_setting('kith.owner', true) in ('system', owner_id::text));
create policy owner on knowledge.question_run using (current_setting('kith.owner', true) in ('system', owner_id::text));
