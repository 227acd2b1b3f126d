import { styled } from '@mui/material/styles'
import { lazy, Suspense } from 'react'
import { useSession } from '#src/api/session.ts'
import { loadPhrases } from '#src/i18n/phrases.ts'
import { useReceivesLive } from './LiveMark.tsx'

const Bell = lazy(async () => {
  const [{ Bell: loaded }] = await Promise.all([import('#src/features/notifications/Bell.tsx'), loadPhrases('notifications')])
  return { default: loaded }
})
/** As large as the button to come. */
const Space = styled('span')({ display: 'inline-block', flexShrink: 0, width: 36, height: 36, '@media (pointer: coarse)': { height: 44 } })

/** SH8: comes after the first paint. Who may see neither reservations, reviews nor onboarding requests has nothing that could arrive. */
export const BellSlot = () => {
  const { userData } = useSession()
  const hears = useReceivesLive()
  // A shared tablet is nobody that could be told anything.
  return hears && !userData?.device ? (
    <Suspense fallback={<Space />}>
      <Bell />
    </Suspense>
  ) : null
}
