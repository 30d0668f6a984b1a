-- Keeps the text in which an owner's list is searched: title, tags and the whole text, in lower case.
create or replace function knowledge.keep_searched_text() returns trigger language plpgsql as $$
  begin
    insert into knowledge.searched_text (item_id, bot_id, owner_id, created_at, text)
    values (
      new.id, new.bot_id, new.owner_id, new.created_at,
      lower(concat_ws(E'\n', new.title, array_to_string(new.tags, E'\n'), new.content, new.extracted))
    )
    on conflict (item_id) do update set text = excluded.text where searched_text.text <> excluded.text;
    return null;
  end;
$$;
