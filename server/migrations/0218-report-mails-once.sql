-- What was sent, and how often it was tried, is told by `mail_marks`; whoever died between the two under the old way may have sent it.
update report_mails set state = 'refused' where state = 'sending';
alter table report_mails drop constraint report_mails_state_check;
alter table report_mails add constraint report_mails_state_check check (state in ('due', 'sent', 'refused'));
