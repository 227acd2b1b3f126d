-- Whether calls are slow is judged by the latest of them as well: an average of half an hour cannot tell that it is over.
-- latest_calls: at most five, the latest first, each [instant, milliseconds, 1 = failed]. first_noticed_at: the first that took a second or longer;
-- last_prompt_at: the last that took less.
alter table channel_calls add column latest_calls jsonb not null default '[]', add column first_noticed_at timestamptz, add column last_prompt_at timestamptz;
alter table remote_calls add column latest_calls jsonb not null default '[]', add column first_noticed_at timestamptz, add column last_prompt_at timestamptz;
