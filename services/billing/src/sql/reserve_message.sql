-- Reserves one message: `source` says what pays for it, 'plan', 'credit' or 'denied'; null when the request id belongs to another user. `cap`
-- is the key of the counter whose cap denied it, `warning` the share of the daily limit, in percent, that is reached and not announced yet.
-- `charge` says which charge of the request it is (0 when denied), so that a release that arrives late does not undo a later charge.
create or replace function billing.reserve_message(p_user uuid, p_limit int, p_request text, p_bot uuid, p_cap_keys text[], p_cap_limits int[],
  out source text, out charge int, out cap text, out warning int) language plpgsql as $$
begin
  select r.source, r.charge, r.cap, r.warning into source, charge, cap, warning
    from billing.reserve_messages(array[p_user], array[p_limit], array[1], array[p_request], array[p_bot],
      (select jsonb_agg(jsonb_build_object('place', 1, 'key', c.key, 'most', c.most) order by c.position)
        from unnest(p_cap_keys, p_cap_limits) with ordinality c (key, most, position))) r;
end $$;
