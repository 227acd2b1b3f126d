-- AN3: a report of a partner's person is about one system, or some channels: those it was read of when it was planned or last agreed on. Whoever is bound
-- elsewhere later does not show the figures of there to the readers of here. Null = of somebody who is of no partner.
alter table reports add column side jsonb check (side ? 'systemId' or side ? 'channelIds');
update reports r set side = b.side from (
  select u.id, case
    when su.system_id is not null then jsonb_build_object('systemId', su.system_id)
    when cardinality(ch.ids) > 0 then jsonb_build_object('channelIds', to_jsonb(ch.ids)) end as side
  from users u left join system_users su on su.user_id = u.id and 'ROLE_RMS_AGENT' = any(u.roles)
    cross join lateral (select array(select cu.channel_id from channel_users cu where cu.user_id = u.id and 'ROLE_BC_AGENT' = any(u.roles))) as ch (ids)
) b where b.id = r.user_id and b.side is not null;
