-- How often the text of a mail went on its way, and whether a mail server took it: a process that is killed in between leaves a mail that may have gone.
alter table mail_marks
  add column begun smallint not null default 1,
  add column taken boolean not null default true;
alter table mail_marks alter column begun drop default, alter column taken drop default;
