-- What a language model of the installation wrote for a sales page, once for each language and state of the figures.
create table sales_texts (
  link_id uuid not null references sales_links (id) on delete cascade,
  lang text not null check (lang in ('en', 'es', 'fr', 'de', 'nl')),
  -- Of what it was told; a text about other figures is not shown.
  figures_hash text not null,
  -- `refused`: it said what is not ours to say, and is not asked again about the same figures. `failed`: no answer that could be read.
  state text not null check (state in ('asked', 'written', 'refused', 'failed')),
  said text,
  reason text,
  at timestamptz not null,
  primary key (link_id, lang),
  check ((state = 'written') = (said is not null)),
  check ((state in ('refused', 'failed')) = (reason is not null))
);
