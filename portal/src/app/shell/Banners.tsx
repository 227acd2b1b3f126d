import { Acting } from '../acting/Acting.tsx'
import { OfflineNotice } from './LiveMark.tsx'

/** What must be seen before the page itself, on every page: one strip below the other. */
export const Banners = () => (
  <>
    <Acting />
    <OfflineNotice />
  </>
)
