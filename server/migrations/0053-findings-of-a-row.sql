-- What was found in single rows of an imported file, to be told with what becomes of them.
create index import_findings_line on import_findings (batch_id, line);
