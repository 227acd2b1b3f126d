-- What guests are asked to pay, and what they read with it. Who takes no card asks for no deposit and no fee.
alter table venues
  -- A text of the venue's own that guests read with payment, by language.
  add column payment_policy jsonb not null default '{}',
  -- { type: fixed_price | per_person, amount: minor units of the venue's currency }
  add column deposit jsonb,
  add column no_show_fee jsonb,
  -- Where the venue's system takes cards: { gateway, publishKey, merchantId }. What it holds is public, a secret is never kept here.
  add column payment_gateway jsonb,
  add constraint venues_deposit check (deposit is null or payment_type in ('deposit', 'prepayment')),
  add constraint venues_no_show_fee check (no_show_fee is null or payment_type <> 'none');

-- The gateway is the system's: whoever owns the tables next has another one, or none.
create function drop_payment_gateway() returns trigger language plpgsql as $$
begin
  new.payment_gateway := null;
  return new;
end $$;
create trigger venues_payment_gateway before update of system_id on venues for each row
  when (new.system_id is distinct from old.system_id and old.payment_gateway is not null) execute function drop_payment_gateway();
