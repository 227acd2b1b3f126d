-- Readers ask for what comes after a transaction and an id, many times a second: in this order nothing else is read on the way.
create index live_messages_place on live_messages (xid, id);
drop index live_messages_xid;
