import { isTextNotice, portOf, type TextNotice } from '@tablewire/contracts/booking/reservations.rules'
import { sql } from 'kysely'
import { maskedEmail, maskedPhone, type Notice } from '#src/features/reservations/api.ts'
import { type Gateway, gatewayFor, isStopped } from '#src/features/text-port/api.ts'
import type { Ctx } from '#src/platform/ctx.ts'
import type { Letter } from './read-letter.ts'

export type Way = { port: 'mail'; email: string } | { port: 'text'; phone: string; gateway: Gateway; notice: TextNotice }

/** An address that was refused is not written to again by itself; what stands of it is masked, and of this booking alone. */
const hasBounced = async ({ db }: Ctx, { venueId, id, guestEmail }: Letter): Promise<boolean> => {
  const { rows } = await sql`
    select from guest_messages m where m.venue_id = ${venueId} and m.reservation_id = ${id} and m.port = 'mail' and m.state = 'bounced'
      and m.recipient = ${maskedEmail(guestEmail)} limit 1`.execute(db)
  return rows.length > 0
}

/** A number that no text of this booking reached is not tried again, where there is another way. */
const hasFailed = async ({ db }: Ctx, { venueId, id, guestPhone }: Letter): Promise<boolean> => {
  const { rows } = await sql`
    select from guest_messages m where m.venue_id = ${venueId} and m.reservation_id = ${id} and m.port = 'text' and m.state = 'failed'
      and m.recipient = ${maskedPhone(guestPhone)} limit 1`.execute(db)
  return rows.length > 0
}

/** By text, where there is a number, somebody who carries it, and a guest who did not say stop. */
const textWay = async (ctx: Ctx, { guestPhone: phone, companyId }: Letter, notice: TextNotice): Promise<Way | undefined> => {
  const gateway = phone ? await gatewayFor(ctx, companyId) : undefined
  return phone && gateway && !(await isStopped(ctx, gateway.id, phone)) ? { port: 'text', phone, gateway, notice } : undefined
}

/** How a guest hears of it by itself; undefined = not at all. */
export const hearsBy = async (ctx: Ctx, letter: Letter, notice: Notice): Promise<Way['port'] | undefined> =>
  !letter.test && letter.emailNotices.includes(notice) ? (await choosePort(ctx, letter, { notice, asked: false }))?.port : undefined

type Asked = { notice: Notice; /** Somebody wants it sent, also to an address that was refused before. */ asked: boolean }
/** How the guest of a booking is written to, as the venue wants it of this message; undefined = not at all. */
export const choosePort = async (ctx: Ctx, letter: Letter, { notice, asked }: Asked): Promise<Way | undefined> => {
  const email = letter.guestEmail !== null && (asked || !(await hasBounced(ctx, letter))) ? letter.guestEmail : null
  const mail: Way | undefined = email === null ? undefined : { port: 'mail', email }
  const choice = isTextNotice(notice) ? portOf(letter.messagePorts, notice) : 'mail'
  if (choice === 'mail' || !isTextNotice(notice)) return mail
  if (mail && choice === 'text' && (await hasFailed(ctx, letter))) return mail
  return choice === 'text' ? ((await textWay(ctx, letter, notice)) ?? mail) : (mail ?? textWay(ctx, letter, notice))
}
