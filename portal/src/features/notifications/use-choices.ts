import {
  type NotificationChoices,
  type NotificationSettings,
  notifications,
  notificationEvents,
  notificationWays,
} from '@tablewire/contracts/operations/notifications'
import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { keyOf, useCall, useEndpoint } from '#src/api/query.ts'
import { toast } from '#src/kit/toasts.ts'
import { useT } from './use-t.ts'

/** What happens at venues. How they come onto channels is chosen for all of them at once; how quiet channels are concerns who runs the platform. */
export const events = notificationEvents.filter((event) => event !== 'silence' && event !== 'onboarding')
export const eventsFor = ({ ofPlatform, onboards }: { ofPlatform: boolean; onboards: boolean }) => [
  ...events,
  ...(onboards ? (['onboarding'] as const) : []),
  ...(ofPlatform ? (['silence'] as const) : []),
]
export const ways = notificationWays

/** null = all venues. */
export type Venue = { id: string; name: string } | null

const key = keyOf(notifications.settings, {})
export const useSettings = () => useEndpoint(notifications.settings, {}, { staleTime: 60_000 })

const change = (client: QueryClient, how: (settings: NotificationSettings) => NotificationSettings): void =>
  void client.setQueryData<NotificationSettings>(key, (settings) => settings && how(settings))

const put = (settings: NotificationSettings, venue: Venue, choices: NotificationChoices): NotificationSettings => {
  if (!venue) return { ...settings, choices }
  const known = settings.venues.some(({ venueId }) => venueId === venue.id)
  const venues = known
    ? settings.venues.map((one) => (one.venueId === venue.id ? { ...one, choices } : one))
    : [{ venueId: venue.id, venueName: venue.name, choices }, ...settings.venues]
  return { ...settings, venues }
}

const actOf = (venue: Venue): string => `notifications:${venue?.id ?? 'all'}`

/** Each choice holds on the screen at once and is saved at once, one after the other; a refusal shows what the server has. */
export const useChoosing = () => {
  const t = useT()
  const client = useQueryClient()
  const options = { scope: { id: 'notification-choices' }, onError: () => void client.invalidateQueries({ queryKey: key }) }
  const all = useCall(notifications.choose, options)
  const one = useCall(notifications.chooseForVenue, options)
  const clear = useCall(notifications.clearVenue, options)
  const save = (venue: Venue, choices: NotificationChoices): void => {
    change(client, (settings) => put(settings, venue, choices))
    if (venue) one.mutate({ params: { id: venue.id }, body: { choices } })
    else all.mutate({ body: { choices } })
  }
  const forget = (venue: NonNullable<Venue>): void => {
    change(client, (settings) => ({ ...settings, venues: settings.venues.filter(({ venueId }) => venueId !== venue.id) }))
    clear.mutate({ params: { id: venue.id } })
  }
  return {
    choose: (venue: Venue, choices: NotificationChoices, before: NotificationChoices): void => {
      save(venue, choices)
      toast.undoable(actOf(venue), t('saved'), { label: t('undo'), run: () => save(venue, before) })
    },
    add: (venue: Venue, choices: NotificationChoices): void => {
      toast.over(actOf(venue))
      save(venue, choices)
    },
    remove: (venue: NonNullable<Venue>, before: NotificationChoices): void => {
      forget(venue)
      toast.undoable(actOf(venue), t('venues.removed', { venue: venue.name }), { label: t('undo'), run: () => save(venue, before) })
    },
  }
}
