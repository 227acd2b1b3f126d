import { mdiAccountOutline } from '@mdi/js'
import { useNavigate, useRouter } from '@tanstack/react-router'
import { type ReservationRow, reservations } from '@tablewire/contracts/booking/reservations'
import { useAbility } from '#src/api/ability.ts'
import { keepRows, useEndpoint } from '#src/api/query.ts'
import { formatDate, localTime } from '#src/kit/format.ts'
import { useNow } from '#src/kit/use-now.ts'
import { useSettled } from '#src/kit/use-settled.ts'
import { addDays } from '#src/kit/zone-clock.ts'
import type { Command } from './command.ts'
import { namesFirst } from './names-first.ts'

const shownAtMost = 6
/** Asked for, so that those whose name begins so are among those that are shown. */
const askedAtMost = 30

/** From the reservations on: the houses and the view stay, if the guest is to be found there. */
const placeIn = (here: { pathname: string; search: object }, row: ReservationRow): Record<string, string> => {
  const { venue, view } = here.search as { venue?: string; view?: string }
  if (here.pathname !== '/reservations' || !venue?.split(',').includes(row.venueId)) return {}
  return { venue, ...(view === undefined ? {} : { view }) }
}

/** Guests whose name, number, mail or reference is written: those who come next first, else those who came last. */
export const useGuestCommands = (text: string): readonly Command[] => {
  const navigate = useNavigate()
  const router = useRouter()
  const may = useAbility().can('read', 'reservation-list')
  const q = useSettled(text, 200)
  const yesterday = addDays(new Date(useNow()).toISOString().slice(0, 10), -1)
  const wanted = may && q.length >= 3
  const shown = { ...keepRows, staleTime: 30_000, meta: { shown: true } }
  const coming = useEndpoint(
    reservations.list,
    { query: { limit: askedAtMost, sort: 'startsAt', filters: { q, from: yesterday } } },
    { ...shown, enabled: wanted },
  )
  const none = coming.data?.total === 0
  const past = useEndpoint(
    reservations.list,
    { query: { limit: askedAtMost, sort: '-startsAt', filters: { q } } },
    { ...shown, enabled: wanted && none },
  )
  if (!wanted || text.length < 3) return []
  return namesFirst((none ? past : coming).data?.data ?? [], q)
    .slice(0, shownAtMost)
    .map((row) => ({
      label: [
        `${row.guest.firstName} ${row.guest.lastName}`.trim(),
        `${formatDate(row.startsLocal)} ${localTime(row.startsLocal)}`,
        row.venueName,
      ].join(' · '),
      id: row.id,
      icon: mdiAccountOutline,
      run: () =>
        void navigate({ to: '/reservations', search: { ...placeIn(router.state.location, row), date: row.serviceOn, id: row.id } }),
    }))
}
