import type { UrlPatch, UrlSearch } from '#src/kit/url-search.ts'
import { nightMinutes } from '@tablewire/contracts/booking/reservations.rules'
import { eveningOf } from '#src/kit/zone-clock.ts'
import type { PreviewQuery } from '../use-save-book.ts'

/** What the preview is asked, and the moment whose rules are unfolded, as an instant. */
export type Asked = PreviewQuery & { at: string | undefined }

const id = /^[0-9a-f]{8}-([0-9a-f]{4}-){3}[0-9a-f]{12}$/i
const isoDate = /^\d{4}-\d\d-\d\d$/
const isDay = (text: string | undefined): text is string =>
  text !== undefined && isoDate.test(text) && !Number.isNaN(Date.parse(`${text}T00:00Z`))
const partyOf = (text: string | undefined): number => (/^\d{1,4}$/.test(text ?? '') ? Math.max(1, Math.min(1000, Number(text))) : 2)

const isMoment = (text: string | undefined): text is string => text !== undefined && !Number.isNaN(Date.parse(text))

/** The day of the question: the one that is said, else the evening of the moment that is asked about. */
const dayOf = ({ date, at }: UrlSearch, { tomorrow, zone }: Clock): string =>
  isDay(date) ? date : isMoment(at) ? eveningOf(zone, Date.parse(at), nightMinutes) : tomorrow

type Clock = { tomorrow: string; zone: string }
/** Whoever opens the address sees the same question; what it does not say, or says wrongly, is usual. */
export const readAsked = ({ date, party, area, as, at }: UrlSearch, clock: Clock): Asked => ({
  date: dayOf({ date, at }, clock),
  partySize: partyOf(party),
  areaId: area ?? '',
  as: as === 'staff' || (as !== undefined && id.test(as)) ? as : 'channel',
  at: isMoment(at) ? at : undefined,
})

/** The whole question once somebody asks one: a link without the day would be about another one tomorrow. */
export const askedSearch = ({ date, partySize, areaId, as, at }: Asked): UrlPatch => ({ date, party: partySize, area: areaId, as, at })

/** Of another venue the day and the party still make sense, and nothing else. */
export const otherVenue: UrlPatch = { shift: undefined, area: undefined, at: undefined }
