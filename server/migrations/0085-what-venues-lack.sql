-- VE1: venues that lack something are few among very many, and the list of them is read from indexes as small as they are few.
create index venues_without_position on venues (lower(name), id) where latitude is null;
create index venues_without_phone on venues (lower(name), id) where phone_number is null;
create index venues_without_group on venues (lower(name), id) where group_id is null;
create index books_without_shifts on books (venue_id) where rules -> 'shifts' = '[]';
-- Has no more columns than the lists by company are ordered by.
drop index venues_company_name;
create index venues_company_name on venues (company_id, lower(name), id);
