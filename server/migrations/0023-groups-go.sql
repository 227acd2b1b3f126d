-- When a group goes, what it gave goes first: the cascades of its own deletion run before any trigger could still tell which venues it held.
create function groups_take_back() returns trigger language plpgsql as $$
begin
  delete from user_groups where group_id = old.id;
  return old;
end $$;
create trigger groups_take_back before delete on groups for each row execute function groups_take_back();
