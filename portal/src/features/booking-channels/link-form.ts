import type { channels } from '@tablewire/contracts/channels/channels'
import type { LinkSettings } from '@tablewire/contracts/channels/channel-objects'
import type { Sent } from '@tablewire/contracts/kit/endpoint'
import { type ChannelForm, commissionForm, commissionOf, emptyForm } from './channel-form.ts'

export type LinkForm = Pick<ChannelForm, 'limits' | 'commission'> & { bookingMessage: ChannelForm['texts']['about'] }

export const linkFormOf = ({ limits, commission, bookingMessage }: LinkSettings): LinkForm => ({
  limits: limits ?? emptyForm.limits,
  commission: commissionForm(commission),
  bookingMessage: bookingMessage ?? emptyForm.texts.bookingMessage,
})

/** Where nothing is filled in, the channel's own word counts. */
const orNull = <T extends object>(value: T): T | null => (Object.values(value).some((one) => one !== null && one !== '') ? value : null)

export const linkBodyOf = ({ limits, commission, bookingMessage }: LinkForm): Sent<typeof channels.updateLink>['body'] => ({
  limits: orNull(limits),
  commission: commissionOf(commission),
  bookingMessage: orNull(bookingMessage),
})
