import { useSession } from '#src/api/session.ts'
import { loadPhrases } from '#src/i18n/phrases.ts'
import { lazyWithRetry } from '#src/kit/lazy-with-retry.tsx'
import { Acting } from '../acting/Acting.tsx'
import { Leaving } from './Leaving.tsx'
import { OfflineNotice } from './LiveMark.tsx'

const Tablet = lazyWithRetry(async () => {
  const [module] = await Promise.all([import('../tablet/Tablet.tsx'), loadPhrases('app/tablet')])
  return module.Tablet
})

const TabletSlot = () => {
  const { device } = useSession().userData ?? {}
  return device ? <Tablet name={device.name} /> : null
}

/** What must be seen before the page itself, on every page: one strip below the other. */
export const Banners = () => (
  <>
    <Acting />
    <TabletSlot />
    <OfflineNotice />
    <Leaving />
  </>
)
