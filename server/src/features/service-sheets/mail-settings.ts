import type { SheetMails, sheetMails } from '@tablewire/contracts/booking/sheet-mails'
import type { Received } from '@tablewire/contracts/kit/endpoint'
import type { Lang } from '@tablewire/contracts/kit/wire'
import { sql } from 'kysely'
import { linkOrigin } from '#src/features/factors/api.ts'
import { ownVenue } from '#src/features/shift-notes/api.ts'
import type { VenueWithBook } from '#src/features/venues/api.ts'
import { audit } from '#src/platform/audit/audit.ts'
import { type Ctx, requireRight } from '#src/platform/ctx.ts'
import { transaction } from '#src/platform/db/transaction.ts'
import { Problem } from '#src/platform/problem.ts'
import type { SheetMailRecord } from './mail-rows.ts'

type Wanted = Received<typeof sheetMails.save>['body']

/** What is most likely spoken there. */
const langOf: Readonly<Record<string, Lang>> = { ES: 'es', MX: 'es', AR: 'es', FR: 'fr', DE: 'de', AT: 'de', CH: 'de', NL: 'nl', BE: 'nl' }

const usual = ({ countryCode }: VenueWithBook): Omit<SheetMails, 'recipients'> => ({
  enabled: false,
  minutesBefore: 60,
  pages: ['list', 'kitchen'],
  skipEmpty: true,
  lang: langOf[countryCode] ?? 'en',
  setBy: null,
  nextAt: null,
  version: 0,
})

const recipientsOf = async (ctx: Ctx, venueId: string): Promise<SheetMails['recipients']> => {
  type Row = { email: string } & { [K in keyof NonNullable<SheetMails['recipients'][number]['last']>]: string | null }
  const { rows } = await sql<Row>`
    select p.email, l."serviceOn", l.state, l.reason, l.at
    from sheet_recipients p left join lateral (
      select n.service_on::text as "serviceOn", l.reason, l.at,
        -- No try is left after so long.
        case when l.state = 'due' and l.at < ${ctx.clock().toString()}::timestamptz - interval '14 hours' then 'late' else l.state end as state
      from sheet_runs n join sheet_letters l on l.run_id = n.id and l.email = p.email
      where n.venue_id = p.venue_id order by n.due_at desc limit 1) l on true
    where p.venue_id = ${venueId} order by p.email`.execute(ctx.db.withoutPlugins())
  return rows.map(({ email, ...last }) => ({ email, last: last.state === null ? null : last }) as SheetMails['recipients'][number])
}

const settingsOf = async (ctx: Ctx, venue: VenueWithBook): Promise<SheetMails> => {
  const row = await ctx.db.selectFrom('sheetMails').selectAll().where('venueId', '=', venue.id).executeTakeFirst()
  if (!row) return { ...usual(venue), recipients: [] }
  const { enabled, minutesBefore, pages, skipEmpty, lang, setBy, nextAt, version } = row
  const recipients = await recipientsOf(ctx, venue.id)
  const next = nextAt !== null && /^\d/.test(nextAt) ? nextAt : null
  return { enabled, minutesBefore, pages, skipEmpty, lang, setBy, nextAt: next, version, recipients }
}

export const readSheetMails = async (ctx: Ctx, venueId: string): Promise<SheetMails> => settingsOf(ctx, await ownVenue(ctx, venueId))

/** Somebody of the house has an account, or is no guest: nobody is sent who else comes to dinner. */
const refuseGuests = async (ctx: Ctx, venueId: string, emails: readonly string[]): Promise<void> => {
  const { rows } = await sql<{ email: string }>`
    select lower(g.email) as email from guests g
    where g.venue_id = ${venueId} and lower(g.email) = any(${[...emails]}::text[])
      and not exists (select from users u where lower(u.email) = lower(g.email) and u.disabled_at is null) limit 1`.execute(ctx.db)
  if (rows[0]) throw new Problem('sheet_mail.guest_address', { email: rows[0].email }, { recipients: [{ issue: 'invalid' }] })
}

const told = ({ enabled, minutesBefore, pages, skipEmpty, lang, recipients }: SheetMails) => ({
  enabled,
  minutesBefore,
  pages,
  skipEmpty,
  lang,
  recipients: recipients.map(({ email }) => email),
})

const write = async (ctx: Ctx, venueId: string, wanted: Wanted): Promise<void> => {
  const { recipients, version, ...fields } = wanted
  const row: Omit<SheetMailRecord, 'venueId'> = {
    ...fields,
    pages: [...new Set(fields.pages)],
    setBy: ctx.actor.name,
    origin: await linkOrigin(ctx),
    version: version + 1,
    // The next look says when.
    nextAt: fields.enabled ? '-infinity' : null,
    updatedAt: ctx.clock().toString(),
  }
  const written = await ctx.db
    .insertInto('sheetMails')
    .values({ venueId, ...row })
    .onConflict((same) => same.column('venueId').doUpdateSet(row).where('sheetMails.version', '=', version))
    .returning('version')
    .executeTakeFirst()
  if (!written) throw new Problem('sheet_mail.changed_meanwhile')
  await ctx.db.deleteFrom('sheetRecipients').where('venueId', '=', venueId).execute()
  const emails = [...new Set(recipients)]
  if (emails.length)
    await ctx.db
      .insertInto('sheetRecipients')
      .values(emails.map((email) => ({ venueId, email })))
      .execute()
}

export const saveSheetMails = (ctx: Ctx, venueId: string, wanted: Wanted): Promise<SheetMails> =>
  transaction(ctx, async (inner) => {
    const venue = await ownVenue(inner, venueId)
    if (venue.archived) throw new Problem('venue.archived')
    // Whoever sends guests' names about has to be one who may read them.
    requireRight(inner, 'read', 'reservation-list')
    requireRight(inner, 'read', 'guests')
    if (wanted.enabled && wanted.recipients.length === 0) throw new Problem('request.invalid', {}, { recipients: [{ issue: 'required' }] })
    await refuseGuests(inner, venue.id, wanted.recipients)
    const before = await settingsOf(inner, venue)
    if (before.version !== wanted.version) throw new Problem('sheet_mail.changed_meanwhile')
    await write(inner, venue.id, wanted)
    const after = await settingsOf(inner, venue)
    await audit(inner, {
      action: 'sheet_mail.updated',
      subject: 'sheet_mail',
      subjectId: venue.id,
      venueId: venue.id,
      before: told(before),
      after: told(after),
    })
    return after
  })
