-- A repeated request is answered as the first was, to the byte: jsonb puts the fields of an answer into an order of its own, json keeps what was sent.
alter table idempotency_keys alter column answer type json using answer::json;
