-- Demo links of one person, newest first.
create index demo_links_maker on demo_links (generated_by, created_at desc, id desc) where generated_by is not null;
drop index demo_links_person;
