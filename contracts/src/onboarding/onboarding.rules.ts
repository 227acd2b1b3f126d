import { z } from 'zod/mini'

/** ON3: whom a request waits for, or how it ended. */
export const onboardingStatuses = ['rms_activation', 'restaurant_activation', 'bc_activation', 'live', 'rejected', 'canceled'] as const
export const OnboardingStatus = z.enum(onboardingStatuses)
export type OnboardingStatus = z.infer<typeof OnboardingStatus>

/** Which partner asked: the reservation system, or the booking channel. */
export const Requester = z.enum(['rms', 'bc'])
export type Requester = z.infer<typeof Requester>

/** Who somebody is to a request: of its reservation system, of its booking channel, of its restaurant, or of the platform. */
export const OnboardingSide = z.enum(['rms', 'bc', 'venue', 'admin'])
export type OnboardingSide = z.infer<typeof OnboardingSide>

export const openStatuses = ['rms_activation', 'restaurant_activation', 'bc_activation'] as const satisfies readonly OnboardingStatus[]
export type OpenStatus = (typeof openStatuses)[number]
export const isOpen = (status: OnboardingStatus): status is OpenStatus => openStatuses.some((one) => one === status)

/** The legal moves; the database holds the same table. `byChange`: only because the venue became another one. */
export const onboardingMoves: readonly { from: OnboardingStatus; to: OnboardingStatus; byChange: boolean }[] = [
  { from: 'rms_activation', to: 'restaurant_activation', byChange: false },
  { from: 'rms_activation', to: 'bc_activation', byChange: false },
  { from: 'restaurant_activation', to: 'bc_activation', byChange: false },
  { from: 'bc_activation', to: 'restaurant_activation', byChange: true },
  { from: 'bc_activation', to: 'live', byChange: false },
  ...openStatuses.flatMap((from) => (['rejected', 'canceled'] as const).map((to) => ({ from, to, byChange: false }))),
]

/** Whom an open request waits for. */
export const ownerOf: Readonly<Record<OpenStatus, 'rms' | 'venue' | 'bc'>> = {
  rms_activation: 'rms',
  restaurant_activation: 'venue',
  bc_activation: 'bc',
}

type Standing = { rmsVenueId: string | null; restaurantConfirmedAt: string | null }
/** The first part that is missing says whom an open request waits for. */
export const waitsFor = ({ rmsVenueId, restaurantConfirmedAt }: Standing): OpenStatus => {
  if (rmsVenueId === null) return 'rms_activation'
  return restaurantConfirmedAt === null ? 'restaurant_activation' : 'bc_activation'
}

export type Ending = 'canceled' | 'rejected'
/** Whoever asked takes it back; whoever was asked says no; who runs the platform does either. */
export const mayEnd = (ending: Ending, { side, requester }: { side: OnboardingSide; requester: Requester }): boolean =>
  side === 'admin' || (side === requester) === (ending === 'canceled')
