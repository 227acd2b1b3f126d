-- ON1, AN3: who is moved to another company takes nothing of the old one along, and leaves it nothing of the new one. A report is counted in the sight of its
-- owner: it stays where it is and stops, as if he had no account any more, until somebody there begins it again.
create function people_moved() returns trigger language plpgsql as $$
begin
  update reports set user_id = null where user_id = new.id and company_id is distinct from new.company_id;
  delete from report_recipients where user_id = new.id;
  return null;
end $$;
create trigger users_moved after update of company_id on users for each row
  when (old.company_id is distinct from new.company_id) execute function people_moved();

-- Those who were moved until now.
update reports r set user_id = null from users u where u.id = r.user_id and u.company_id is distinct from r.company_id;
delete from report_recipients p using reports r, users u
  where r.id = p.report_id and u.id = p.user_id and r.company_id is not null and u.company_id is not null and u.company_id <> r.company_id;
-- And who is still the owner of a company that is no longer his: its newcomers are not his to hear of.
update companies c set owner_id = null, version = c.version + 1 from users u where u.id = c.owner_id and u.company_id is distinct from c.id;
