import type pg from 'pg'
import { SecretError } from '#src/platform/secrets/secrets.ts'
import { databasesFault, some } from './databases.ts'
import { askedOf, type Company, type End, movedParts } from './two-databases.ts'

/** What references lead to, of what does not go along. */
type Ties = {
  channels: Map<string, string>
  /** Table → columns, and the people they name who do not come along. */
  cut: Record<string, string[]>
  people: Set<string>
  missing: string[]
}
export type Findings = Ties & { obstacles: string[]; notes: string[]; missingChannels: string[] }

const hasKey = async ({ db, secrets }: End): Promise<boolean> => {
  const known = await some(db, 'select key_id as id, proof from secret_keys')
  const opens = (proof: string): boolean => {
    try {
      secrets.open(proof)
      return true
    } catch (error) {
      if (error instanceof SecretError) return false
      throw error
    }
  }
  return known.length === 0 || known.some(({ id, proof }) => secrets.keyIds.includes(id!) && opens(proof!))
}

const keysFault = async (source: End, target: End): Promise<string[]> => [
  ...((await hasKey(source))
    ? []
    : ['The key of this installation does not open what lies in its database: give it as TABLEWIRE_SECRET_KEY.']),
  ...((await hasKey(target))
    ? []
    : ['The key of the other installation does not open what lies in its database: give it as TARGET_SECRET_KEY.']),
]

/** Names that are given to somebody else at the other side already. */
const conflicts: readonly { text: string; at: string }[] = [
  { at: `select id::text as name from companies where id = $2`, text: 'The company is at the other side already' },
  { at: `select id::text as name from venues where id = any($1)`, text: 'A venue is at the other side already' },
  {
    at: `select url as name from company_moves where company_id = $2 and side = 'source' and state in ('copying', 'moved')`,
    text: 'A move of this company from the other side is not finished: finish it there first. It went to',
  },
]
const taken: readonly { from: string; there: string; text: string }[] = [
  {
    from: `select email as name, id from users where company_id = $2`,
    there: `select email as name, id from users where email = any($1)`,
    text: 'Somebody has this mail address at the other side',
  },
  {
    from: `select username as name, id from users where company_id = $2 and username is not null`,
    there: `select username as name, id from users where username = any($1)`,
    text: 'Somebody has this user name at the other side',
  },
  {
    from: `select slug as name from venue_slugs where venue_id = any($1)`,
    there: `select slug as name from venue_slugs where slug = any($1)`,
    text: 'The address of a venue’s page is taken at the other side',
  },
  {
    from: `select lower(tripadvisor_id) as name from venues where id = any($1) and tripadvisor_id is not null and archived_at is null and not test`,
    there: `select lower(tripadvisor_id) as name from venues where lower(tripadvisor_id) = any($1) and archived_at is null and not test`,
    text: 'The Tripadvisor id of a venue is taken at the other side',
  },
]
/** What is not moved, and keeps its company where it is. */
const staying: readonly { from: string; text: string }[] = [
  {
    from: `select v.name from google_merchants m join venues v on v.id = m.venue_id where m.venue_id = any($1)`,
    text: 'is at an account of Google: take it from there first',
  },
  {
    from: `select distinct v.name from google_bookings b join venues v on v.id = b.venue_id where b.venue_id = any($1)`,
    text: 'has bookings that Google made, which only its account can change',
  },
  {
    from: `select company_id::text as name from meta_installs where company_id = $2 and ended_at is null`,
    text: 'is connected with Meta: disconnect it first',
  },
  { from: `select name from meta_apps where company_id = $2`, text: 'is an app of Meta of this company: delete it first' },
  {
    from: `select venue_name as name from onboarding_requests where venue_id = any($1) and status in ('rms_activation', 'restaurant_activation', 'bc_activation')`,
    text: 'is being brought onto a channel: finish or cancel that first',
  },
  { from: `select company_id::text as name from demo_tenants where company_id = $2`, text: 'is a demo, which is not moved' },
  {
    from: `select v.name from demo_links d join venues v on v.id = d.venue_id where d.venue_id = any($1) and d.revoked_at is null`,
    text: 'is shown by links to demos: revoke them first',
  },
  {
    from: `select u.email as name from users u where u.company_id = $2 and (exists (select from channel_users c where c.user_id = u.id) or exists (select from system_users s where s.user_id = u.id))`,
    text: 'works for a channel or a reservation system as well: give him an account of his own for that',
  },
  {
    from: `select u.email as name from users u join user_venues w on w.user_id = u.id where u.company_id = $2 and w.venue_id <> all($1)
           union select u.email from users u join user_groups w on w.user_id = u.id join groups g on g.id = w.group_id where u.company_id = $2 and g.company_id <> $2`,
    text: 'belongs to several companies: take him out of the others first',
  },
]

// Names the type of both, whichever a question takes.
const askAbout = (db: pg.Client, company: Company, text: string): Promise<Record<string, string>[]> =>
  some(db, `with asked as (select $1::uuid[], $2::uuid) ${text}`, [company.venues, company.id])

/** What may come up at any time before the switch, and is looked for once more in the pause. */
export const lateFaults = async (company: Company, source: pg.Client, target: pg.Client): Promise<string[]> => {
  const faults: string[] = []
  const ask = (db: pg.Client, text: string): Promise<Record<string, string>[]> => askAbout(db, company, text)
  for (const { from, there, text } of taken) {
    const names = await ask(source, from)
    const found = await some(target, there, [names.map(({ name }) => name)])
    faults.push(...found.map(({ name }) => `${text}: ${name}`))
  }
  for (const { from, text } of staying) for (const { name } of await ask(source, from)) faults.push(`${name} ${text}.`)
  const now = await some(source, 'select id from venues where company_id = $1', [company.id])
  const [known, has] = [new Set(company.venues), new Set(now.map(({ id }) => id!))]
  const [come, left] = [[...has].filter((id) => !known.has(id)), [...known].filter((id) => !has.has(id))]
  if (come.length) faults.push(`Venues have come to the company since the move began: ${come.join(', ')}.`)
  if (left.length) faults.push(`Venues have left the company since the move began: ${left.join(', ')}.`)
  return faults
}

const namesFault = async (company: Company, source: pg.Client, target: pg.Client): Promise<string[]> => {
  const faults: string[] = []
  for (const { at, text } of conflicts) for (const { name } of await askAbout(target, company, at)) faults.push(`${text}: ${name}`)
  return [...faults, ...(await lateFaults(company, source, target))]
}

const ownTables = new Set(movedParts.map(({ table }) => table))

const tiesOf = async (company: Company, source: pg.Client, target: pg.Client): Promise<Ties> => {
  const found: Ties = { channels: new Map(), cut: {}, people: new Set(), missing: [] }
  const there = new Map<string, Set<string>>()
  const isThere = async (parent: string, id: string): Promise<boolean> => {
    if (!there.has(parent)) {
      const { rows } = await target.query<{ key: string }>('select key from move_names($1, $2, $3, $4, $5, $6, 1, $7)', [
        parent,
        'true',
        [],
        null,
        null,
        [],
        [0],
      ])
      there.set(parent, new Set(rows.map(({ key }) => String((JSON.parse(key) as unknown[])[0]))))
    }
    return there.get(parent)!.has(id)
  }
  const people = new Set((await some(source, 'select id from users where company_id = $1', [company.id])).map(({ id }) => id))
  for (const part of movedParts) {
    const { rows } = await source.query<{ tied: string; parent: string; optional: boolean; target: string; rows: string }>(
      'select * from move_ties($1, $2, $3, $4, $5)',
      askedOf({ company, missingChannels: [] }, part),
    )
    for (const tie of rows) {
      if (tie.parent === 'users' ? people.has(tie.target) : ownTables.has(tie.parent)) continue
      // Those of channels that are copied come along; the others are looked at by themselves.
      if (tie.parent === 'webhook_endpoints') continue
      if (await isThere(tie.parent, tie.target)) continue
      if (tie.parent === 'channels') found.channels.set(tie.target, tie.target)
      else if (tie.parent === 'users' && tie.optional) {
        found.people.add(tie.target)
        if (!found.cut[part.table]?.includes(tie.tied)) (found.cut[part.table] ??= []).push(tie.tied)
      } else
        found.missing.push(
          `${part.table}.${tie.tied} names a row of ${tie.parent} that is not at the other side: ${tie.target} (${tie.rows} times)`,
        )
    }
  }
  return found
}

const channelsFault = async (ids: readonly string[], source: pg.Client, target: pg.Client): Promise<string[]> => {
  const names = await some(source, 'select id, name, test_of, test_of_system from channels where id = any($1)', [[...ids]])
  const clash = await some(target, 'select name from channels where lower(name) = any($1)', [names.map(({ name }) => name!.toLowerCase())])
  return [
    ...clash.map(
      ({ name }) => `The channel “${name}” is at the other side under another id: ids have to be the same, so rename or delete it there.`,
    ),
    ...names
      .filter((one) => one['test_of'] ?? one['test_of_system'])
      .map(({ name }) => `The channel “${name}” is a test twin, which is not copied: make it at the other side first.`),
  ]
}

/** Deliveries that wait for an endpoint which the other side does not have under its id. */
const endpointsFault = async (
  company: Company,
  missing: readonly string[],
  { source, target }: { source: pg.Client; target: pg.Client },
): Promise<string[]> => {
  const used = await some(
    source,
    `select distinct n.id, n.url, d.state in ('waiting') as waits from webhook_deliveries d join webhook_events e on e.id = d.event_id
     join webhook_endpoints n on n.id = d.endpoint_id where e.venue_id = any($1) and n.channel_id <> all($2)`,
    [company.venues, [...missing]],
  )
  const there = new Set(
    (await some(target, 'select id from webhook_endpoints where id = any($1)', [used.map(({ id }) => id)])).map(({ id }) => id),
  )
  return [
    ...new Set(
      used.filter(({ id }) => !there.has(id!)).map(({ url }) => `Webhooks to ${url} have no endpoint of that id at the other side.`),
    ),
  ]
}

const notesOf = async (company: Company, source: End, target: End): Promise<string[]> => {
  const notes: string[] = []
  const [photos] = await some(source.db, 'select count(*) as n from listing_photos where venue_id = any($1)', [company.venues])
  if (Number(photos!['n']) > 0)
    notes.push(
      `${photos!['n']} photos: their files are not copied. Copy the files of FILES_URL, or of the data folder, to the other side before.`,
    )
  const others = await some(
    source.db,
    'select distinct u.email as name from user_venues w join users u on u.id = w.user_id where w.venue_id = any($1) and u.company_id is distinct from $2',
    [company.venues, company.id],
  )
  for (const { name } of others)
    notes.push(`${name} is not of this company and may see some of its venues: that ends, give it at the other side.`)
  if (!target.secrets.keyIds.includes(source.secrets.keyId))
    notes.push(
      'The keys differ: secrets are sealed anew. Links in mails to guests and recovery codes are signed and hold at the other side only where it has the key of this one behind its own (TABLEWIRE_SECRET_KEY=its,ours).',
    )
  return notes
}

/** Everything that stands in the way, and what whoever moves a company should know. Changes nothing. */
export const findObstacles = async (company: Company, source: End, target: End): Promise<Findings> => {
  const empty: Ties = { channels: new Map(), cut: {}, people: new Set(), missing: [] }
  const faults = await databasesFault(source.db, target.db)
  if (faults.length) return { ...empty, obstacles: faults, notes: [], missingChannels: [] }
  const ties = await tiesOf(company, source.db, target.db)
  const missingChannels = [...ties.channels.keys()]
  const obstacles = [
    ...(await keysFault(source, target)),
    ...(await namesFault(company, source.db, target.db)),
    ...ties.missing,
    ...(await channelsFault(missingChannels, source.db, target.db)),
    ...(await endpointsFault(company, missingChannels, { source: source.db, target: target.db })),
  ]
  return { ...ties, missingChannels, obstacles, notes: await notesOf(company, source, target) }
}
