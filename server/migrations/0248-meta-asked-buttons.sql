-- GO2: where a button was asked for and Meta's answer has not come: it may stand there, under a number that nobody knows yet.
alter table meta_installs add column button_asked text;
alter table meta_left_buttons alter column button_id drop not null;
alter table meta_left_buttons add column button_url text;
alter table meta_left_buttons add constraint meta_left_buttons_known check (button_id is not null or button_url is not null);
