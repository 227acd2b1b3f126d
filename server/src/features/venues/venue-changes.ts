import { isDeepStrictEqual } from 'node:util'
import type { LangTexts } from '@tablewire/contracts/estate/book'
import type { MessageTexts, VenueDetail, VenueUpdate } from '@tablewire/contracts/estate/venue-fields'
import { type Ctx, requireRight } from '#src/platform/ctx.ts'
import { type FieldProblems, Problem } from '#src/platform/problem.ts'
import { paymentColumns, requireParty, requireVenuePhone, requireZone } from './venue-fields.ts'
import type { BookRules } from './venue-rows.ts'

type DefinedFields<T> = { [K in keyof T]?: Exclude<T[K], undefined> }
const given = <T extends object>(fields: T): DefinedFields<T> =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as DefinedFields<T>

/** In whatever order they are sent. */
const sameNotices = (sent: VenueDetail['emailNotices'], before: VenueDetail['emailNotices']): boolean =>
  isDeepStrictEqual(new Set(sent), new Set(before))

const said = (texts: LangTexts): LangTexts => Object.fromEntries(Object.entries(texts).filter(([, text]) => text))
/** The kinds that are named, over those there are; a kind that says nothing goes. */
const textsWith = (before: MessageTexts, named: MessageTexts): MessageTexts =>
  Object.fromEntries(
    Object.entries({ ...before, ...named })
      .map(([kind, texts]) => [kind, said(texts ?? {})] as const)
      .filter(([, texts]) => Object.keys(texts).length > 0),
  )

/** Which messages its guests get, how, and in which words. */
const messageColumns = ({ emailNotices, messageTexts, messagePorts, messageLines }: VenueUpdate, before: VenueDetail) => ({
  ...(emailNotices && !sameNotices(emailNotices, before.emailNotices) && { emailNotices: [...new Set(emailNotices)].toSorted() }),
  ...(messageTexts && { messageTexts: JSON.stringify(textsWith(before.messageTexts, messageTexts)) }),
  ...(messagePorts && { messagePorts: JSON.stringify(messagePorts) }),
  ...(messageLines && { messageLines: JSON.stringify(textsWith(before.messageLines, messageLines)) }),
})

/** What the body says about the venue's own row, in the names of its columns. */
export const columnsOf = (ctx: Ctx, body: VenueUpdate, before: VenueDetail) => {
  const { version: _v, minCovers: _min, maxCovers: _max, cutOff: _c, cancellationWindow: _w, holdingTime: _h, maxDays: _d, ...rest } = body
  const { bookeableAreas: _a, pressureReleaseHours: _p, keptBack: _k, timezone, phoneNumber, confirmationText, ...own } = rest
  const {
    metaSSOEnabled,
    metaSSOClientId,
    ftpPassword,
    systemToken,
    emailNotices: _notices,
    messageTexts: _texts,
    messagePorts: _ports,
    messageLines: _lines,
    ...rows
  } = own
  const { paymentType: _type, paymentDefinition: _definition, paymentPolicy: _policy, paymentGateway: _gateway, ...plain } = rows
  const now = ctx.clock().toString()
  return {
    ...given(plain),
    ...given({ metaSsoEnabled: metaSSOEnabled, metaSsoClientId: metaSSOClientId }),
    ...(timezone === undefined ? {} : { timeZone: requireZone(timezone) }),
    ...(phoneNumber === undefined
      ? {}
      : { phoneNumber: phoneNumber && requireVenuePhone(phoneNumber, body.countryCode ?? before.countryCode) }),
    ...(confirmationText && { confirmationText: JSON.stringify(said(confirmationText)) }),
    ...messageColumns(body, before),
    ...paymentColumns(ctx, body, before),
    ...(ftpPassword === undefined
      ? {}
      : { ftpPassword: ftpPassword && ctx.ports.secrets.seal(ftpPassword), ftpPasswordAt: ftpPassword === null ? null : now }),
    ...(systemToken === undefined
      ? {}
      : { systemToken: systemToken && ctx.ports.secrets.seal(systemToken), systemTokenAt: systemToken === null ? null : now }),
    ...onceEnabled('metaEnabledAt', body.metaEnabled, before.metaEnabled, now),
    ...onceEnabled('listingEnabledAt', body.listingEnabled, before.listingEnabled, now),
  }
}

/** A product counts from the day it was switched on, not from the last time somebody saved the form. */
const onceEnabled = <K extends string>(
  column: K,
  ...[wanted, is, now]: [boolean | undefined, boolean, string]
): { [P in K]?: string | null } =>
  (wanted === undefined || wanted === is ? {} : { [column]: wanted ? now : null }) as { [P in K]?: string | null }

/** What is sold beside the venue itself is changed by those who look after licences. */
export const requireLicenceRight = (ctx: Ctx, body: VenueUpdate, before: VenueDetail): void => {
  const changed = (['listingEnabled', 'metaEnabled', 'metaSSOEnabled'] as const).some(
    (key) => body[key] !== undefined && body[key] !== before[key],
  )
  if (changed) requireRight(ctx, 'update', 'licences')
}

const keepBack = (shifts: BookRules['shifts'], keptBack: NonNullable<VenueUpdate['keptBack']>): BookRules['shifts'] => {
  const unknown = keptBack.find(({ shiftId }) => !shifts.some(({ id }) => id === shiftId))
  if (unknown) throw new Problem('shift.not_found')
  const wrong: FieldProblems = {}
  for (const [index, { shiftId, covers }] of keptBack.entries()) {
    const most = shifts.find(({ id }) => id === shiftId)?.pacing.covers ?? null
    if (most !== null && covers > most) wrong[`keptBack.${index}.covers`] = [{ issue: 'max', value: most }]
  }
  if (Object.keys(wrong).length) throw new Problem('request.invalid', {}, wrong)
  return shifts.map((shift) => {
    const covers = keptBack.find(({ shiftId }) => shiftId === shift.id)?.covers
    return covers === undefined ? shift : { ...shift, keptBackCovers: covers }
  })
}

/** The book with what the body says about it. */
export const rulesWith = (rules: BookRules, body: VenueUpdate): BookRules => ({
  ...rules,
  party: requireParty({ min: body.minCovers ?? rules.party.min, max: body.maxCovers ?? rules.party.max }),
  ...given({
    cutOffMinutes: body.cutOff,
    cancellationWindowMinutes: body.cancellationWindow,
    holdingTimeSeconds: body.holdingTime,
    horizonDays: body.maxDays,
    bookableAreas: body.bookeableAreas,
    pressureReleaseHours: body.pressureReleaseHours,
  }),
  ...(body.keptBack && { shifts: keepBack(rules.shifts, body.keptBack) }),
})
