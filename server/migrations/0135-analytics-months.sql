-- How often sums of days of a month were counted anew: who keeps what they come to knows by it whether that still holds. No row = never.
create table analytics_months (
  basis text not null check (basis in ('meal', 'creation')),
  month date not null check (extract(day from month) = 1),
  changes bigint not null,
  primary key (basis, month)
);
