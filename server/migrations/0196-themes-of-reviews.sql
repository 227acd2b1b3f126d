-- AN2: what a review talks of is kept beside it, one bit for each theme: asking fourteen lists of words of each of a hundred thousand reviews took seconds.
-- `themes_version`: of which lists; 0 = not asked yet. What is not of today's lists is asked where it is counted, so that every figure is exact meanwhile.
alter table reviews add column themes integer not null default 0, add column themes_version smallint not null default 0;
create index reviews_themes_due on reviews (themes_version);

-- Other words are asked anew.
create function review_words_changed() returns trigger language plpgsql as $$
begin
  new.themes_version := 0;
  return new;
end $$;
create trigger reviews_words_changed before update of title, content, author on reviews for each row
  when ((old.title, old.content, old.author) is distinct from (new.title, new.content, new.author)) execute function review_words_changed();
