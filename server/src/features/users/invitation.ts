import type { UserDetail } from '@tablewire/contracts/identity/users'
import { sql } from 'kysely'
import { brandOfCompany, brandOfHost, mailBrand } from '#src/features/brands/api.ts'
import { brandOrigin, linkOrigin } from '#src/features/factors/api.ts'
import { mailedLink, requireUser, type UserRecord } from '#src/features/people/api.ts'
import type { Ctx } from '#src/platform/ctx.ts'
import { newId } from '#src/platform/id.ts'
import { defineJob } from '#src/platform/jobs/jobs.ts'
import { oneAddress } from '#src/platform/mail/address.ts'
import { renderMail } from '#src/platform/mail/layout.ts'
import type { Mail } from '#src/platform/mail/mail.ts'
import { sendOnce } from '#src/platform/mail/send-once.ts'
import { fill } from '#src/platform/phrases.ts'
import { type LetterName, invitationPhrases } from './invitation-phrases.ts'

/** The link of an invitation is good this long; people are away for a week. */
const lifeDays = 7

/** `mailId`: of this mail, at every try; what the version before enqueued has none. */
type InvitationData = { userId: string; mailId?: string; by: string; origin: string }
type OwnerData = InvitationData & { name: string; email: string }
export const invitationJob = defineJob<InvitationData>('users.mail_invitation', 6)
export const ownerJob = defineJob<OwnerData>('users.mail_owner', 6)

/** A link leads to the company's own face where it has an address; otherwise to where the caller is. */
const originFor = async (ctx: Ctx, companyId: string | null): Promise<string> => {
  const { id, domains } = await brandOfCompany(ctx, companyId, '')
  // Whoever asks is at that face already: his way there works.
  if ((await brandOfHost(ctx.db, ctx.origin.host)).id === id) return linkOrigin(ctx)
  return (companyId === null ? undefined : await brandOrigin(ctx, domains)) ?? linkOrigin(ctx)
}

/** Once the caller's transaction is through. */
export const mailInvitation = async (ctx: Ctx, { id, companyId }: Pick<UserDetail, 'id' | 'companyId'>): Promise<void> => {
  await enqueueInvitation(ctx, { userId: id, by: requireUser(ctx).name, companyId })
}

export const enqueueInvitation = async (
  ctx: Ctx,
  { userId, by, companyId }: { userId: string; by: string; companyId: string | null },
): Promise<void> => ctx.ports.jobs.enqueue(ctx, invitationJob, { userId, mailId: newId(), by, origin: await originFor(ctx, companyId) })

/** The owner of a company hears when somebody is added to it, unless it was the owner. */
export const mailOwner = async (ctx: Ctx, { id, companyId, firstName, lastName, email }: UserDetail): Promise<void> => {
  if (companyId === null) return
  const { rows } = await sql<{ id: string }>`
    select u.id from companies c join users u on u.id = coalesce(c.owner_id, (
      select a.id from users a where a.company_id = c.id and a.roles @> array['ROLE_ADMIN'] and a.disabled_at is null and a.id <> ${id}
      order by a.created_at, a.id limit 1)) where c.id = ${companyId} and u.disabled_at is null`.execute(ctx.db)
  const owner = rows[0]?.id
  const by = requireUser(ctx)
  if (owner === undefined || owner === by.id) return
  const data = {
    userId: owner,
    mailId: newId(),
    by: by.name,
    origin: await originFor(ctx, companyId),
    name: `${firstName} ${lastName}`,
    email,
  }
  await ctx.ports.jobs.enqueue(ctx, ownerJob, data)
}

const addressee = (ctx: Ctx, id: string): Promise<UserRecord | undefined> =>
  ctx.db.selectFrom('users').selectAll().where('id', '=', id).where('disabledAt', 'is', null).executeTakeFirst()

/** Once for each time that it was asked for; its link makes the one before worthless. */
export const runInvitation = async (ctx: Ctx, { userId, mailId = newId(), by, origin }: InvitationData): Promise<void> => {
  const user = await addressee(ctx, userId)
  if (!user || user.joinedAt !== null) return
  const token = await mailedLink(ctx, { mailId, userId, purpose: 'invitation', minutes: lifeDays * 24 * 60 })
  if (token === undefined) return
  const mail = await mailOf(ctx, user, { letter: 'invited', values: { by }, url: `${origin}/reset-password/${token}` })
  await sendOnce(ctx, { ...mail, id: mailId })
}

export const runOwnerMail = async (ctx: Ctx, { userId, mailId = newId(), by, origin, name, email }: OwnerData): Promise<void> => {
  const owner = await addressee(ctx, userId)
  if (!owner) return
  const mail = await mailOf(ctx, owner, { letter: 'added', values: { by, person: name, address: email }, url: `${origin}/users` })
  await sendOnce(ctx, { ...mail, id: mailId })
}

type Content = { letter: LetterName; values: Record<string, string>; url: string }

/** In the language of whoever reads it and the look of the company. */
const mailOf = async (ctx: Ctx, user: UserRecord, { letter, values: given, url }: Content): Promise<Mail> => {
  const brand = await brandOfCompany(ctx, user.companyId, '')
  const company = await companyName(ctx, user.companyId)
  const { subject, title, paragraphs, button, footer, greeting } = invitationPhrases[user.lang][letter]
  const values = {
    brand: brand.name,
    company: company ?? brand.name,
    name: user.firstName,
    email: user.email,
    days: String(lifeDays),
    ...given,
  }
  const rendered = renderMail({
    brand: mailBrand(brand, url),
    title: fill(title, values),
    paragraphs: [greeting, ...Object.values(paragraphs)].map((text) => fill(text, values)),
    details: [],
    action: { label: button, url },
    footer: fill(footer, values),
    dir: 'ltr',
    lang: user.lang,
  })
  const sender = `${brand.name.replace(/[<>"\r\n]/g, '')} <${oneAddress(ctx.ports.config.mailFrom).address}>`
  return { to: user.email, from: sender, companyId: user.companyId, subject: fill(subject, values), ...rendered }
}

const companyName = async (ctx: Ctx, id: string | null): Promise<string | undefined> =>
  id === null ? undefined : (await ctx.db.selectFrom('companies').select('name').where('id', '=', id).executeTakeFirst())?.name
