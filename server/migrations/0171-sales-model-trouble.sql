-- Shown to the page of health: whether the language model of sales pages has failed since it last answered.
create index sales_texts_answered on sales_texts (at) where state in ('written', 'refused');
create index sales_texts_failed on sales_texts (at) where state = 'failed';
create view sales_model_trouble as
  select min(t.at) as since, count(*)::integer as count from sales_texts t
  where t.state = 'failed' and t.at > coalesce((select max(a.at) from sales_texts a where a.state in ('written', 'refused')), '-infinity')
  having count(*) > 0;
