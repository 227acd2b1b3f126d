-- What guests wrote to us and somebody published stands on the venue's page.
create index reviews_own_published on reviews (venue_id, published_at desc, id desc) where source = 'own' and moderation = 'published';

-- A guest who does not want to be asked any more: no later visit is.
alter table review_requests add column no_more boolean not null default false;
create index review_requests_no_more on review_requests (venue_id, guest_key) where no_more;
