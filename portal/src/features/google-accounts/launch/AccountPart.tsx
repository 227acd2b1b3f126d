import type { GoogleAccount } from '@tablewire/contracts/google/google-accounts'
import { Feeds } from '../Feeds.tsx'
import type { AccountTab } from './account-tabs.ts'
import { Drifts } from './Drifts.tsx'
import { LaunchRoom } from './LaunchRoom.tsx'
import { Restaurants } from './Restaurants.tsx'

type Props = { tab: Exclude<AccountTab, 'setup'>; account: GoogleAccount; onShow: (tab: AccountTab) => void }

/** What is seen of an account that works, by its tab. */
export const AccountPart = ({ tab, account, onShow }: Props) => {
  switch (tab) {
    case 'launch':
      return <LaunchRoom account={account} onShow={onShow} />
    case 'restaurants':
      return <Restaurants accountId={account.id} />
    case 'feeds':
      return <Feeds accountId={account.id} />
    case 'drift':
      return <Drifts accountId={account.id} />
  }
}
