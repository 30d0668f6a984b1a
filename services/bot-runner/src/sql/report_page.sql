-- The ids of one page of the reports of a state, the longest open or the latest handled first, or from the end; by an index like case_page.
create or replace function runner.report_page(p_state text, p_is_from_end boolean, p_limit int, p_offset int) returns uuid[]
language plpgsql stable set enable_seqscan = off set enable_bitmapscan = off set enable_sort = off as $$
begin
  if p_state = 'open' and p_is_from_end then
    return array(select id from runner.report where state = 'open' order by created_at desc, id desc limit p_limit offset p_offset);
  elsif p_state = 'open' then
    return array(select id from runner.report where state = 'open' order by created_at, id limit p_limit offset p_offset);
  elsif p_is_from_end then
    return array(select id from runner.report where state = p_state and state <> 'open'
      order by handled_at, id desc limit p_limit offset p_offset);
  end if;
  return array(select id from runner.report where state = p_state and state <> 'open'
    order by handled_at desc, id limit p_limit offset p_offset);
end $$;
