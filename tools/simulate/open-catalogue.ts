import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { type Catalogue, catalogueOf } from './database/catalogue.ts'
import { loadParser } from './database/syntax.ts'

const folder = fileURLToPath(new URL('../../server/migrations/', import.meta.url))

/** The job queue's own tables are a library's: here it is one. */
export const queue = `create table simulated_jobs (
  id uuid primary key, name text not null, data jsonb not null, attempts integer not null default 0, next_at timestamptz, lease_until timestamptz
)`

/** What the product's migrations make. */
export const openCatalogue = async (): Promise<Catalogue> => {
  await loadParser()
  const names = readdirSync(folder).filter((name) => name.endsWith('.sql'))
  return catalogueOf([...names.toSorted().map((name) => readFileSync(`${folder}${name}`, 'utf8')), queue])
}
