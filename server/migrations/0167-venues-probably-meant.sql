-- Which venue a request for onboarding probably means: by its address, and by the last digits of its phone however it is written (ON3).
create index venues_address_search on venues using gin (lower(address) gin_trgm_ops) where address is not null;
create index venues_phone_tail on venues (right(regexp_replace(phone_number, '[^0-9]', '', 'g'), 8)) where phone_number is not null;
