-- HU3: what a reservation system says about a company of its own.
alter table companies add column description text check (description <> '' and length(description) <= 2000);
