import { isDeepStrictEqual } from 'node:util'
import type { PaymentDefinition, PaymentGateway, VenueDetail, VenueUpdate } from '@tablewire/contracts/estate/venue-fields'
import { type CountryCode, isSupportedCountry, parsePhoneNumberFromString } from 'libphonenumber-js'
import { isZone } from '#src/platform/clock.ts'
import { type Ctx, requireRight } from '#src/platform/ctx.ts'
import { type FieldProblems, Problem } from '#src/platform/problem.ts'

/** E.164; a number without `+` is read as one of the venue's country. */
export const requireVenuePhone = (text: string, countryCode: string): string => {
  const country: CountryCode | undefined = isSupportedCountry(countryCode) ? countryCode : undefined
  const number = parsePhoneNumberFromString(text, { ...(country ? { defaultCountry: country } : {}), extract: false })
  if (!number?.isValid()) throw new Problem('request.invalid', {}, { phoneNumber: [{ issue: 'phone' }] })
  return number.number
}

export const requireZone = (timezone: string): string => {
  if (!isZone(timezone)) throw new Problem('venue.zone_unknown', { timezone })
  return timezone
}

export const requireParty = (party: { min: number; max: number }): { min: number; max: number } => {
  if (party.min > party.max) throw new Problem('request.invalid', {}, { minCovers: [{ issue: 'max', value: party.max }] })
  return party
}

type Before = Pick<VenueDetail, 'paymentType' | 'paymentDefinition' | 'paymentGateway'>
type PaymentInput = Pick<VenueUpdate, 'paymentType' | 'paymentDefinition' | 'paymentPolicy' | 'paymentGateway'>
const nothing: Before = {
  paymentGateway: null,
  paymentType: 'none',
  paymentDefinition: { requireCreditCard: false, deposit: null, noShowFee: null },
}

/** What a venue agrees with guests is one thing: whoever speaks of the card, the deposit or the fee speaks of the type as well. */
const typeOf = ({ paymentType, paymentDefinition }: PaymentInput, before: Before): VenueDetail['paymentType'] => {
  if (paymentType !== undefined) return paymentType
  if (paymentDefinition === undefined) return before.paymentType
  if (paymentDefinition === null || paymentDefinition.requireCreditCard === false) return 'none'
  const { deposit, noShowFee, requireCreditCard } = paymentDefinition
  const wasPaid = before.paymentType === 'deposit' || before.paymentType === 'prepayment'
  if (deposit) return wasPaid ? before.paymentType : 'deposit'
  if (wasPaid && deposit === undefined) return before.paymentType
  return requireCreditCard || noShowFee || before.paymentType !== 'none' ? 'guarantee' : 'none'
}

const requireAgreed = (type: VenueDetail['paymentType'], { requireCreditCard, deposit, noShowFee }: Partial<PaymentDefinition>): void => {
  const wrong: FieldProblems = {}
  const card = [{ issue: 'card_needed' }]
  if (requireCreditCard !== undefined && requireCreditCard !== (type !== 'none')) wrong['paymentDefinition.requireCreditCard'] = card
  if (deposit && type !== 'deposit' && type !== 'prepayment') wrong['paymentDefinition.deposit'] = card
  if (noShowFee && type === 'none') wrong['paymentDefinition.noShowFee'] = card
  if (Object.keys(wrong).length) throw new Problem('request.invalid', {}, wrong)
}

const definitionColumns = (said: PaymentInput, before: Before) => {
  if (said.paymentType === undefined && said.paymentDefinition === undefined) return {}
  const paymentType = typeOf(said, before)
  const named = said.paymentDefinition ?? {}
  requireAgreed(paymentType, named as Partial<PaymentDefinition>)
  const was = said.paymentDefinition === null ? nothing.paymentDefinition : before.paymentDefinition
  const deposit =
    paymentType === 'deposit' || paymentType === 'prepayment' ? (named.deposit === undefined ? was.deposit : named.deposit) : null
  const noShowFee = paymentType === 'none' ? null : named.noShowFee === undefined ? was.noShowFee : named.noShowFee
  return { paymentType, deposit: deposit && JSON.stringify(deposit), noShowFee: noShowFee && JSON.stringify(noShowFee) }
}

const gatewayColumns = (ctx: Ctx, said: PaymentInput['paymentGateway'], before: Before): { paymentGateway?: string | null } => {
  if (said === undefined) return {}
  const gateway = said && ({ publishKey: null, merchantId: null, ...said } as PaymentGateway)
  // Whoever sends back what he read says nothing about it.
  if (isDeepStrictEqual(gateway, before.paymentGateway)) return {}
  // Who takes the cards says so; at the hub only those who look after systems speak for it.
  if (ctx.scope.kind !== 'system') requireRight(ctx, 'update', 'systems')
  return { paymentGateway: gateway && JSON.stringify(gateway) }
}

/** What the body says about payment, in the names of the venue's columns. */
export const paymentColumns = (ctx: Ctx, said: PaymentInput, before: Before = nothing) => ({
  ...definitionColumns(said, before),
  ...(said.paymentPolicy && {
    paymentPolicy: JSON.stringify(Object.fromEntries(Object.entries(said.paymentPolicy).filter(([, text]) => text))),
  }),
  ...gatewayColumns(ctx, said.paymentGateway, before),
})
