-- Records which plan the subscription of a user has at the provider, from `p_started` until `p_ended` (null while it runs). Without `p_id` or
-- `p_plan` the user has none that is paid for. What was recorded of an earlier subscription or plan ends.
create or replace function billing.record_subscription(p_user uuid, p_mode text, p_id text, p_plan text, p_started timestamptz,
  p_ended timestamptz, p_at timestamptz) returns void language plpgsql as $$
begin
  update billing.subscription_period s
    set until_at = greatest(s.from_at, case when s.subscription_id = p_id then coalesce(p_ended, p_at) else coalesce(p_started, p_at) end)
    where s.user_id = p_user and s.mode = p_mode and s.until_at is null
      and (p_plan is null or s.subscription_id is distinct from p_id or s.plan <> p_plan or p_ended is not null);
  if p_id is null or p_plan is null or exists (
    select from billing.subscription_period s where s.subscription_id = p_id and (p_ended is not null or s.until_at is null)
  ) then return; end if;
  insert into billing.subscription_period as s (subscription_id, from_at, until_at, user_id, mode, plan)
    values (p_id, case when exists (select from billing.subscription_period o where o.subscription_id = p_id) then p_at else p_started end,
      case when p_ended is not null then greatest(p_ended, p_started) end, p_user, p_mode, p_plan)
    on conflict (subscription_id, from_at) do update set plan = excluded.plan, until_at = excluded.until_at;
end $$;
