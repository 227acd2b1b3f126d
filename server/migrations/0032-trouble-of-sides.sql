-- The latest trouble of one side is found at once, however much went well since.
create index traces_system_trouble on traces (system_id, started_at desc) where outcome <> 'ok' and system_id is not null;
create index traces_channel_trouble on traces (channel_id, started_at desc) where outcome <> 'ok' and channel_id is not null;
