-- An export may be a table of text instead of a workbook (AN3).
alter table exports add column format text not null default 'xlsx' check (format in ('xlsx', 'csv'));
