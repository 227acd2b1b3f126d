-- Which requests are late is read of their deadlines alone: so a list need not look up each by its id.
create or replace view onboarding_deadlines as
  select r.id as request_id,
    r.status_since + make_interval(days => case r.status
      when 'rms_activation' then coalesce(s.rms_remind_days, d.rms_remind_days)
      when 'bc_activation' then coalesce(c.bc_remind_days, d.bc_remind_days)
      else case r.requester when 'rms' then coalesce(s.restaurant_remind_days, c.restaurant_remind_days, d.restaurant_remind_days)
        else coalesce(c.restaurant_remind_days, s.restaurant_remind_days, d.restaurant_remind_days) end end) as remind_at,
    r.status_since + make_interval(days => case r.status
      when 'rms_activation' then coalesce(s.rms_escalate_days, d.rms_escalate_days)
      when 'bc_activation' then coalesce(c.bc_escalate_days, d.bc_escalate_days)
      else case r.requester when 'rms' then coalesce(s.restaurant_escalate_days, c.restaurant_escalate_days, d.restaurant_escalate_days)
        else coalesce(c.restaurant_escalate_days, s.restaurant_escalate_days, d.restaurant_escalate_days) end end) as escalate_at,
    r.id, r.status, r.queue_key, r.system_id, r.channel_id, r.venue_id, r.requested_at, r.words
  from onboarding_requests r left join onboarding_limits s on s.system_id = r.system_id
    left join onboarding_limits c on c.channel_id = r.channel_id join onboarding_limits d on d.system_id is null and d.channel_id is null
  where r.status in ('rms_activation', 'restaurant_activation', 'bc_activation');

-- The same as before, with all that they are counted by.
drop index onboarding_requests_waiting;
create index onboarding_requests_waiting on onboarding_requests (status_since) include (status, requester, system_id, channel_id, venue_id)
  where status in ('rms_activation', 'restaurant_activation', 'bc_activation');

-- Names that look alike come from an index in their order, the likest first: of ten thousand called Casa, all were compared to tell which are the likest.
create extension if not exists btree_gist;
create index venues_name_alike on venues using gist (system_id, lower(name) gist_trgm_ops (siglen = 64)) where archived_at is null;
create index onboarding_requests_alike on onboarding_requests using gist (system_id, channel_id, words gist_trgm_ops (siglen = 64))
  where venue_id is null and status in ('rms_activation', 'restaurant_activation', 'bc_activation');
