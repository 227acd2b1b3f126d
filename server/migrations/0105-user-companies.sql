-- people: whose name a colleague may read, for features before them (tools/tables.ts)
create view user_companies as select id, company_id from users;
