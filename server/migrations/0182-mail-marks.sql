-- Which mails have gone: written before a mail server hears of one, so that a process killed in between does not send it a second time.
create table mail_marks (
  -- The hash of what a mailbox knows the mail by.
  mail bytea primary key,
  at timestamptz not null,
  -- What says so elsewhere has been written as well.
  noted boolean not null
);
create index mail_marks_at on mail_marks (at);
