-- Ten minutes tell how much failed, not when: since when a side fails, and whether it is well again since, is told from these.
alter table flow_counts add column first_failed_at timestamptz, add column last_failed_at timestamptz, add column last_ok_at timestamptz;
alter table channel_calls add column first_failed_at timestamptz, add column last_failed_at timestamptz, add column last_ok_at timestamptz;
alter table remote_calls add column first_failed_at timestamptz, add column last_failed_at timestamptz, add column last_ok_at timestamptz;
