import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { aDb, type OpenDb } from '../build/a-ctx.ts'

let open: OpenDb
beforeAll(async () => {
  open = await aDb()
})
afterAll(() => open.close())

/** What a column is called in which something of a guest may lie. */
const ofGuests =
  /^guest_|phone|email|^(first_name|last_name|notes|author|recipient|said|told|before|after|cancel_reason|address_key|contact_key|opt_in_text|opt_in_place)$/

/** Whole tables that know no guests, and why such a name stands there all the same. */
const tablesWithout: Readonly<Record<string, string>> = {
  bulk_change_venues: 'fields of restaurants before and after a change',
  companies: 'a company and how it is reached; how long it keeps guests',
  demo_links: 'people who try the product',
  google_told_days: 'what Google was told of free places',
  guest_erasures: 'the receipt; of the contact a key that leads to nobody, so that the same question is known again',
  guest_refusals: 'who wants no more mails, as a key that leads to nobody: without it he would be written to again',
  import_changes: 'fields of restaurants and people of the house before an import',
  listing_score_moves: 'scores of listings',
  notifications: 'which notices a person of the house gets by mail',
  onboarding_invites: 'people of restaurants who were asked',
  onboarding_requests: 'people of restaurants and how they are reached',
  report_recipients: 'people of the house who get reports',
  review_requests: 'that somebody was asked for a review, as a key that leads to nobody',
  sales_enquiries: 'people who ask what the product costs',
  sales_links: 'to whom an offer of the product was sent',
  sales_texts: 'words of the sales assistant',
  sheet_letters: 'people of the house who get service sheets',
  sheet_recipients: 'people of the house who get service sheets',
  users: 'people of the house',
  venues: 'a restaurant, how it is reached and what it writes',
}
/** Columns that keep what they have, and why. */
const columnsKept: Readonly<Record<string, string>> = {
  'company_move_steps.said': 'how far the move of a company has come, in sentences of our own',
  'guest_messages.told': 'a key made with our secret, of what a message said; leads to nobody',
  'reservations.guest_confirmed_at': 'that somebody said he comes',
  'reservations.guest_lang': 'one of five languages',
  'reservations.guest_opt_in': 'yes or no, of nobody any more',
  'reviews.author': 'what stands in public on a platform, under the name that was given there; it goes when it goes there',
  'widget_bookings.opt_in_place': 'the page on which somebody agreed, which is a page of the restaurant',
  'widget_holds.address_key': 'a key made with our secret, deleted as soon as the place is held no more',
}

type Column = { table: string; column: string }
const columns = async (): Promise<Column[]> => {
  const { rows } = await sql<Column>`
    select c.relname as table, a.attname as column
    from pg_class c join pg_namespace n on n.oid = c.relnamespace join pg_attribute a on a.attrelid = c.oid
    where n.nspname = 'public' and c.relkind in ('r', 'p') and not c.relispartition and a.attnum > 0 and not a.attisdropped
    order by 1, 2`.execute(open.db)
  return rows
}

/** What the functions of the database that erase write or delete, read from their own text. */
const erased = async (): Promise<{ tables: Set<string>; columns: Set<string> }> => {
  const { rows } = await sql<{ source: string }>`
    select p.prosrc as source from pg_proc p join pg_namespace n on n.oid = p.pronamespace
    where n.nspname = 'public' and p.proname ~ '^(erase_|forget_)'`.execute(open.db)
  const text = rows.map(({ source }) => source.toLowerCase()).join(';\n')
  const { rows: along } = await sql<{ table: string }>`
    with recursive along as (
      select 'guests'::regclass::oid as id
      union select c.conrelid from along a join pg_constraint c on c.confrelid = a.id and c.contype = 'f' and c.confdeltype = 'c')
    select id::regclass::text as table from along`.execute(open.db)
  const deleted = Array.from(text.matchAll(/delete\s+from\s+(\w+)/g), ([, table]) => table!)
  // What hangs on a guest goes with him.
  const tables = new Set([...deleted, ...(deleted.includes('guests') ? along.map(({ table }) => table) : [])])
  const written = [...text.matchAll(/update\s+(\w+)(?:\s+(?!set\b)\w+)?\s+set\s+([\s\S]*?)(?:\bfrom\b|\bwhere\b|;)/g)]
  return {
    tables,
    columns: new Set(
      written.flatMap(([, table, set]) => [...set!.matchAll(/(?:^|,)\s*(\w+)\s*=/g)].map(([, column]) => `${table}.${column}`)),
    ),
  }
}

test('WI1: everything that a guest may be known by is erased with him, or its reason to stay is written down', async () => {
  const [all, known] = await Promise.all([columns(), erased()])
  // Otherwise nothing was read.
  expect([...known.columns]).toEqual(expect.arrayContaining(['reservations.guest_email', 'waitlist_entries.phone', 'guest_messages.said']))
  expect([...known.tables]).toEqual(expect.arrayContaining(['guests', 'mails', 'widget_holds']))
  const candidates = all.filter(({ column }) => ofGuests.test(column))
  const forgotten = candidates.filter(
    ({ table, column }) =>
      !(table in tablesWithout) &&
      !(`${table}.${column}` in columnsKept) &&
      !known.tables.has(table) &&
      !known.columns.has(`${table}.${column}`),
  )
  expect(forgotten.map(({ table, column }) => `${table}.${column}`)).toEqual([])
})

test('WI1: no reason is kept for what is not there, or is erased', async () => {
  const [all, known] = await Promise.all([columns(), erased()])
  const there = new Set(all.map(({ table, column }) => `${table}.${column}`))
  const candidates = new Set(all.filter(({ column }) => ofGuests.test(column)).map(({ table }) => table))
  expect(Object.keys(columnsKept).filter((name) => !there.has(name) || known.columns.has(name))).toEqual([])
  expect(Object.keys(tablesWithout).filter((table) => !candidates.has(table) || known.tables.has(table))).toEqual([])
})
