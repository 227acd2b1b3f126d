import { Feeds } from '../Feeds.tsx'
import type { AccountTab } from './account-tabs.ts'
import { Drifts } from './Drifts.tsx'
import { LaunchRoom } from './LaunchRoom.tsx'
import { Restaurants } from './Restaurants.tsx'

type Props = { tab: Exclude<AccountTab, 'setup'>; accountId: string; onShow: (tab: AccountTab) => void }

/** What is seen of an account that works, by its tab. */
export const AccountPart = ({ tab, accountId, onShow }: Props) => {
  switch (tab) {
    case 'launch':
      return <LaunchRoom accountId={accountId} onShow={onShow} />
    case 'restaurants':
      return <Restaurants accountId={accountId} />
    case 'feeds':
      return <Feeds accountId={accountId} />
    case 'drift':
      return <Drifts accountId={accountId} />
  }
}
