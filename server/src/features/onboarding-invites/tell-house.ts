import type { Lang } from '@tablewire/contracts/kit/wire'
import { sql } from 'kysely'
import { brandOfVenue, mailBrand } from '#src/features/brands/api.ts'
import type { RestaurantWord } from '#src/features/onboarding/api.ts'
import type { Ctx } from '#src/platform/ctx.ts'
import { secretHash } from '#src/platform/id.ts'
import { defineJob } from '#src/platform/jobs/jobs.ts'
import { oneAddress } from '#src/platform/mail/address.ts'
import { renderMail } from '#src/platform/mail/layout.ts'
import { type NamedMail, sendOnce } from '#src/platform/mail/send-once.ts'
import { fill } from '#src/platform/phrases.ts'
import { othersOf, wordOf } from './house-addresses.ts'
import { invitePhrases } from './invite-phrases.ts'
import type { Person } from './invite-rows.ts'
import { houseOrigin } from './invite-token.ts'

/** Retries over an evening: a mail server may be down that long. */
const tries = 16
export const tellHouseJob = defineJob<{ inviteId: string }>('onboarding_invites.tell_house', tries)

type Row = {
  email: string
  houseVenueId: string | null
  createdAt: string
  lang: Lang
  answeredBy: string
  people: Person[]
  requestId: string
  venueId: string
  companyId: string
  channelName: string
  word: RestaurantWord
}

const rowOf = async (ctx: Ctx, inviteId: string): Promise<Row | undefined> => {
  const { rows } = await sql<Row>`
    select i.email, i.house_venue_id, i.created_at, i.lang, i.answered_by, i.people, r.id as request_id, v.id as venue_id, v.company_id, c.name as channel_name,
      r.restaurant_word as word
    from onboarding_invites i join onboarding_requests r on r.id = i.request_id join channels c on c.id = r.channel_id
      join venues v on v.id = r.venue_id
    where i.id = ${inviteId} and i.answer = 'confirmed' and i.house_told_at is null and r.restaurant_word is not null`.execute(ctx.db)
  return rows[0]
}

const mailsOf = async (ctx: Ctx, inviteId: string, row: Row): Promise<NamedMail[]> => {
  const { publicUrl, mailFrom } = ctx.ports.config
  const brand = await brandOfVenue(ctx, row.venueId)
  const sender = `${brand.name.replace(/[<>"\r\n]/g, '')} <${oneAddress(mailFrom).address}>`
  const origin = await houseOrigin(ctx, row.venueId)
  const { name, address, hours } = row.word
  const people = row.people.map(({ firstName, lastName, email }) => `${firstName} ${lastName} (${email})`).join(', ')
  const { letsIn } = await wordOf(ctx, row, row.venueId)
  return (await othersOf(ctx, row, row.venueId)).map((to) => {
    const lang = to.lang ?? row.lang
    const { house, page } = invitePhrases[lang]
    const values = { venue: name, channel: row.channelName, name: row.answeredBy, email: row.email }
    const title = fill(house.title, values)
    const rendered = renderMail({
      brand: mailBrand(brand, publicUrl),
      title,
      paragraphs: [fill(house.text, values), house.wrong],
      details: [
        [page.name, name],
        [page.address, address],
        [page.hours, hours],
        [letsIn || !people ? house.access : house.accessAsk, people || house.nobody],
      ],
      action: { label: house.button, url: `${origin}/onboarding-requests?id=${row.requestId}` },
      footer: fill(house.footer, values),
      dir: 'ltr',
      lang,
    })
    return {
      id: `house.${inviteId}.${secretHash(to.email.toLowerCase()).toString('hex').slice(0, 16)}`,
      to: to.email,
      from: sender,
      companyId: row.companyId,
      subject: title,
      ...rendered,
    }
  })
}

/** Who looks after a house hears that it was confirmed by a link, what it says of itself now, and who was let in; each once. */
export const tellHouse = async (ctx: Ctx, { inviteId }: { inviteId: string }): Promise<void> => {
  const row = await rowOf(ctx, inviteId)
  if (!row) return
  for (const mail of await mailsOf(ctx, inviteId, row)) await sendOnce(ctx, mail)
  await ctx.db.updateTable('onboardingInvites').set({ houseToldAt: ctx.clock().toString() }).where('id', '=', inviteId).execute()
}
