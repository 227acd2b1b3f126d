-- What the sides of an onboarding request write to one another, with files; and for each person what is new and whether copies go out by mail.

create table onboarding_messages (
  id uuid primary key,
  request_id uuid not null references onboarding_requests (id) on delete cascade,
  side text not null check (side in ('rms', 'bc', 'venue', 'admin')),
  -- Null once that person is deleted; the name stays, as in the audit.
  author_id uuid references users (id) on delete set null,
  author_name text not null,
  -- Name of the system, the channel or the restaurant at that time.
  of_name text,
  content text not null check (length(content) <= 8000),
  -- [{ id, name }]
  mentions jsonb not null,
  corrects uuid references onboarding_messages (id) on delete cascade,
  by text not null check (by in ('portal', 'mail')),
  -- What the mail said it is called, hashed: one that is delivered twice makes one message.
  mail_hash bytea,
  created_at timestamptz not null
);
create index onboarding_messages_of_request on onboarding_messages (request_id, created_at desc, id desc);
create index onboarding_messages_author on onboarding_messages (author_id) where author_id is not null;
create index onboarding_messages_corrects on onboarding_messages (corrects) where corrects is not null;
create unique index onboarding_messages_mail on onboarding_messages (request_id, mail_hash) where mail_hash is not null;

-- Only what deletes the author's account may touch a message, and that only takes the tie to the account.
create function message_is_never_changed() returns trigger language plpgsql as $$
begin
  -- Gone with its request alone.
  if tg_op = 'DELETE' then
    if not exists (select from onboarding_requests r where r.id = old.request_id) then
      return old;
    end if;
  elsif new.author_id is null and to_jsonb(new) - 'author_id' = to_jsonb(old) - 'author_id' then
    return new;
  end if;
  raise exception 'a message is never changed' using errcode = 'TW009';
end $$;
create trigger onboarding_messages_unchanged before update or delete on onboarding_messages for each row execute function message_is_never_changed();

create table onboarding_attachments (
  id uuid primary key,
  request_id uuid not null references onboarding_requests (id) on delete cascade,
  -- Null until its message is sent; such a file is cleared away after a day.
  message_id uuid references onboarding_messages (id) on delete cascade,
  author_id uuid references users (id) on delete set null,
  position integer not null default 0,
  name text not null check (length(name) between 1 and 200),
  content_type text not null,
  bytes integer not null check (bytes between 1 and 10485760),
  file_key text not null unique,
  created_at timestamptz not null
);
create index onboarding_attachments_of_message on onboarding_attachments (message_id, position) where message_id is not null;
create index onboarding_attachments_of_request on onboarding_attachments (request_id);
create index onboarding_attachments_author on onboarding_attachments (author_id) where author_id is not null;
create index onboarding_attachments_unsent on onboarding_attachments (created_at) where message_id is null;

-- Who takes part: by having written, by being named, or because the person is of a side to which messages go.
create table onboarding_readers (
  id uuid primary key,
  request_id uuid not null references onboarding_requests (id) on delete cascade,
  user_id uuid not null references users (id) on delete cascade,
  unread integer not null default 0 check (unread >= 0),
  last_message_at timestamptz,
  copies boolean not null default true,
  unique (request_id, user_id)
);
create index onboarding_readers_unread on onboarding_readers (user_id, last_message_at desc) where unread > 0;
create index onboarding_readers_user on onboarding_readers (user_id);

alter table notifications drop constraint notifications_event_check;
alter table notifications add constraint notifications_event_check
  check (event in ('new', 'changed', 'canceled', 'pending', 'sync_failure', 'review', 'silence', 'enquiry', 'report', 'mention', 'test'));
