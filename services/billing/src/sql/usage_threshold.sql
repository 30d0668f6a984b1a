-- The highest of 50, 80 and 100 percent of the daily limit that `p_used` messages reach, else 0; 0 without a limit.
create or replace function billing.usage_threshold(p_used int, p_limit int) returns int language sql immutable as $$
  select case
    when p_used >= p_limit then 100
    when p_used * 10::bigint >= p_limit * 8::bigint then 80
    when p_used * 2::bigint >= p_limit then 50
    else 0
  end;
$$;
