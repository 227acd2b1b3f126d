-- The demo behind the button of a sales page: made when somebody presses it first, and the same for whoever presses it later.
alter table sales_links add column demo_link_id uuid references demo_links (id) on delete set null;
create index sales_links_demo on sales_links (demo_link_id) where demo_link_id is not null;
